// SPDX-License-Identifier: MIT
/*
 * The patterns of the evaluation. A shape is a short list of squares; their contents (no man, a man
 * of one side, a man of the other) form a number in base 3, and each number has a weight. Shapes
 * are overlapping blocks of neighbouring squares, so that every square is covered together with all
 * its surroundings.
 *
 * Shapes that a symmetry of the game maps onto each other share their weights. The symmetries are
 * turning the board with colours swapped and, if every square is in play, the mirror image.
 */
#ifndef DAMA_CORE_ENGINE_SHAPE_H
#define DAMA_CORE_ENGINE_SHAPE_H

#include "core/board/rules.h"

enum {
    SHAPE_SQUARES = 10, /* at most, so that a number fits 16 bits */
    SHAPE_SLOTS = 48,
    SHAPE_TABLES = 48
};

/** One shape at one place, as one side sees it. */
struct shape {
    uint8_t n;     /* squares */
    uint8_t table; /* index of the table of weights it uses, from 0 */
    uint8_t view;  /* enum side: whose men are digit 1; the other's are 2. BLACK's is subtracted */
    square sq[SHAPE_SQUARES]; /* the first one is the highest digit */
};

/**
 * All shapes of a board: first White's views, then as many of Black's, in the same order of tables.
 */
struct shapes {
    unsigned n;                   /* even */
    unsigned tables;              /* different tables of weights */
    uint8_t digits[SHAPE_TABLES]; /* by table: the number of squares of its shapes */
    struct shape at[SHAPE_SLOTS];
};

/** Lays the shapes out over the board of `rules`. */
void shapes_make(const struct rules *rules, struct shapes *out);

/** 3 to the power of n, n at most 20. */
uint32_t shape_size(unsigned n);

/** Whether two sets of shapes are the same, square by square. */
bool shapes_same(const struct shapes *a, const struct shapes *b);

#endif
