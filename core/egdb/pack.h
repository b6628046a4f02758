// SPDX-License-Identifier: MIT
/*
 * Compressed blocks of values: runs of equal values, Huffman coded. Values that do not matter
 * (positions with a capture, holes) are chosen to make runs longer.
 *
 * A run of `length` values is written as a class and, for classes from 4 on, as extra bits:
 *
 *      class   length            extra bits         class   length        extra bits
 *      0 - 3   1 - 4             0                  6       9 - 12        2
 *      4       5 - 6             1                  7       13 - 16       2
 *      5       7 - 8             1                  8 ...   17 - 24 ...   3 ...
 *
 * Win, draw and loss: one symbol for value and class, (value - 1) * 28 + class with 1 loss, 2 draw,
 * 3 win; its code depends on the value of the previous run, 0 at the start of a block. Distances: a
 * symbol for the value, then one for the class. The extra bits follow.
 */
#ifndef DAMA_CORE_EGDB_PACK_H
#define DAMA_CORE_EGDB_PACK_H

#include "core/egdb/huffman.h"

enum egdb_kind { EGDB_WDL, EGDB_PLIES, EGDB_KINDS };

enum {
    EGDB_ANY = 0xffff,      /* a value that does not matter */
    EGDB_RUN_CLASSES = 28,  /* runs of up to 16384 */
    EGDB_WDL_BLOCK = 16384, /* values of a block */
    EGDB_PLIES_BLOCK = 2048,
    EGDB_BLOCK_BYTES = 4096, /* of an unpacked block, with 2 or 16 bits for each value */
    EGDB_CODES_MAX = 4,
};

/** How many values a block has. */
static inline unsigned egdb_block_values(enum egdb_kind kind)
{
    return kind == EGDB_WDL ? EGDB_WDL_BLOCK : EGDB_PLIES_BLOCK;
}

/** The codes of one file. */
struct egdb_codes {
    enum egdb_kind kind;
    unsigned n; /* codes in use */
    struct huffman code[EGDB_CODES_MAX];
};

/** How often symbols occur, by code. Starts at zero. */
struct egdb_symbol_counts {
    uint64_t n[EGDB_CODES_MAX][HUFFMAN_SYMBOLS_MAX];
};

/**
 * Counts the symbols of a block.
 * @param value n values: enum egdb_value, or half the plies; or EGDB_ANY
 */
void egdb_pack_count(enum egdb_kind kind, const uint16_t *value, unsigned n,
                     struct egdb_symbol_counts *counts);

/** Chooses the codes. */
void egdb_codes_choose(enum egdb_kind kind, const struct egdb_symbol_counts *counts,
                       struct egdb_codes *out);

/** Packs a block; the codes must have all its symbols. */
void egdb_pack(const struct egdb_codes *codes, const uint16_t *value, unsigned n,
               struct buffer *out);

/**
 * Unpacks a block of n values.
 * @param out EGDB_BLOCK_BYTES: 2 or 16 bits for each value, filling words from the lowest bit
 * @return 0, or -1: not a valid block
 */
int egdb_unpack(const struct egdb_codes *codes, const uint8_t *packed, size_t bytes, unsigned n,
                uint64_t *out);

/** Writes the lengths of the codes as stored in a file. */
void egdb_codes_write(const struct egdb_codes *codes, struct buffer *out);

/** Reads the codes back. @return bytes used; 0: invalid */
size_t egdb_codes_read(enum egdb_kind kind, const uint8_t *bytes, size_t n, struct egdb_codes *out);

#endif
