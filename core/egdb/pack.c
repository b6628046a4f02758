// SPDX-License-Identifier: MIT
/*
 * There are two passes over the values, first to count symbols and choose the codes, then to write.
 * Both passes take their runs from run_at, which lets any value that does not matter continue the
 * run.
 */
#include "core/egdb/pack.h"

#include "core/base/compiler.h"

#include <string.h>

enum { WDL_SYMBOLS = 3 * EGDB_RUN_CLASSES, PLIES_VALUES = 0, PLIES_RUNS = 1 };

/* The class of a run, its number of extra bits, and their value. */
static unsigned class_of(unsigned length, unsigned *more, unsigned *rest)
{
    const unsigned v = length - 1;
    if (v < 4) {
        *more = *rest = 0;
        return v;
    }
    const unsigned high = HIGHEST64(v);
    *more = high - 1;
    *rest = v & ((1U << *more) - 1);
    return 4 + (high - 2) * 2 + (v >> *more & 1);
}

static unsigned more_of(unsigned class) { return class < 4 ? 0 : (class - 4) / 2 + 1; }

static unsigned length_of(unsigned class, unsigned rest)
{
    if (class < 4)
        return class + 1;
    const unsigned more = more_of(class);
    return ((2 + (class & 1)) << more) + rest + 1;
}

/*
 * Finds the run at `at`.
 * @param of its value; `other` if no value in it matters.
 * @return its length
 */
static unsigned run_at(const uint16_t *value, unsigned n, unsigned at, uint16_t other, uint16_t *of)
{
    unsigned end = at;
    uint16_t v = EGDB_ANY;
    for (; end < n; end++) {
        if (value[end] == EGDB_ANY || value[end] == v)
            continue;
        if (v != EGDB_ANY)
            break;
        v = value[end];
    }
    *of = v == EGDB_ANY ? other : v;
    return end - at;
}

/* ---- counting ---- */

void egdb_pack_count(enum egdb_kind kind, const uint16_t *value, unsigned n,
                     struct egdb_symbol_counts *counts)
{
    unsigned before = 0, more, rest;
    uint16_t v;
    for (unsigned at = 0, length; at < n; at += length) {
        length = run_at(value, n, at, kind == EGDB_WDL, &v);
        const unsigned class = class_of(length, &more, &rest);
        if (kind == EGDB_WDL) {
            counts->n[before][(v - 1U) * EGDB_RUN_CLASSES + class]++;
            before = v;
        } else {
            counts->n[PLIES_VALUES][v]++;
            counts->n[PLIES_RUNS][class]++;
        }
    }
}

static unsigned symbols_of(enum egdb_kind kind, unsigned code)
{
    if (kind == EGDB_WDL)
        return WDL_SYMBOLS;
    return code == PLIES_VALUES ? HUFFMAN_SYMBOLS_MAX : EGDB_RUN_CLASSES;
}

static unsigned codes_of(enum egdb_kind kind) { return kind == EGDB_WDL ? 4 : 2; }

void egdb_codes_choose(enum egdb_kind kind, const struct egdb_symbol_counts *counts,
                       struct egdb_codes *out)
{
    uint8_t length[HUFFMAN_SYMBOLS_MAX];
    out->kind = kind;
    out->n = codes_of(kind);
    for (unsigned i = 0; i < out->n; i++) {
        huffman_lengths(counts->n[i], symbols_of(kind, i), length);
        huffman_init(&out->code[i], length, symbols_of(kind, i));
    }
}

/* ---- packing ---- */

void egdb_pack(const struct egdb_codes *codes, const uint16_t *value, unsigned n,
               struct buffer *out)
{
    struct huffman_out bits = {.out = out};
    unsigned before = 0, more, rest;
    uint16_t v;
    for (unsigned at = 0, length; at < n; at += length) {
        length = run_at(value, n, at, codes->kind == EGDB_WDL, &v);
        const unsigned class = class_of(length, &more, &rest);
        if (codes->kind == EGDB_WDL) {
            huffman_put(&bits, &codes->code[before], (v - 1U) * EGDB_RUN_CLASSES + class);
            before = v;
        } else {
            huffman_put(&bits, &codes->code[PLIES_VALUES], v);
            huffman_put(&bits, &codes->code[PLIES_RUNS], class);
        }
        huffman_put_bits(&bits, rest, more);
    }
    huffman_flush(&bits);
}

