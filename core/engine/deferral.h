// SPDX-License-Identifier: MIT
/*
 * The positions that some thread is searching now. A thread defers a move that leads to one of
 * them: it searches its other moves first, and later often finds the result in the transposition
 * table. Tom Kerrigan's "simplified ABDADA" (2017), after Jean-Christophe Weill's ABDADA (1996).
 * When two threads write at the same time, a mark may get lost: then both search the same position,
 * which costs time but does no harm.
 */
#ifndef DAMA_CORE_ENGINE_DEFERRAL_H
#define DAMA_CORE_ENGINE_DEFERRAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    DEFERRAL_DEPTH = 4, /* below this depth, marking costs more than searching twice */
    DEFERRAL_MOVE = 2,  /* moves before this one (from 0) often cause a cutoff: never deferred */
    DEFERRAL_SETS = 1024,
    DEFERRAL_WAYS = 4
};

/** Zero is empty. */
struct deferral {
    _Atomic uint64_t at[DEFERRAL_SETS][DEFERRAL_WAYS]; /* keys; 0: free */
};

static inline _Atomic uint64_t *deferral_set(struct deferral *deferral, uint64_t key)
{
    return deferral->at[key >> 32 & (DEFERRAL_SETS - 1)];
}

static inline bool deferral_has(struct deferral *deferral, uint64_t key)
{
    const _Atomic uint64_t *set = deferral_set(deferral, key);
    for (unsigned i = 0; i < DEFERRAL_WAYS; i++)
        if (atomic_load_explicit(&set[i], memory_order_relaxed) == key)
            return true;
    return false;
}

static inline void deferral_begin(struct deferral *deferral, uint64_t key)
{
    _Atomic uint64_t *set = deferral_set(deferral, key);
    for (unsigned i = 0; i < DEFERRAL_WAYS; i++)
        if (atomic_load_explicit(&set[i], memory_order_relaxed) == 0) {
            atomic_store_explicit(&set[i], key, memory_order_relaxed);
            return;
        }
}

static inline void deferral_end(struct deferral *deferral, uint64_t key)
{
    _Atomic uint64_t *set = deferral_set(deferral, key);
    for (unsigned i = 0; i < DEFERRAL_WAYS; i++)
        if (atomic_load_explicit(&set[i], memory_order_relaxed) == key) {
            atomic_store_explicit(&set[i], 0, memory_order_relaxed);
            return;
        }
}

#endif
