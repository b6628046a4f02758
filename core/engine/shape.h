// SPDX-License-Identifier: MIT
/*
 * The patterns of the evaluation. A shape makes a number of what stands on its squares, and each
 * number has a weight. Most shapes are blocks of neighbouring squares, whose contents (no man, a man
 * of one side, a man of the other) are the digits of a number in base 3; they overlap, so that every
 * square is covered together with all its surroundings. Others count the men of each side in large
 * parts of the board, such as the wings: what no block can see.
 *
 * Shapes that a symmetry of the game maps onto each other share their weights. The symmetries are
 * turning the board with colours swapped and, if every square is in play, the mirror image.
 */
#ifndef DAMA_CORE_ENGINE_SHAPE_H
#define DAMA_CORE_ENGINE_SHAPE_H

#include "core/board/rules.h"

enum {
    SHAPE_BLOCK = 10,   /* squares of a block, at most, so that a number fits 16 bits */
    SHAPE_SQUARES = 50, /* of any shape */
    SHAPE_COUNTS = 4,   /* shapes of each side that count men, where there are any */
    SHAPE_SLOTS = 48,
    SHAPE_TABLES = 48
};

/** One shape at one place, as one side sees it. */
struct shape {
    uint8_t n;                /* squares */
    uint8_t table;            /* index of the table of weights it uses, from 0 */
    uint8_t view;             /* enum side: who is `own` below. BLACK's weight is subtracted */
    square sq[SHAPE_SQUARES]; /* of a block, the first one is the highest digit */
    uint16_t own[SHAPE_SQUARES], other[SHAPE_SQUARES]; /* what a man there adds to the number */
};

/**
 * All shapes of a board: first White's views, then as many of Black's, in the same order of tables.
 */
struct shapes {
    unsigned n;                   /* even */
    unsigned blocks;              /* so many are blocks; on each side, they come first */
    unsigned tables;              /* different tables of weights */
    uint8_t digits[SHAPE_TABLES]; /* by table: the squares of its blocks, or 0 if men are counted */
    uint32_t size[SHAPE_TABLES];  /* by table: all numbers are below */
    struct shape at[SHAPE_SLOTS];
};

/** Lays the shapes out over the board of `rules`. */
void shapes_make(const struct rules *rules, struct shapes *out);

/** Works out the digits of shape->sq, and the size of its table. */
void shapes_number_block(struct shapes *shapes, struct shape *shape);

/** Whether there are shapes that count men, on this board. */
bool shapes_count_men(const struct board *board);

/** Adds these to the blocks. There must be room. */
void shapes_add_counts(const struct board *board, struct shapes *shapes);

/** 3 to the power of n, n at most 20. */
uint32_t shape_size(unsigned n);

/** Whether two sets of shapes are the same, square by square. */
bool shapes_same(const struct shapes *a, const struct shapes *b);

/** Whether they are the same but for shapes that count men, which only `more` has. */
bool shapes_lack_counts(const struct shapes *less, const struct shapes *more);

#endif