/* Fills in `length` equal values of `bits` bits each, from `at` on, in words that are 0 there. */
static inline void fill(uint64_t *out, unsigned at, unsigned length, unsigned bits,
                        uint64_t pattern)
{
    const unsigned in_word = 64 / bits;
    const unsigned last = (at + length - 1) / in_word, end = (at + length) % in_word * bits;
    unsigned word = at / in_word;
    uint64_t mask = ~(uint64_t)0 << at % in_word * bits;
    for (; word < last; word++) {
        out[word] |= pattern & mask;
        mask = ~(uint64_t)0;
    }
    if (end)
        mask &= ((uint64_t)1 << end) - 1;
    out[word] |= pattern & mask;
}

static int unpack_wdl(const struct egdb_codes *codes, struct huffman_in *bits, unsigned n,
                      uint64_t *out)
{
    unsigned before = 0;
    for (unsigned at = 0, length; at < n; at += length) {
        huffman_fill(bits);
        const unsigned symbol = huffman_take(bits, &codes->code[before]);
        if (symbol >= WDL_SYMBOLS)
            return -1;
        const unsigned class = symbol % EGDB_RUN_CLASSES;
        length = length_of(class, huffman_take_bits(bits, more_of(class)));
        if (length > n - at)
            return -1;
        before = symbol / EGDB_RUN_CLASSES + 1;
        fill(out, at, length, 2, before * UINT64_C(0x5555555555555555));
    }
    return huffman_overrun(bits) ? -1 : 0;
}

static int unpack_plies(const struct egdb_codes *codes, struct huffman_in *bits, unsigned n,
                        uint64_t *out)
{
    for (unsigned at = 0, length; at < n; at += length) {
        huffman_fill(bits);
        const unsigned value = huffman_take(bits, &codes->code[PLIES_VALUES]);
        const unsigned class = huffman_take(bits, &codes->code[PLIES_RUNS]);
        if (value >= HUFFMAN_SYMBOLS_MAX || class >= EGDB_RUN_CLASSES)
            return -1;
        length = length_of(class, huffman_take_bits(bits, more_of(class)));
        if (length > n - at)
            return -1;
        fill(out, at, length, 16, value * UINT64_C(0x0001000100010001));
    }
    return huffman_overrun(bits) ? -1 : 0;
}

int egdb_unpack(const struct egdb_codes *codes, const uint8_t *packed, size_t bytes, unsigned n,
                uint64_t *out)
{
    struct huffman_in bits = {.at = packed, .end = packed + bytes};
    memset(out, 0, EGDB_BLOCK_BYTES);
    return (codes->kind == EGDB_WDL ? unpack_wdl : unpack_plies)(codes, &bits, n, out);
}

/* ---- codes in a file ---- */

/*
 * Writes the lengths: two bytes say how many follow, four bits each, the first in the higher half
 * of a byte.
 */
static void write_lengths(const struct huffman *code, struct buffer *out)
{
    unsigned n = code->n;
    while (n > 0 && !code->length[n - 1])
        n--;
    buffer_add_char(out, (char)(n & 0xff));
    buffer_add_char(out, (char)(n >> 8));
    for (unsigned i = 0; i < n; i += 2)
        buffer_add_char(out, (char)(code->length[i] << 4 | (i + 1 < n ? code->length[i + 1] : 0)));
}

static size_t read_lengths(const uint8_t *bytes, size_t room, unsigned symbols, struct huffman *out)
{
    uint8_t length[HUFFMAN_SYMBOLS_MAX] = {0};
    if (room < 2)
        return 0;
    const unsigned n = bytes[0] | (unsigned)bytes[1] << 8;
    const size_t used = 2 + (n + 1) / 2;
    if (n > symbols || used > room)
        return 0;
    for (unsigned i = 0; i < n; i++)
        length[i] = i % 2 ? bytes[2 + i / 2] & 15 : bytes[2 + i / 2] >> 4;
    return huffman_init(out, length, symbols) ? 0 : used;
}

void egdb_codes_write(const struct egdb_codes *codes, struct buffer *out)
{
    for (unsigned i = 0; i < codes->n; i++)
        write_lengths(&codes->code[i], out);
}

size_t egdb_codes_read(enum egdb_kind kind, const uint8_t *bytes, size_t n, struct egdb_codes *out)
{
    size_t used = 0;
    out->kind = kind;
    out->n = codes_of(kind);
    for (unsigned i = 0; i < out->n; i++) {
        const size_t one = read_lengths(bytes + used, n - used, symbols_of(kind, i), &out->code[i]);
        if (!one)
            return 0;
        used += one;
    }
    return used;
}
