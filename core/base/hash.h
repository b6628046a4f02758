// SPDX-License-Identifier: MIT
/*
 * Keys of content: 128 bits, the same for ever and on every machine, since they are kept on disk.
 * Two different texts that share a key are not met by chance, nor easily made. Source: J.-P.
 * Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012, with two and four rounds, the
 * answer of 128 bits, and a key of zeros.
 */
#ifndef DAMA_CORE_BASE_HASH_H
#define DAMA_CORE_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash128 {
    uint64_t low, high;
};

/** The short answer, with a key of the caller's. */
uint64_t hash_keyed(struct hash128 key, const void *bytes, size_t n);

struct hash128 hash128_of(const void *bytes, size_t n);

static inline bool hash128_same(struct hash128 a, struct hash128 b)
{
    return a.low == b.low && a.high == b.high;
}

/** Joins keys of things whose order does not matter. */
static inline struct hash128 hash128_sum(struct hash128 a, struct hash128 b)
{
    uint64_t low = a.low + b.low;
    return (struct hash128){low, a.high + b.high + (low < a.low)};
}

/** Writes a key as 16 bytes, the lowest first, or reads it. */
void hash128_put(struct hash128 hash, uint8_t bytes[16]);
struct hash128 hash128_get(const uint8_t bytes[16]);

#endif
