// SPDX-License-Identifier: MIT
/* Shared by engine.c and deepening.c; not for others. */
#ifndef DAMA_CORE_ENGINE_ENGINE_INTERNAL_H
#define DAMA_CORE_ENGINE_ENGINE_INTERNAL_H

#include "core/engine/level.h"
#include "core/engine/table.h"
#include "core/engine/time-plan.h"
#include "core/engine/worker.h"

#include <pthread.h>

typedef int search_code(struct worker *worker, unsigned first, int depth, int alpha, int beta);

struct engine {
    const struct rules *rules;
    search_code *search;         /* the build of search_root that this processor can run (cpu.h) */
    struct search_shared shared; /* its `deferral` and `split` are owned */
    struct eval *eval;           /* owned */
    struct egdb *egdb;           /* owned; NULL: none */
    bool (*stopped)(void);       /* NULL: never */
    void (*warn)(void *ctx, const struct err *err); /* NULL: not reported */
    struct engine_hooks hooks; /* as given by the caller; shared.hooks may ask egdb instead */
    const struct level *level; /* NULL: full strength */
    uint64_t seed;
    bool book_failed; /* the book could not be read the last time */
    unsigned n_threads;
    struct worker **worker;   /* owned, n_threads of them */
    struct root_move *root;   /* owned; the moves of thread 0, then of the others, then `done` */
    struct engine_line *line; /* owned, room_lines of them: the lines of the last result */
    unsigned room_lines;

    pthread_mutex_t lock;
    pthread_cond_t changed; /* signalled on stop and ponder-hit */
    bool pondering;         /* limits do not count yet */
    bool hit; /* engine_ponder_hit was called since the last search or engine_resume */
    struct root_move *done; /* the root as left by the first thread to finish shared.depth_done */

    /* of the current search */
    struct time_plan plan;
    int64_t begun;           /* ms: when the search was called */
    _Atomic int64_t counted; /* ms: when the limits began to count; INT64_MAX while pondering */
    const struct engine_limits *limits;
    engine_report *report;
    void *report_ctx;
    unsigned depth; /* finished in full */
};

/** Time that counts against the limits, in ms. */
int64_t engine_time_used(const struct engine *engine);

/** Waits until the answer may be given: pondering is over, or an endless search was stopped. */
void engine_wait_to_answer(struct engine *engine);

/**
 * Reports a line to the caller, if a report was asked for.
 * @param index of the line among the root's moves
 * @param bound what its score is
 */
void engine_report_line(struct engine *engine, unsigned depth, unsigned index, enum bound bound);

#endif
