// SPDX-License-Identifier: MIT
/*
 * Which squares the evaluation looks at together. A shape is a short list of squares; what stands
 * on them (nothing, a man of the one side, a man of the other) is a number in base 3, and each
 * number has a weight. Shapes are blocks of neighbouring squares that overlap, so that every square
 * is seen with all its surroundings.
 *
 * Shapes that a symmetry of the game maps on each other share their weights: the board turned round
 * with the colours changed; and on boards where every square is played also the board in a mirror.
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

#endif
