// SPDX-License-Identifier: MIT
/*
 * One thread that serves many: whoever waits for a descriptor or a moment adds a watch, and is
 * called when it has come. Each call returns soon; nobody waits on its own.
 */
#ifndef DAMA_MATCH_LINK_LOOP_H
#define DAMA_MATCH_LINK_LOOP_H

#include "core/base/err.h"
#include "match/link/poll.h"

#include <stdbool.h>

enum { WATCH_FDS = 6 };

/** What is waited for. The owner fills it and keeps it while it is in a loop. */
struct loop_watch {
    /**
     * Asked before each wait what to wait for.
     * @param fds room for WATCH_FDS
     * @param by  monotonic ms, INT64_MAX: to be lowered to when `serve` is wanted in any case
     * @return descriptors filled in
     */
    unsigned (*want)(void *ctx, struct pollfd *fds, int64_t *by);
    /**
     * Called when one of the descriptors is ready or the moment has come. It may add and remove
     * watches, itself too.
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
 * Waits once, and serves all that are ready, in the order they were added.
 * @param by monotonic ms to come back at the latest
 */
void loop_step(struct loop *loop, int64_t by);

/**
 * Until when everything that came has been served, monotonic ms. What is not there yet may have
 * come since, and wait for the next step: judge by this moment whether it is late.
 */
int64_t loop_served_until(const struct loop *loop);

/**
 * For `serve`: when what is ready came, monotonic ms; or the earliest moment, where it came while
 * the process did something else than wait, or was stopped.
 */
int64_t loop_arrival(const struct loop *loop);

#endif
