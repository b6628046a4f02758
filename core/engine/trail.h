// SPDX-License-Identifier: MIT
/*
 * Which positions a thread is in the middle of, from the root on, so that another one that finishes one of them can tell
 * it. Only the thread itself writes its keys; whoever tells it writes `settled`. Where two tell it at the same time one
 * of them may be lost; then the thread goes on for nothing, and nothing is wrong.
 */
#ifndef DAMA_CORE_ENGINE_TRAIL_H
#define DAMA_CORE_ENGINE_TRAIL_H

#include "core/engine/engine.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { TRAIL_PLIES = ENGINE_PLIES + 2, TRAIL_NONE = TRAIL_PLIES };

struct trail {
    _Atomic uint64_t key[TRAIL_PLIES]; /* by ply; 0: nothing that others could settle */
    _Atomic unsigned settled;          /* the ply that another thread has finished, or TRAIL_NONE */
    char apart[64];                    /* from what other threads write */
};

static inline void trail_clear(struct trail *trail)
{
    for (unsigned ply = 0; ply < TRAIL_PLIES; ply++)
        atomic_store_explicit(&trail->key[ply], 0, memory_order_relaxed);
    atomic_store_explicit(&trail->settled, TRAIL_NONE, memory_order_relaxed);
}

static inline void trail_enter(struct trail *trail, unsigned ply, uint64_t key)
{
    atomic_store_explicit(&trail->key[ply], key, memory_order_relaxed);
}

static inline void trail_leave(struct trail *trail, unsigned ply) { trail_enter(trail, ply, 0); }

/** Tells all who are in the middle of a position, at the same ply, that the table knows it now. */
static inline void trail_settle(struct trail *trail, unsigned n, unsigned ply, uint64_t key)
{
    for (unsigned i = 0; i < n; i++)
        if (atomic_load_explicit(&trail[i].key[ply], memory_order_relaxed) == key
            && atomic_load_explicit(&trail[i].settled, memory_order_relaxed) > ply)
            atomic_store_explicit(&trail[i].settled, ply, memory_order_relaxed);
}

static inline bool trail_is_told(const struct trail *trail)
{
    return atomic_load_explicit(&trail->settled, memory_order_relaxed) != TRAIL_NONE;
}

/** @return the ply that was told of, once */
static inline unsigned trail_take(struct trail *trail)
{
    return atomic_exchange_explicit(&trail->settled, TRAIL_NONE, memory_order_relaxed);
}

#endif
