// SPDX-License-Identifier: MIT
/*
 * The manager of a match: it takes the missing games of the schedule, finds players for them, plays
 * several at once in one loop, and stores each when it is over. The failure of a game or a player
 * ends neither the match nor another game.
 */
#ifndef DAMA_MATCH_MANAGER_H
#define DAMA_MATCH_MANAGER_H

#include "core/base/deadline.h"
#include "match/observer.h"
#include "match/player.h"

/** Everything is borrowed. */
struct manager_plan {
    const struct match_settings *settings;
    const struct player_settings *players; /* in the order of the schedule's players */
    const struct results_match *schedule;
    struct results *results;
    int64_t match; /* its id in `results` */
    const struct observer *observers;
    unsigned n_observers;
    struct player_host host; /* the manager fills in its loop */
    int stop;                /* descriptor that can be read when a signal asks to stop; -1: none */
    unsigned retire; /* pairs that may make an opening dead, see results_retire_dead; 0: never */
    struct deadline until; /* no game begins after it */
    /* Whether the match is decided: asked before the first game and after each. NULL: never. */
    bool (*enough)(void *ctx);
    void *ctx;
    /* Called for each file of the referee's endgame database that cannot be used. May be NULL. */
    void (*warn)(void *ctx, const struct err *err);
};

enum manager_end {
    MANAGER_DONE,      /* every game was played */
    MANAGER_ENOUGH,    /* `enough` returned true */
    MANAGER_STOPPED,   /* a signal came; games are missing */
    MANAGER_UNTIL,     /* time ran out; games are missing */
    MANAGER_SUSPENDED, /* players were suspended; their games are missing */
};

/**
 * Plays a match.
 * @param end set to how it ended, on success
 * @return 0, or -1 with `err`: the store or an observer failed, out of memory
 */
int manager_run(const struct manager_plan *plan, enum manager_end *end, struct err *err);

#endif
