// SPDX-License-Identifier: MIT
/*
 * Evaluations and backed-up values: an expanded position is worth what its best move leads to, and
 * so on up to the start.
 */
#ifndef DAMA_CORE_BOOK_VALUES_H
#define DAMA_CORE_BOOK_VALUES_H

#include "core/book/book.h"

/**
 * Stores an engine's evaluation of a position, and the position if the book does not have it.
 * @param eval its value is that of its score unless it is expanded
 */
int book_put_eval(struct book *book, const struct position *pos, const struct book_eval *eval,
                  struct err *err);

/** @return 1, 0 no evaluation, -1 with `err` */
int book_get_eval(struct book *book, const struct position *pos, struct book_eval *out,
                  struct err *err);

/**
 * Marks a position as expanded: all its legal moves are added, as the engine's, with the positions
 * after them, each of which must have an evaluation. Its value and those of all before it follow.
 * @return 0, or -1 with `err`: a move's position has no evaluation
 */
int book_expand(struct book *book, const struct position *pos, struct err *err);

/**
 * Removes moves that the engine added, no game played, and nobody would choose: worth at least so
 * much less than the best one of their position, and leading to a position that is not expanded.
 * @param thousandths of a man
 */
int book_drop_bad_moves(struct book *book, int thousandths, struct err *err);

/**
 * Removes moves that the engine added and no game played, where the book goes on after another move
 * that is not worse by so much. What was searched once looks better than what was searched further:
 * a player would leave the book with its first such move. book_back_up_all follows.
 * @param thousandths of a man
 */
int book_drop_leaf_moves(struct book *book, int thousandths, struct err *err);

/** Stores in the book how far a run of expanding has come. */
int book_put_run(struct book *book, struct book_run *run, struct err *err);

/** Computes all values again. */
int book_back_up_all(struct book *book, struct err *err);

/**
 * What the moves of a position make it worth.
 * @return 1, 0 where no move leads to a position with an evaluation, -1 with `err`
 */
int book_best_value(struct book *book, uint64_t key, int *value, struct err *err);

/**
 * The value of a position from that of the one after its move: a win further away is worth a
 * little less.
 */
int book_value_before(int after);

#endif
