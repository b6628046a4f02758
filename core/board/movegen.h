// SPDX-License-Identifier: MIT
/*
 * The functions of one instantiation of the move generator. Only for core/board; others use move.h.
 */
#ifndef DAMA_CORE_BOARD_MOVEGEN_H
#define DAMA_CORE_BOARD_MOVEGEN_H

#include "core/board/board.h"

#include <stdbool.h>
#include <stdint.h>

struct moves;
struct position;
struct rules;

/**
 * Functions made for one row of rules; `rules` must be that row, but may be any for movegen_any.
 */
struct movegen {
    int (*generate)(const struct rules *rules, const struct position *pos, struct moves *list);
    int (*captures)(const struct rules *rules, const struct position *pos, struct moves *list);
    int (*between)(const struct rules *rules, const struct position *pos, square from, square to,
                   struct moves *list);
    bool (*has_capture)(const struct rules *rules, const struct position *pos);
    bool (*exist)(const struct rules *rules, const struct position *pos);
    /* These need a processor that counts bits (compiler.h). NULL: count with lists. */
    unsigned (*count)(const struct rules *rules, const struct position *pos);
    /*
     * Counts the leaves `depth` plies below, at least 2. If rules->counts_king_moves, only for
     * positions without kings.
     */
    uint64_t (*below)(const struct position *pos, unsigned depth);
};

/** Reads the row at run time: for optional readings of a rule, and for tests that change a row. */
extern const struct movegen movegen_any;

/** As movegen_any, but lists a capture once for each order in which it can take its pieces. */
extern const struct movegen movegen_routes;

/**
 * Steps of movegen_any in searches for captures on this thread so far: jumps tried, and moves
 * compared with those in the list. All instantiations take the same steps. Tests check that they
 * stay below a bound.
 */
extern _Thread_local uint64_t movegen_steps;

#endif
