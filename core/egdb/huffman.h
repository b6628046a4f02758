// SPDX-License-Identifier: MIT
/*
 * Canonical Huffman codes with lengths of at most 12 bits, and reading and writing their bits. Bits
 * are put into a byte from the highest to the lowest.
 */
#ifndef DAMA_CORE_EGDB_HUFFMAN_H
#define DAMA_CORE_EGDB_HUFFMAN_H

#include "core/base/buffer.h"

enum { HUFFMAN_BITS = 12, HUFFMAN_SYMBOLS_MAX = 2048 };

/** A code. Symbols that do not occur have length 0. */
struct huffman {
    unsigned n; /* symbols */
    uint8_t length[HUFFMAN_SYMBOLS_MAX];
    uint16_t code[HUFFMAN_SYMBOLS_MAX];
    uint16_t decode[1 << HUFFMAN_BITS]; /* by the next 12 bits: symbol << 4 | length */
};

/** Finds good lengths for symbols by their counts; all lengths are 0 if all counts are 0. */
void huffman_lengths(const uint64_t *count, unsigned n, uint8_t *length);

/** Makes the code from its lengths. @return 0, or -1: no code has these lengths */
int huffman_init(struct huffman *code, const uint8_t *length, unsigned n);

/** Writes bits. Set `out`, the rest zero. */
struct huffman_out {
    struct buffer *out; /* borrowed */
    uint64_t window;    /* bits not written yet, the last one lowest */
    unsigned n;
};

/** Writes the lowest `n` bits of `value`, at most 32 of them; the others must be 0. */
void huffman_put_bits(struct huffman_out *bits, uint32_t value, unsigned n);

/** Writes the remaining bits, padding the last byte with zeros. */
void huffman_flush(struct huffman_out *bits);

static inline void huffman_put(struct huffman_out *bits, const struct huffman *code,
                               unsigned symbol)
{
    huffman_put_bits(bits, code->code[symbol], code->length[symbol]);
}

/** Reads bits; zeros past the end. */
struct huffman_in {
    const uint8_t *at, *end;
    uint64_t window; /* the next bit highest */
    unsigned n;      /* valid bits in the window, including zeros past the end */
    unsigned past;   /* zero bytes added past the end */
};

static inline void huffman_fill(struct huffman_in *bits)
{
    while (bits->n <= 56) {
        const uint64_t byte = bits->at < bits->end ? *bits->at++ : (uint64_t)(bits->past++, 0);
        bits->window |= byte << (56 - bits->n);
        bits->n += 8;
    }
}

/** Takes up to 32 bits. At most 56 bits in all may be taken after a call of huffman_fill. */
static inline uint32_t huffman_take_bits(struct huffman_in *bits, unsigned n)
{
    const uint32_t value = n ? (uint32_t)(bits->window >> (64 - n)) : 0;
    bits->window <<= n;
    bits->n -= n;
    return value;
}

/** Takes a symbol. @return it, or the code's n if the bits are not a symbol */
static inline unsigned huffman_take(struct huffman_in *bits, const struct huffman *code)
{
    const unsigned entry = code->decode[bits->window >> (64 - HUFFMAN_BITS)], length = entry & 15;
    if (!length)
        return code->n;
    bits->window <<= length;
    bits->n -= length;
    return entry >> 4;
}

/** Whether more bits were taken than there are. */
static inline bool huffman_overrun(const struct huffman_in *bits)
{
    return bits->past * 8 > bits->n;
}

#endif
