// SPDX-License-Identifier: MIT
/*
 * The positions on a thread's path from the root that other threads may be searching as well. The
 * first thread to finish one of them tells the others, which then take its result from the
 * transposition table and leave the position.
 *
 * Only the thread itself writes its keys; a thread that tells it something writes `settled`. If two
 * do so at the same time, one message may get lost; then the thread searches the position to the
 * end, which costs time but does no harm.
 */
#ifndef DAMA_CORE_ENGINE_SPLIT_POINTS_H
#define DAMA_CORE_ENGINE_SPLIT_POINTS_H

#include "core/engine/thinking.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { SPLIT_POINTS_PLIES = ENGINE_PLIES + 2, SPLIT_POINTS_NONE = SPLIT_POINTS_PLIES };

struct split_points {
    _Atomic uint64_t key[SPLIT_POINTS_PLIES]; /* by ply; 0: none that others could finish */
    _Atomic unsigned
        settled;      /* the ply whose position another thread has finished, or SPLIT_POINTS_NONE */
    char padding[64]; /* the next thread writes to another cache line */
};

static inline void split_points_clear(struct split_points *split)
{
    for (unsigned ply = 0; ply < SPLIT_POINTS_PLIES; ply++)
        atomic_store_explicit(&split->key[ply], 0, memory_order_relaxed);
    atomic_store_explicit(&split->settled, SPLIT_POINTS_NONE, memory_order_relaxed);
}

static inline void split_points_enter(struct split_points *split, unsigned ply, uint64_t key)
{
    atomic_store_explicit(&split->key[ply], key, memory_order_relaxed);
}

static inline void split_points_leave(struct split_points *split, unsigned ply)
{
    split_points_enter(split, ply, 0);
}

/** Tells all threads that are searching a position at the same ply that the table has it now. */
static inline void split_points_settle(struct split_points *split, unsigned n, unsigned ply,
                                       uint64_t key)
{
    for (unsigned i = 0; i < n; i++)
        if (atomic_load_explicit(&split[i].key[ply], memory_order_relaxed) == key
            && atomic_load_explicit(&split[i].settled, memory_order_relaxed) > ply)
            atomic_store_explicit(&split[i].settled, ply, memory_order_relaxed);
}

static inline bool split_points_was_settled(const struct split_points *split)
{
    return atomic_load_explicit(&split->settled, memory_order_relaxed) != SPLIT_POINTS_NONE;
}

/** @return the ply whose position another thread has finished, once; then SPLIT_POINTS_NONE */
static inline unsigned split_points_take(struct split_points *split)
{
    return atomic_exchange_explicit(&split->settled, SPLIT_POINTS_NONE, memory_order_relaxed);
}

#endif
