// SPDX-License-Identifier: MIT
/*
 * What one instantiation of the move generator offers. Only core/board calls these; everybody else
 * uses move.h.
 */
#ifndef DAMA_CORE_BOARD_MOVEGEN_H
#define DAMA_CORE_BOARD_MOVEGEN_H

#include "core/board/board.h"

#include <stdbool.h>
#include <stdint.h>

struct moves;
struct position;
struct rules;

/** Functions made for one row; `rules` is that row, or any row for movegen_any. */
struct movegen {
    int (*generate)(const struct rules *rules, const struct position *pos, struct moves *list);
    int (*captures)(const struct rules *rules, const struct position *pos, struct moves *list);
    int (*between)(const struct rules *rules, const struct position *pos, square from, square to,
                   struct moves *list);
    bool (*has_capture)(const struct rules *rules, const struct position *pos);
    bool (*exist)(const struct rules *rules, const struct position *pos);
    /* These need a processor that counts bits (compiler.h). NULL: do it with lists. */
    unsigned (*count)(const struct rules *rules, const struct position *pos);
    /*
     * Leaves `depth` plies below, at least 2. Where king moves are counted: only for positions
     * without kings.
     */
    uint64_t (*below)(const struct position *pos, unsigned depth);
};

/** Reads the row at run time: for readings of a rule, and for tests that change a row. */
extern const struct movegen movegen_any;

/** As movegen_any, but lists a capture once for each order in which its pieces can be taken. */
extern const struct movegen movegen_routes;

/**
 * Steps that movegen_any has taken in searches for captures, in this thread, since it began: jumps
 * looked at, and moves compared with those in the list. All instantiations take the same. Tests
 * bound them.
 */
extern _Thread_local uint64_t movegen_steps;

#endif
