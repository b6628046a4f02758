// SPDX-License-Identifier: MIT
/*
 * Finds elements of an array by their keys. The caller owns the array and the keys; the table holds
 * hashes and indices.
 *
 *     struct hashtable table = {0};
 *     uint64_t hash = hashtable_hash(name.s, name.n);
 *     HASHTABLE_EACH(&table, hash, i)
 *         if (text_same(players[i].name, name))
 *             return i;
 *     if (hashtable_add(&table, hash, n_players))
 *         return err_memory(err);
 *     ...
 *     hashtable_fini(&table);
 */
#ifndef DAMA_CORE_BASE_HASHTABLE_H
#define DAMA_CORE_BASE_HASHTABLE_H

#include <stddef.h>
#include <stdint.h>

struct hashtable_slot {
    uint32_t hash;
    uint32_t index; /* of the element, plus 1; 0: the slot is empty */
};

/** Zero is an empty table. */
struct hashtable {
    struct hashtable_slot *slots; /* owned; room of them, a power of two */
    size_t n, room;
};

/**
 * A hash of n bytes. Each process draws a new seed, so that nobody can prepare an input whose keys
 * collide. Therefore nothing that a user sees may depend on it, not even an order.
 */
uint64_t hashtable_hash(const void *bytes, size_t n);

/** Adds an element, at most 2^31 of them. @return 0, or -1: out of memory */
int hashtable_add(struct hashtable *table, uint64_t hash, size_t index);

/** Removes all elements, keeps the memory. */
void hashtable_clear(struct hashtable *table);

void hashtable_fini(struct hashtable *table);

/** Loops over the indices of the elements that may have this hash; compare their keys. */
#define HASHTABLE_EACH(table, hash, i)                                        \
 for (size_t i, i##_at = hashtable_first((table), (hash), &(i)); i##_at != 0; \
      i##_at = hashtable_next((table), (hash), i##_at, &(i)))

/** For HASHTABLE_EACH. @return the place of the search, from 1; 0 at its end */
size_t hashtable_first(const struct hashtable *table, uint64_t hash, size_t *index);
size_t hashtable_next(const struct hashtable *table, uint64_t hash, size_t at, size_t *index);

#endif
