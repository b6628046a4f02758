// SPDX-License-Identifier: MIT
/*
 * Unpacked blocks that many threads share without locks. Readers never wait: each place counts its
 * changes, and what was read while it changed does not count.
 */
#ifndef DAMA_CORE_EGDB_CACHE_H
#define DAMA_CORE_EGDB_CACHE_H

#include "core/base/err.h"
#include "core/egdb/pack.h"

struct egdb_cache;

enum { EGDB_CACHE_KEY_BITS = 40 };

/**
 * @param bytes about how much memory it takes when it is full
 * @return 0, or -1 with `err`: out of memory
 */
int egdb_cache_open(size_t bytes, struct egdb_cache **out, struct err *err);
void egdb_cache_close(struct egdb_cache *cache);

/**
 * Reads a word of a block.
 * @param key of the block: not 0, below 2^EGDB_CACHE_KEY_BITS
 * @return whether the block is there
 */
bool egdb_cache_read(const struct egdb_cache *cache, uint64_t key, unsigned word, uint64_t *out);

/**
 * Keeps a block, in the place of another one where all are taken. Where another thread is at the
 * place, it does not.
 */
void egdb_cache_keep(struct egdb_cache *cache, uint64_t key, const uint64_t *block);

#endif
