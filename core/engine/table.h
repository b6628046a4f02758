// SPDX-License-Identifier: MIT
/*
 * The transposition table: the results of earlier searches of positions. Threads share it without
 * locks: an entry is two words, the first being the key mixed with the second, so that a torn entry
 * matches no key.
 *
 *     word 1    key ^ word 2
 *     word 2    move 16 | score 16 | nothing 16 | depth 8 | age 6 | bound 2       (high to low)
 */
#ifndef DAMA_CORE_ENGINE_TABLE_H
#define DAMA_CORE_ENGINE_TABLE_H

#include "core/base/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

enum { TABLE_BUCKET = 4, TABLE_NO_MOVE = 0 };

struct table_entry {
    _Atomic uint64_t check, data;
};

struct table_bucket {
    struct table_entry at[TABLE_BUCKET];
};

struct table {
    struct table_bucket *bucket; /* owned; n of them */
    uint64_t n;
    size_t size; /* bytes */
    uint8_t age; /* of the current search, 0 to 63 */
};

/** An entry for a position. */
struct table_hit {
    uint16_t move; /* TABLE_NO_MOVE, or move_code of it */
    int16_t score; /* relative to this position: the plies to a win count from here */
    int8_t depth;
    uint8_t bound; /* enum bound */
};

enum { TABLE_MIN = 1 << 20 }; /* bytes; the maximum is 256 GiB, 2^32 buckets */

/**
 * Maps a table, in huge pages if the system grants them.
 * @param size bytes, at least TABLE_MIN; rounded down to whole buckets, and to the maximum
 * @return 0, or -1 with `err`: too small, larger than memory
 */
int table_open(struct table *table, size_t size, struct err *err);
void table_close(struct table *table);

/** Clears the table. */
void table_clear(struct table *table);

/** Begins a new search: older entries are replaced first. */
static inline void table_next_age(struct table *table) { table->age = (table->age + 1) & 63; }

/** How many of a thousand sampled entries the newest search has written. */
unsigned table_full(const struct table *table);

static inline struct table_bucket *table_bucket(const struct table *table, uint64_t key)
{
    return &table->bucket[(key >> 32) * table->n >> 32];
}

static inline void table_prefetch(const struct table *table, uint64_t key)
{
    PREFETCH(table_bucket(table, key));
}

/** Looks a position up. @return whether there is an entry */
static inline bool table_probe(const struct table *table, uint64_t key, struct table_hit *hit)
{
    struct table_bucket *bucket = table_bucket(table, key);
    for (unsigned i = 0; i < TABLE_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&bucket->at[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->at[i].check, memory_order_relaxed);
        if ((check ^ data) != key || !(data & 3))
            continue;
        hit->move = (uint16_t)(data >> 48);
        hit->score = (int16_t)(uint16_t)(data >> 32);
        hit->depth = (int8_t)(uint8_t)(data >> 8);
        hit->bound = (uint8_t)(data & 3);
        return true;
    }
    return false;
}

/** Stores an entry; if `hit` has no move, keeps that of an old entry for the same position. */
void table_store(struct table *table, uint64_t key, const struct table_hit *hit);

#endif
