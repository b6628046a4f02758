// SPDX-License-Identifier: MIT
/*
 * Settings for judging a collection, and its progress.
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_SETTINGS_H
#define DAMA_CORE_STUDY_ANNOTATE_SETTINGS_H

#include "core/base/deadline.h"
#include "core/study/annotate-list.h"
#include "core/study/verdict.h"

struct annotate_progress {
    unsigned games, done; /* games to judge, and those that are finished */
    unsigned before;      /* how many of `done` were finished by earlier runs */
    unsigned failed;      /* games at which the engine failed: they have no verdicts */
    unsigned deepened;    /* steps of deepening so far */
    bool deepening;
    uint64_t nodes;
    int64_t ms;          /* since the start */
    int64_t left_ms;     /* of the scan, estimated; while deepening, to the deadline; -1 unknown */
    uint64_t scan_nodes; /* per position, in the scan */
};

struct annotate_settings {
    struct judge_options judge; /* limits are for each position, required without a deadline */
    struct judge_range range;
    const char *egdb;         /* folder of endgame databases; "": the user's own; NULL: none */
    const char *book;         /* moves in it are not judged; only for its own variant; NULL: none */
    uint64_t engine;          /* identifies the engine: searches of other engines are not reused */
    unsigned jobs;            /* games judged at a time; 0: one */
    struct deadline deadline; /* none: the limits decide */
    bool exercises;           /* look for exercises: exercise.h */
    bool problems;            /* the games are compositions, to be checked: problem.h */
    unsigned shard, shards;   /* only games of shard `shard` (from 0) of `shards`; shards 0: all */
    bool (*stopped)(void);
    /**
     * Called about ten times a second, on one thread at a time, which may use the journal. May be
     * NULL.
     */
    void (*progress)(void *ctx, const struct annotate_progress *progress);
    /** Called for each game at which the engine failed, with the reason. May be NULL. */
    void (*failed)(void *ctx, const struct annotate_task *task, const char *why);
    /** Called once for each variant that cannot be judged, with the reason. May be NULL. */
    void (*refused)(void *ctx, const struct rules *rules, const char *why);
    void *ctx;
};

#endif
