// SPDX-License-Identifier: MIT
/*
 * Lengths come from Huffman's algorithm; if one is too long, all counts are halved (but stay above
 * 0) and it runs again. This is not the optimal code with such a limit, but within a thousandth of
 * it for our data. Source: D. A. Huffman, "A Method for the Construction of Minimum-Redundancy
 * Codes", 1952; J. B. Connell, "A Huffman-Shannon-Fano Code", 1973, for codes that follow from
 * their lengths.
 */
#include "core/egdb/huffman.h"

#include <string.h>

struct tree {
    uint64_t count[2 * HUFFMAN_SYMBOLS_MAX];
    uint16_t parent[2 * HUFFMAN_SYMBOLS_MAX];
    uint16_t heap[HUFFMAN_SYMBOLS_MAX + 1]; /* from index 1; the smallest count is first */
    unsigned n_heap;
};

static void sift_down(struct tree *tree, unsigned i)
{
    const uint16_t node = tree->heap[i];
    for (unsigned child; (child = 2 * i) <= tree->n_heap; i = child) {
        if (child < tree->n_heap
            && tree->count[tree->heap[child + 1]] < tree->count[tree->heap[child]])
            child++;
        if (tree->count[tree->heap[child]] >= tree->count[node])
            break;
        tree->heap[i] = tree->heap[child];
    }
    tree->heap[i] = node;
}

static uint16_t take_smallest(struct tree *tree)
{
    const uint16_t node = tree->heap[1];
    tree->heap[1] = tree->heap[tree->n_heap--];
    if (tree->n_heap)
        sift_down(tree, 1);
    return node;
}

/*
 * Joins the two rarest nodes until one is left.
 * @return the root; 0 if there is one symbol or none
 */
static unsigned grow_tree(struct tree *tree, unsigned n)
{
    unsigned next = n;
    for (unsigned i = tree->n_heap / 2; i >= 1; i--)
        sift_down(tree, i);
    while (tree->n_heap > 1) {
        const uint16_t a = take_smallest(tree), b = tree->heap[1];
        tree->count[next] = tree->count[a] + tree->count[b];
        tree->parent[a] = tree->parent[b] = (uint16_t)next;
        tree->heap[1] = (uint16_t)next++;
        sift_down(tree, 1);
    }
    return next > n ? next - 1 : 0;
}

/* @return the longest length */
static unsigned try_lengths(struct tree *tree, const uint64_t *count, unsigned n, unsigned shift,
                            uint8_t *length)
{
    unsigned longest = 0;
    tree->n_heap = 0;
    for (unsigned i = 0; i < n; i++)
        if (count[i]) {
            tree->count[i] = (count[i] >> shift) + 1;
            tree->heap[++tree->n_heap] = (uint16_t)i;
        }
    const unsigned symbols = tree->n_heap, root = grow_tree(tree, n);
    for (unsigned i = 0; i < n; i++) {
        unsigned depth = symbols == 1 && count[i] ? 1 : 0;
        for (unsigned node = i; count[i] && root && node != root; node = tree->parent[node])
            depth++;
        length[i] = (uint8_t)(depth < 255 ? depth : 255);
        if (depth > longest)
            longest = depth;
    }
    return longest;
}

void huffman_lengths(const uint64_t *count, unsigned n, uint8_t *length)
{
    struct tree tree;
    for (unsigned shift = 0; try_lengths(&tree, count, n, shift, length) > HUFFMAN_BITS;)
        shift++;
}

int huffman_init(struct huffman *code, const uint8_t *length, unsigned n)
{
    memset(code, 0, sizeof *code);
    code->n = n;
    uint32_t next = 0; /* the next code, extended to 12 bits */
    for (unsigned bits = 1; bits <= HUFFMAN_BITS; bits++)
        for (unsigned i = 0; i < n; i++) {
            if (length[i] != bits)
                continue;
            const uint32_t span = 1U << (HUFFMAN_BITS - bits);
            if (next + span > 1U << HUFFMAN_BITS)
                return -1;
            code->length[i] = (uint8_t)bits;
            code->code[i] = (uint16_t)(next >> (HUFFMAN_BITS - bits));
            for (uint32_t k = 0; k < span; k++)
                code->decode[next + k] = (uint16_t)(i << 4 | bits);
            next += span;
        }
    for (unsigned i = 0; i < n; i++)
        if (length[i] > HUFFMAN_BITS)
            return -1;
    return 0;
}

void huffman_put_bits(struct huffman_out *bits, uint32_t value, unsigned n)
{
    bits->window = bits->window << n | value;
    bits->n += n;
    while (bits->n >= 8) {
        bits->n -= 8;
        buffer_add_char(bits->out, (char)(bits->window >> bits->n & 0xff));
    }
}

void huffman_flush(struct huffman_out *bits)
{
    if (bits->n)
        huffman_put_bits(bits, 0, 8 - bits->n);
}
