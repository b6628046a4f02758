// SPDX-License-Identifier: MIT
/*
 * The names of squares as tables, made once for each board and numbering; for notation, FEN, keys
 * and diagrams.
 */
#ifndef DAMA_CORE_BOARD_SQUARES_H
#define DAMA_CORE_BOARD_SQUARES_H

#include "core/board/rules.h"

#include <stdatomic.h>

enum { SQUARES_NUMBERS = 100, SQUARES_FILES = 10 };

/** Tables of one board under one numbering. */
struct squares {
    square of_number[SQUARES_NUMBERS];       /* by printed number; SQUARE_NONE if there is none */
    square at[SQUARES_FILES][SQUARES_FILES]; /* by file and rank, from 0; SQUARE_NONE: none */
    uint8_t number[BOARD_BITS];              /* printed number, from 1; 0 if not in play */
    uint8_t file[BOARD_BITS], rank[BOARD_BITS]; /* from 0 */
    char name[BOARD_BITS][3];                   /* as the variant writes it, not ended by a NUL */
    uint8_t length[BOARD_BITS];                 /* of the name: 1 to 3 */
};

enum { NUMBERINGS = NUMBERING_LETTERS_TURNED + 1, SQUARES_TABLES = 4 * NUMBERINGS };

/** The tables, one for each shape of board and numbering; NULL until first used. */
extern _Atomic(const struct squares *) squares_tables[SQUARES_TABLES];

/** Makes a table, or finds the one that another thread has just made. */
const struct squares *squares_make(const struct rules *rules, unsigned slot);

/** @return the table of the variant's squares; static */
static inline const struct squares *squares_of(const struct rules *rules)
{
    const struct board *board = rules->board;
    unsigned shape = board->every_square ? 2 : board->files == 10 ? 3 : board->corner;
    unsigned slot = shape * NUMBERINGS + (unsigned)rules->numbering;
    const struct squares *found = atomic_load_explicit(&squares_tables[slot], memory_order_acquire);
    return LIKELY(found) ? found : squares_make(rules, slot);
}

/** Whether a square, given by file and rank from 0, is drawn as a dark one. */
bool squares_is_dark(const struct rules *rules, int file, int rank);

/** @return the direction that leads straight from one square to another; -1 if none does */
int squares_direction(const struct squares *squares, square from, square to);

/** @return the next square in play in a direction; SQUARE_NONE at the edge */
static inline square squares_step(const struct board *board, square sq, unsigned direction)
{
    int next = sq + board->delta[direction];
    if (next < 0 || next >= BOARD_BITS || !(board->land[direction] >> next & 1))
        return SQUARE_NONE;
    return (square)next;
}

#endif
