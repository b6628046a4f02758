// SPDX-License-Identifier: MIT
/* Lets a signal end the thinking: a thread waits for one while an engine thinks. */
#ifndef DAMA_CMD_ENGINE_SIGNAL_WATCH_H
#define DAMA_CMD_ENGINE_SIGNAL_WATCH_H

#include "core/engine/engine.h"

#include <pthread.h>

struct signal_watch {
    struct engine *engine;
    int wake[2]; /* a pipe, closed when thinking is over */
    pthread_t thread;
};

/**
 * Begins to watch. A signal stops the running search, or else the next one.
 * @param engine borrowed until signal_watch_end
 * @return whether watching has begun; if not, only further signals end the program
 */
bool signal_watch_start(struct signal_watch *watch, struct engine *engine);

/** Ends a watch that was begun. */
void signal_watch_end(struct signal_watch *watch);

#endif
