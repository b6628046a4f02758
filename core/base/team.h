// SPDX-License-Identifier: MIT
/*
 * Threads, and work for several of them that ends when all of it is done. Where the system refuses
 * threads, fewer of them do it.
 */
#ifndef DAMA_CORE_BASE_TEAM_H
#define DAMA_CORE_BASE_TEAM_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/**
 * As pthread_create, with a stack that has room for a search of any depth wherever dama runs.
 * @return 0, or an errno value
 */
int team_start(pthread_t *thread, void *(*run)(void *ctx), void *ctx);

enum { TEAM_THREADS_MAX = 256 };

/**
 * Runs `member` on each thread.
 * @param threads including the calling one; 0: that one alone; at most TEAM_THREADS_MAX count
 */
void team_run(unsigned threads, void *(*member)(void *ctx), void *ctx);

/** Works on one item; called on any thread, once for each item. */
typedef void team_work(void *ctx, size_t item);

/** A parallel loop: calls `work` for the items 0 to n - 1. @param threads as for team_run */
void team_share(unsigned threads, size_t n, team_work *work, void *ctx);

/** Where a number of threads wait for each other, again and again. macOS lacks POSIX's own. */
struct team_barrier {
    pthread_mutex_t mutex;
    pthread_cond_t all_here;
    unsigned threads, here, round;
};

/**
 * @param threads that are to meet; at least 1. The field may be set again until the first
 *                of them waits: how many can be started is known only then.
 * @return 0, or an errno value
 */
int team_barrier_init(struct team_barrier *barrier, unsigned threads);

/** Waits until all are here. */
void team_barrier_wait(struct team_barrier *barrier);

/** When all threads have left it. */
void team_barrier_fini(struct team_barrier *barrier);

#endif
