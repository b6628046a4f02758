// SPDX-License-Identifier: MIT
/*
 * The games in a book, from which its moves come.
 */
#ifndef DAMA_CORE_BOOK_GAMES_H
#define DAMA_CORE_BOOK_GAMES_H

#include "core/book/book.h"

/**
 * Calls `each` for the games in the order of their numbers.
 * @param through only games that reach this position within the plies of the book; NULL: all
 * @param mv      only games that play this legal move there; NULL: any
 * @param each    returns 0 to go on, anything else to stop
 * @return 0, -1 with `err`, or the value that `each` returned
 */
int book_games(struct book *book, const struct position *through, const struct move *mv,
               int (*each)(void *ctx, const struct book_game *game), void *ctx, struct err *err);

/** Counts games, positions, moves and evaluations. @return 0, or -1 with `err` */
int book_size(struct book *book, struct book_db_counts *out, struct err *err);

#endif
