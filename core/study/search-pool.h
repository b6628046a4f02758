// SPDX-License-Identifier: MIT
/*
 * Searches many positions on several threads, each with an engine of its own. With limits on nodes
 * or depth, the answers do not depend on the number of threads.
 */
#ifndef DAMA_CORE_STUDY_SEARCH_POOL_H
#define DAMA_CORE_STUDY_SEARCH_POOL_H

#include "core/engine/ops.h"

/** A position and, once done, the engine's answer. */
struct search_task {
    struct position pos;
    /* the answer: */
    bool done;
    int score; /* for the side to move */
    unsigned depth;
    uint64_t nodes;
};

struct search_pool_options {
    const struct engine_ops *ops;
    void *ops_ctx;
    const struct rules *rules;
    struct engine_options engine; /* for each engine */
    struct engine_limits limits;  /* for each position */
    unsigned threads;             /* 0: one */
    bool (*stopped)(void *ctx);   /* called ten times a second; may be NULL */
    void *ctx;
};

struct search_pool;

/** @param options copied. @return 0, or -1 with `err`: an engine cannot be opened, no thread */
int search_pool_open(const struct search_pool_options *options, struct search_pool **out,
                     struct err *err);

/** Begins n tasks, in order; earlier ones must all be finished. They are borrowed until done. */
void search_pool_begin(struct search_pool *pool, struct search_task *tasks, unsigned n);

/**
 * Waits until the first `first` tasks are done.
 * @return 0; 1 stopped: the remaining tasks are abandoned, see `done` of each; -1 with `err`: an
 *        engine failed
 */
int search_pool_wait(struct search_pool *pool, unsigned first, struct err *err);

/** Abandons unfinished tasks; after that, all tasks are the caller's again. */
void search_pool_end(struct search_pool *pool);

/** Stops all searches. Allows NULL. */
void search_pool_close(struct search_pool *pool);

#endif
