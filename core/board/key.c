// SPDX-License-Identifier: MIT
/*
 * The tables are made on first use of a rule set and never freed. They are found by the rule set's
 * address in a small hash table with open addressing, without taking a lock.
 */
#include "core/board/key.h"

#include "core/base/random.h"
#include "core/board/squares.h"

#include <pthread.h>
#include <stdlib.h>

enum { INDEX_KIND = 100, INDEX_TURN = 400, INDEX_COUNTER = 500, SLOTS = 256 };

struct slot {
    _Atomic(const struct keys *) keys; /* NULL: free; set last */
    const struct rules *rules;
};

static struct slot slots[SLOTS];
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER; /* guards the filling of slots */

static uint64_t number(uint64_t seed, unsigned index)
{
    return random_splitmix64_scramble(seed + (index + 1) * SPLITMIX64_STEP);
}

static uint64_t mix_text(uint64_t seed, const char *s)
{
    for (; *s; s++)
        seed = random_splitmix64_scramble(seed + SPLITMIX64_STEP + (unsigned char)*s);
    return seed;
}

static uint64_t seed_of(const struct rules *rules) { return mix_text(0, rules_spelling(rules)); }

static void fill(const struct rules *rules, struct keys *keys)
{
    const struct squares *squares = squares_of(rules);
    keys->seed = seed_of(rules);
    keys->turn = number(keys->seed, INDEX_TURN);
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (unsigned king = 0; king < 2; king++)
            for (unsigned sq = 0; sq < BOARD_BITS; sq++)
                keys->piece[side][king][sq] =
                    squares->number[sq]
                        ? number(keys->seed, squares->number[sq] + INDEX_KIND * (2 * side + king))
                        : 0;
}

/* The slot of a rule set, or the free slot for it; NULL if all are taken by others. */
static struct slot *find_slot(const struct rules *rules, const struct keys **keys)
{
    unsigned start = (unsigned)(random_splitmix64_scramble((uintptr_t)rules) % SLOTS);
    for (unsigned i = 0; i < SLOTS; i++) {
        struct slot *slot = &slots[(start + i) % SLOTS];
        *keys = atomic_load_explicit(&slot->keys, memory_order_acquire);
        if (!*keys || slot->rules == rules)
            return slot;
    }
    *keys = NULL;
    return NULL;
}

static const struct keys *make_keys(const struct rules *rules)
{
    const struct keys *keys = NULL;
    pthread_mutex_lock(&making);
    struct slot *slot = find_slot(rules, &keys);
    if (slot && !keys) {
        struct keys *made = malloc(sizeof *made);
        if (made) {
            fill(rules, made);
            slot->rules = rules;
            atomic_store_explicit(&slot->keys, made, memory_order_release);
        }
        keys = made;
    }
    pthread_mutex_unlock(&making);
    return keys;
}

const struct keys *keys_of(const struct rules *rules)
{
    const struct keys *keys = NULL;
    find_slot(rules, &keys);
    return LIKELY(keys) ? keys : make_keys(rules);
}

uint64_t key_counters(const struct rules *rules, const struct keys *keys,
                      const struct position *pos)
{
    uint64_t key = 0;
    for (unsigned side = WHITE; side <= BLACK; side++) {
        unsigned n = pos->king_moves[side];
        if (n)
            key ^= number(keys->seed, INDEX_COUNTER * n + INDEX_KIND * side
                                          + squares_of(rules)->number[pos->king_square[side]]);
    }
    return key;
}

static uint64_t key_with(const struct rules *rules, const struct keys *keys,
                         const struct position *pos)
{
    uint64_t key = pos->turn == BLACK ? keys->turn : 0;
    for (unsigned side = WHITE; side <= BLACK; side++) {
        key ^= key_set(keys->piece[side][0], position_men(pos, side));
        key ^= key_set(keys->piece[side][1], position_kings(pos, side));
    }
    return UNLIKELY(pos->king_moves[WHITE] | pos->king_moves[BLACK])
               ? key ^ key_counters(rules, keys, pos)
               : key;
}

uint64_t position_key(const struct rules *rules, const struct position *pos)
{
    const struct keys *keys = keys_of(rules);
    if (LIKELY(keys))
        return key_with(rules, keys, pos);
    struct keys here; /* for a table that cannot be kept */
    fill(rules, &here);
    return key_with(rules, &here, pos);
}
