// SPDX-License-Identifier: MIT
/*
 * A collection judged on all cores, within limits for each position or until a deadline. What is
 * found out goes into the journal game by game; what is there already is not done again.
 *
 * Against a deadline everything is looked at twice: a scan gives each game something, then the time
 * that is left goes to the plies where it can change most, four times as many nodes each time.
 *
 *     games ─ scan (a quarter of the time) ─▶ all have verdicts ─ deepen where it matters ─▶ deadline
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_H
#define DAMA_CORE_STUDY_ANNOTATE_H

#include "core/store/journal.h"
#include "core/study/annotate-list.h"
#include "core/study/verdict.h"

struct annotate_progress {
    unsigned games, done; /* games to judge, and those that are done with */
    unsigned before;      /* of `done`: by earlier runs */
    unsigned failed;      /* games that the engine has failed at: they have no verdict */
    unsigned deepened;    /* steps of deepening so far */
    bool deepening;
    uint64_t nodes;
    int64_t ms;          /* since the start */
    int64_t left_ms;     /* estimated, of the scan; to the deadline while deepening; -1 unknown */
    uint64_t scan_nodes; /* a position, in the scan */
};

struct annotate_settings {
    struct judge_options judge; /* limits are those of each position; without a deadline a must */
    struct judge_range range;
    const char *egdb;       /* folder of endgame databases; "": the user's own; NULL: none */
    const char *book;       /* moves in it are not judged; NULL: none */
    uint64_t engine;        /* a number for who judges: positions of others are not taken over */
    unsigned jobs;          /* games at a time; 0: one */
    int64_t deadline;       /* monotonic ms; 0: none, the limits decide */
    bool exercises;         /* look for them: exercise.h */
    bool problems;          /* the games are compositions, to be checked: problem.h */
    int64_t game_ms;        /* shared among the plies of each game; 0: no such limit */
    unsigned shard, shards; /* only games of shard `shard` (from 0) of `shards`; shards 0: all */
    bool (*stopped)(void);
    /**
     * Told about ten times a second, by one thread at a time, which may use the journal. May be
     * NULL.
     */
    void (*progress)(void *ctx, const struct annotate_progress *progress);
    /** Told of each game that the engine has failed at, and how. May be NULL. */
    void (*failed)(void *ctx, const struct annotate_task *task, const char *why);
    /** Told once for each variant that cannot be judged, with the reason. May be NULL. */
    void (*refused)(void *ctx, const struct rules *rules, const char *why);
    void *ctx;
};

/**
 * Judges the games that the journal lists.
 * @return 0 done (with a deadline: it is reached, and each game has at least a scan, but for those
 *         that the engine has failed at), 1 stopped or out of time with games that have no verdict,
 *         2 with `err`: the engine fails at every game, -1 with `err`
 */
int annotate_run(struct journal *journal, const struct annotate_settings *settings,
                 struct annotate_progress *progress, struct err *err);

#endif
