// SPDX-License-Identifier: MIT
/*
 * Threads, and work shared by several of them; the call returns when all of it is done. If the
 * system refuses threads, fewer of them do the work.
 */
#ifndef DAMA_CORE_BASE_TEAM_H
#define DAMA_CORE_BASE_TEAM_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/**
 * As pthread_create, with a stack large enough for a search of any depth, on every system.
 * @return 0, or an errno value
 */
int team_start(pthread_t *thread, void *(*run)(void *ctx), void *ctx);

enum { TEAM_THREADS_MAX = 256 };

/**
 * Runs `member` on each thread.
 * @param threads including the calling one; 0: that one alone; no more than TEAM_THREADS_MAX are
 *                used
 */
void team_run(unsigned threads, void *(*member)(void *ctx), void *ctx);

/** Works on one item; called on any thread, once for each item. */
typedef void team_work(void *ctx, size_t item);

/** A parallel loop: calls `work` for the items 0 to n - 1. @param threads as for team_run */
void team_share(unsigned threads, size_t n, team_work *work, void *ctx);

/** A barrier, where threads wait for each other, again and again. macOS lacks that of POSIX. */
struct team_barrier {
    pthread_mutex_t mutex;
    pthread_cond_t all_here;
    unsigned threads, here, round;
};

/**
 * @param threads how many are to meet; at least 1. The field may be changed until the first of them
 *                waits, since it is not known earlier how many can be started.
 * @return 0, or an errno value
 */
int team_barrier_init(struct team_barrier *barrier, unsigned threads);

/** Waits until all are here. */
void team_barrier_wait(struct team_barrier *barrier);

/** Call when all threads have left the barrier. */
void team_barrier_fini(struct team_barrier *barrier);

#endif
