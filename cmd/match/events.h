// SPDX-License-Identifier: MIT
/*
 * What `dama-match run` prints while it plays, as an observer: for cron nothing but surprises, on a
 * terminal a live line, for programs one JSON object per line.
 */
#ifndef DAMA_CMD_MATCH_EVENTS_H
#define DAMA_CMD_MATCH_EVENTS_H

#include "core/base/buffer.h"
#include "core/base/logfile.h"
#include "core/stats/interval.h"
#include "match/config.h"
#include "match/observer.h"

struct events {
    bool jsonl;          /* JSON Lines on standard output */
    bool verbose;        /* one line per game on standard output */
    bool live;           /* a line on standard error that is overwritten */
    bool quiet;          /* no messages about players */
    struct logfile *log; /* NULL: none */
    const struct match_config *config;
    const struct results_match *schedule;
    struct results *results;
    int64_t match;

    bool shown;       /* the live line is being shown */
    int64_t shown_at; /* when the live line was last written, ms */
    unsigned live_pair, live_game;
    char last[512];
    unsigned repeats;
    struct buffer buf; /* scratch; owned */
};

/** The observer; ctx is the struct. */
struct observer events_observer(struct events *events);

/** Removes the live line and prints messages that were held back; more events may follow. */
void events_end(struct events *events);

/** Frees everything that `events` owns, but nothing that it was given. */
void events_fini(struct events *events);

/**
 * Reports that the sequential test has reached a decision; after events_end.
 * @param accepted "elo0" or "elo1"
 */
void events_decided(struct events *events, struct interval elo, const char *accepted);

#endif
