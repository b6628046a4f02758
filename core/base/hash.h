// SPDX-License-Identifier: MIT
/*
 * Hashes of content: 128 bits, the same for ever and on every machine, since they are kept on disk.
 * Two texts will not share a hash by accident, and making such a pair on purpose is not easy.
 * Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012: SipHash-2-4
 * with 128 bits of output and a key of zeros.
 */
#ifndef DAMA_CORE_BASE_HASH_H
#define DAMA_CORE_BASE_HASH_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash128 {
    uint64_t low, high;
};

enum { HASH128_SIZE = 16 }; /* bytes, as hash128_put writes it */

/** SipHash-2-4 with 64 bits of output, under the caller's key. */
uint64_t hash_keyed(struct hash128 key, const void *bytes, size_t n);

/** The hash of n bytes. */
struct hash128 hash128_of(const void *bytes, size_t n);

/** The hash of a file's content. @return 0, or -1 with `err`: it cannot be read */
int hash128_file(const char *path, struct hash128 *out, struct err *err);

static inline bool hash128_same(struct hash128 a, struct hash128 b)
{
    return a.low == b.low && a.high == b.high;
}

/** Combines the hashes of things regardless of their order. */
static inline struct hash128 hash128_sum(struct hash128 a, struct hash128 b)
{
    uint64_t low = a.low + b.low;
    return (struct hash128){low, a.high + b.high + (low < a.low)};
}

/** Writes a hash as bytes, the lowest first; hash128_get reads it back. */
void hash128_put(struct hash128 hash, uint8_t bytes[HASH128_SIZE]);
struct hash128 hash128_get(const uint8_t bytes[HASH128_SIZE]);

#endif
