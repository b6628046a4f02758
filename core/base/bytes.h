// SPDX-License-Identifier: MIT
/*
 * Numbers as bytes, lowest first (little-endian), so that files are the same on every machine.
 */
#ifndef DAMA_CORE_BASE_BYTES_H
#define DAMA_CORE_BASE_BYTES_H

#include "core/base/compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Writes the lowest `n` bytes of a number, 8 at most. */
static ALWAYS_INLINE void bytes_put(void *to, uint64_t number, unsigned n)
{
    uint8_t *at = to;
    for (unsigned i = 0; i < n; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

/** Reads a number of `n` bytes, 8 at most. */
static ALWAYS_INLINE uint64_t bytes_get(const void *from, unsigned n)
{
    const uint8_t *at = from;
    uint64_t number = 0;
    for (unsigned i = 0; i < n; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

/** Reads numbers one after another, never past the end. */
struct bytes_reader {
    const uint8_t *at, *end;
    bool failed; /* the end came too early */
};

static inline struct bytes_reader bytes_reader(const void *bytes, size_t n)
{
    return (struct bytes_reader){.at = bytes, .end = (const uint8_t *)bytes + n};
}

/** @return the next number, of `n` bytes; 0, with `failed` set, if fewer are left */
static ALWAYS_INLINE uint64_t bytes_take(struct bytes_reader *in, unsigned n)
{
    if ((size_t)(in->end - in->at) < n) {
        in->failed = true;
        return 0;
    }
    in->at += n;
    return bytes_get(in->at - n, n);
}

#endif
