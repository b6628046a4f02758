// SPDX-License-Identifier: MIT
/*
 * The whole path of a capture, square by square.
 * Source: PDN 3.0, "Long notation": the square of each turn; where the direction stays, the square right behind the
 * captured piece; nothing behind the last captured piece but the final square.
 */
#ifndef DAMA_CORE_BOARD_SPELLING_H
#define DAMA_CORE_BOARD_SPELLING_H

#include "core/board/move.h"

enum spelling {
    SPELLING_NONE,  /* the squares do not lead along the capture, or leave jumps out */
    SPELLING_LOOSE, /* each jump is there, but a king stops elsewhere than it should */
    SPELLING_EXACT,
};

/**
 * Walks a path, jump by jump. There is one way to walk it, so a path that does not leave out jumps names one move.
 * @param mv legal in `pos`
 * @param sq n squares, from and to among them
 */
enum spelling spelling_of(const struct rules *rules, const struct position *pos,
                          const struct move *mv, const square *sq, unsigned n);

/**
 * Lists the squares of one way that a legal capture can take.
 * @param sq room for 65
 * @return how many, from and to among them
 */
unsigned spelling_write(const struct rules *rules, const struct position *pos,
                        const struct move *mv, square *sq);

#endif
