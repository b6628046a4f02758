// SPDX-License-Identifier: MIT
/*
 * Which positions other threads are searching right now, so that a thread may take another move first and find the
 * result in the transposition table later: Tom Kerrigan's "simplified ABDADA" (2017), after Jean-Christophe Weill's
 * (1996). Where two threads write at the same time a mark may get lost; then both search the same, and nothing is wrong.
 */
#ifndef DAMA_CORE_ENGINE_BUSY_H
#define DAMA_CORE_ENGINE_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    BUSY_DEPTH = 3, /* plies below which marking costs more than searching twice */
    BUSY_SETS = 1024,
    BUSY_WAYS = 4
};

/** Zero is empty. */
struct busy {
    _Atomic uint64_t at[BUSY_SETS][BUSY_WAYS]; /* keys; 0: free */
};

static inline _Atomic uint64_t *busy_set(struct busy *busy, uint64_t key)
{
    return busy->at[key >> 32 & (BUSY_SETS - 1)];
}

static inline bool busy_is(struct busy *busy, uint64_t key)
{
    const _Atomic uint64_t *set = busy_set(busy, key);
    for (unsigned i = 0; i < BUSY_WAYS; i++)
        if (atomic_load_explicit(&set[i], memory_order_relaxed) == key)
            return true;
    return false;
}

static inline void busy_enter(struct busy *busy, uint64_t key)
{
    _Atomic uint64_t *set = busy_set(busy, key);
    for (unsigned i = 0; i < BUSY_WAYS; i++)
        if (atomic_load_explicit(&set[i], memory_order_relaxed) == 0) {
            atomic_store_explicit(&set[i], key, memory_order_relaxed);
            return;
        }
}

static inline void busy_leave(struct busy *busy, uint64_t key)
{
    _Atomic uint64_t *set = busy_set(busy, key);
    for (unsigned i = 0; i < BUSY_WAYS; i++)
        if (atomic_load_explicit(&set[i], memory_order_relaxed) == key) {
            atomic_store_explicit(&set[i], 0, memory_order_relaxed);
            return;
        }
}

#endif
