// SPDX-License-Identifier: MIT
/*
 * Waits for several things at once, never without a time limit: descriptors, other threads, and the
 * clock.
 */
#ifndef DAMA_MATCH_LINK_POLL_H
#define DAMA_MATCH_LINK_POLL_H

#include "core/base/err.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * Waits until something happens to one of `n` descriptors; negative ones are skipped. A signal
 * does not end it.
 * @param by monotonic ms (clock_ms); INT64_MAX: only a descriptor ends the wait
 * @return the number that are ready, 0 when time is up
 */
int poll_until(struct pollfd *fds, unsigned n, int64_t by);

/** Makes a descriptor non-blocking and close-on-exec. */
void poll_prepare(int fd);

/** Whether this errno only means "try again later": EAGAIN, EWOULDBLOCK, EINTR. */
bool poll_is_early(int why);

/** Lets another thread wake one that waits in poll_until. */
struct waker {
    int read, write; /* the ends of a pipe; `read` goes into the descriptors to wait for */
};

/** @return 0, or -1 with `err`: no descriptor is left */
int waker_init(struct waker *waker, struct err *err);
void waker_fini(struct waker *waker);

/**
 * Wakes the thread that is waiting, or the next to wait. From any thread or signal handler; never
 * blocks.
 */
void waker_wake(const struct waker *waker);

/** Forgets all wake-ups so far. Call it before examining what they may have been about. */
void waker_clear(const struct waker *waker);

#endif
