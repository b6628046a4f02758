// SPDX-License-Identifier: MIT
/*
 * A set of 64-bit keys: positions, names or lines that were visited. The keys are hashes already,
 * so equal keys count as the same thing.
 *
 *     struct keyset visited = {0};
 *     int is_new = keyset_add(&visited, position_key(rules, pos));
 *     if (is_new < 0)
 *         return err_memory(err);
 *     ...
 *     keyset_fini(&visited);
 */
#ifndef DAMA_CORE_BASE_KEYSET_H
#define DAMA_CORE_BASE_KEYSET_H

#include <stddef.h>
#include <stdint.h>

/** Zero is an empty set. */
struct keyset {
    uint64_t *slots; /* owned; room of them, a power of two; 0 is empty */
    size_t n, room;
};

/** Adds a key; 0 counts as 1. @return 1 it is new, 0 it was already there, -1 out of memory */
int keyset_add(struct keyset *set, uint64_t key);

void keyset_fini(struct keyset *set);

#endif
