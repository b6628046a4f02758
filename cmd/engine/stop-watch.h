// SPDX-License-Identifier: MIT
/* A signal ends the thinking: a thread waits for one while an engine thinks. */
#ifndef DAMA_CMD_ENGINE_STOP_WATCH_H
#define DAMA_CMD_ENGINE_STOP_WATCH_H

#include "core/engine/engine.h"

#include <pthread.h>

struct stop_watch {
    struct engine *engine;
    int wake[2]; /* a pipe: closed when thinking is over */
    pthread_t thread;
};

/**
 * Begins to watch. A signal stops the search that runs, or else the next one.
 * @param engine borrowed until stop_watch_end
 * @return whether it could; if not, only further signals end the program
 */
bool stop_watch_start(struct stop_watch *watch, struct engine *engine);

/** Ends a watch that was started. */
void stop_watch_end(struct stop_watch *watch);

#endif
