// SPDX-License-Identifier: MIT
/*
 * A cache of unpacked blocks that threads share without locks. Readers never wait: each place
 * counts its changes, and a read during a change is treated as a miss.
 */
#ifndef DAMA_CORE_EGDB_CACHE_H
#define DAMA_CORE_EGDB_CACHE_H

#include "core/base/err.h"
#include "core/egdb/pack.h"

struct egdb_cache;

enum { EGDB_CACHE_KEY_BITS = 40 };

/**
 * @param bytes the memory it takes when full, approximately
 * @return 0, or -1 with `err`: out of memory
 */
int egdb_cache_open(size_t bytes, struct egdb_cache **out, struct err *err);
void egdb_cache_close(struct egdb_cache *cache);

/**
 * Reads a word of a block.
 * @param key of the block: not 0, below 2^EGDB_CACHE_KEY_BITS
 * @return whether the block is in the cache
 */
bool egdb_cache_read(const struct egdb_cache *cache, uint64_t key, unsigned word, uint64_t *out);

/**
 * Stores a block, replacing another one if all its places are taken; does nothing if another thread
 * is writing to the place.
 */
void egdb_cache_keep(struct egdb_cache *cache, uint64_t key, const uint64_t *block);

#endif
