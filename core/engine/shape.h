// SPDX-License-Identifier: MIT
/*
 * The patterns of the evaluation. A shape is a short list of squares; their contents (nothing, a
 * man of one side, a man of the other) are a number in base 3, and each number has a weight. Shapes
 * are overlapping blocks of neighbouring squares, so that every square is covered with all its
 * surroundings.
 *
 * Shapes that a symmetry of the game maps onto each other share their weights: turning the board
 * with colours swapped; and where every square is played also the mirror image.
 */
#ifndef DAMA_CORE_ENGINE_SHAPE_H
#define DAMA_CORE_ENGINE_SHAPE_H

#include "core/board/rules.h"

enum {
    SHAPE_SQUARES = 10, /* so that a number fits 16 bits */
    SHAPE_SLOTS = 48,
    SHAPE_TABLES = 48
};

/** One shape at one place, as one side sees it. */
struct shape {
    uint8_t n;     /* squares */
    uint8_t table; /* whose weights it takes, from 0 */
    uint8_t view;  /* enum side: whose men count 1; the other's count 2. BLACK's is subtracted */
    square sq[SHAPE_SQUARES]; /* the first one is the highest digit */
};

/**
 * All shapes of a board: White's views first, then as many of Black's, in the same order of tables.
 */
struct shapes {
    unsigned n;                   /* even */
    unsigned tables;              /* different tables of weights */
    uint8_t digits[SHAPE_TABLES]; /* squares of each table's shape */
    struct shape at[SHAPE_SLOTS];
};

/** Lays the shapes out over the board of `rules`. */
void shapes_make(const struct rules *rules, struct shapes *out);

/** 3 to the power of n, n at most 20. */
uint32_t shape_size(unsigned n);

/** Whether two sets of shapes are the same, square by square. */
bool shapes_same(const struct shapes *a, const struct shapes *b);

#endif
