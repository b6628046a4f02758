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
 * Searches deeper and deeper until the limits or engine_stop end it; then the workers hold the
 * results, worker 0 the answer. If some threads cannot be started, the search does without them.
 * @param lines  how many principal variations to find, at most as many as the root has moves
 * @param helper room for one per thread
 */
void deepening_run(struct engine *engine, unsigned lines, struct deepening_helper *helper);

#endif
