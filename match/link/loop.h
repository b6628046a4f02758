// SPDX-License-Identifier: MIT
/*
 * One thread that serves many modules: each one that waits for a descriptor or a time adds a watch,
 * and is called when that has come. Each call returns quickly; no module waits by itself.
 */
#ifndef DAMA_MATCH_LINK_LOOP_H
#define DAMA_MATCH_LINK_LOOP_H

#include "core/base/err.h"
#include "match/link/poll.h"

#include <stdbool.h>

enum { WATCH_FDS = 6 };

/** What to wait for. The owner fills it in and keeps it while it is in a loop. */
struct loop_watch {
    /**
     * Called before each wait, to say what to wait for.
     * @param fds room for WATCH_FDS
     * @param by  monotonic ms, INT64_MAX: may be lowered to the time at which `serve` must be
     *            called in any case
     * @return descriptors filled in
     */
    unsigned (*want)(void *ctx, struct pollfd *fds, int64_t *by);
    /**
     * Called when one of the descriptors is ready or the time has come. It may add and remove
     * watches, even itself.
     * @param fds as `want` filled them, with their revents; n of them
     */
    void (*serve)(void *ctx, const struct pollfd *fds, unsigned n, int64_t now);
    void *ctx;
};

struct loop;

/** @return 0, or -1 with `err`: out of memory */
int loop_open(struct loop **out, struct err *err);
void loop_close(struct loop *loop);

/** Adds a watch, borrowed until it is removed. @return 0, or -1 with `err`: out of memory */
int loop_add(struct loop *loop, const struct loop_watch *watch, struct err *err);

/** Removes a watch; nothing if it is not there. */
void loop_remove(struct loop *loop, const struct loop_watch *watch);

/**
 * Waits once, and serves all watches that are ready, in the order in which they were added.
 * @param by monotonic ms to come back at the latest
 */
void loop_step(struct loop *loop, int64_t by);

/**
 * The time up to which everything that arrived has been served, monotonic ms. Something that seems
 * missing may have arrived since then and be waiting for the next step, so use this time to judge
 * whether it is late. After this process was stopped for a while, that time stands still for half a
 * second.
 */
int64_t loop_served_until(const struct loop *loop);

/**
 * For `serve`: when the input that is ready arrived, monotonic ms; if it arrived while the process
 * was busy or stopped, the earliest possible time.
 */
int64_t loop_arrival(const struct loop *loop);

#endif
