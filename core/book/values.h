// SPDX-License-Identifier: MIT
/*
 * Evaluations and backed-up values: the value of an expanded position is that of its best move, and
 * so on up to the start (minimax). Functions with `err` return 0, or -1 with `err`, unless their
 * comments say otherwise.
 */
#ifndef DAMA_CORE_BOOK_VALUES_H
#define DAMA_CORE_BOOK_VALUES_H

#include "core/book/book.h"

/**
 * Stores an engine's evaluation of a position, and the position if the book does not have it.
 * @param eval its `value` is to equal its `score` unless the position is expanded
 */
int book_put_eval(struct book *book, const struct position *pos, const struct book_eval *eval,
                  struct err *err);

/** Finds the evaluation of a position. @return 1; 0: there is none; -1 with `err` */
int book_get_eval(struct book *book, const struct position *pos, struct book_eval *out,
                  struct err *err);

/**
 * Marks a position as expanded: adds all its legal moves, as moves of the engine, with the
 * positions after them, each of which must have an evaluation. Updates its value and those of all
 * positions before it.
 * @return 0, or -1 with `err`: a move's position has no evaluation
 */
int book_expand(struct book *book, const struct position *pos, struct err *err);

/**
 * Removes bad moves that the engine added and no game played: those that are worse by at least this
 * much than the best move of their position, and lead to a position that is not expanded.
 * @param thousandths of a man
 */
int book_drop_bad_moves(struct book *book, int thousandths, struct err *err);

/**
 * Removes leaf moves that the engine added and no game played, if the book continues after another
 * move that is worse by less than this. A move that was searched only once tends to look better
 * than one that was expanded, and a player would leave the book with it. Call book_back_up_all
 * next.
 * @param thousandths of a man
 */
int book_drop_leaf_moves(struct book *book, int thousandths, struct err *err);

/** Stores the progress of a run of dama-book expand. */
int book_put_run(struct book *book, struct book_run *run, struct err *err);

/** Recomputes all values. */
int book_back_up_all(struct book *book, struct err *err);

/**
 * Finds the value of a position from its moves.
 * @return 1; 0: no move leads to a position with an evaluation; -1 with `err`
 */
int book_best_value(struct book *book, uint64_t key, int *value, struct err *err);

#endif
