// SPDX-License-Identifier: MIT
/* Iterative deepening, on all threads of an engine. For engine.c. */
#ifndef DAMA_CORE_ENGINE_DEEPENING_H
#define DAMA_CORE_ENGINE_DEEPENING_H

#include <pthread.h>
#include <stdbool.h>

struct engine;
struct worker;

/** A thread besides the calling one. */
struct deepening_helper {
    struct engine *engine;
    struct worker *worker;
    unsigned lines;
    pthread_t thread;
    bool runs;
};

/**
 * Searches deeper and deeper until the limits or engine_stop end it; then the workers hold what was
 * found, worker 0 the answer. Threads that cannot be started are left out.
 * @param lines  of the principal variation, at most as many as the root has moves
 * @param helper room for one a thread
 */
void deepening_run(struct engine *engine, unsigned lines, struct deepening_helper *helper);

#endif
