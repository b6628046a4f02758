// SPDX-License-Identifier: MIT
/*
 * The whole path of a capture, square by square. Source: PDN 3.0, "Long notation": after each jump,
 * the square where the piece turns or, if it does not, the square right behind the captured piece;
 * after the last jump, only the final square.
 */
#ifndef DAMA_CORE_BOARD_CAPTURE_PATH_H
#define DAMA_CORE_BOARD_CAPTURE_PATH_H

#include "core/board/move.h"

enum capture_path {
    CAPTURE_PATH_NONE,  /* the squares do not follow the capture, or leave out jumps */
    CAPTURE_PATH_LOOSE, /* every jump is there, but a king stops on a square other than PDN's */
    CAPTURE_PATH_EXACT,
};

/**
 * Follows a path jump by jump. There is only one way to do so, hence a path that includes every
 * jump names exactly one move.
 * @param mv legal in `pos`
 * @param sq n squares, from and to among them
 */
enum capture_path capture_path_match(const struct rules *rules, const struct position *pos,
                                     const struct move *mv, const square *sq, unsigned n);

/**
 * Lists the squares of one route of a legal capture; only from and to if the budget is spent before
 * a route is found (budget.h).
 * @param sq room for 65
 * @return how many, from and to among them
 */
unsigned capture_path_write(const struct rules *rules, const struct position *pos,
                            const struct move *mv, square *sq);

#endif
