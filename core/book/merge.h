// SPDX-License-Identifier: MIT
/*
 * Whole books: merging two, comparing two, checking one.
 */
#ifndef DAMA_CORE_BOOK_MERGE_H
#define DAMA_CORE_BOOK_MERGE_H

#include "core/book/book.h"

/**
 * Adds the games and evaluations of another book. Call book_count next, then book_back_up_all. The
 * order of merging does not matter: of two evaluations, the deeper one is kept.
 * @return 0, 1 stopped, -1 with `err`: the variants or plies differ, or only one is folded
 */
int book_merge(struct book *into, struct book *from, struct book_added *added,
               bool (*stopped)(void), struct err *err);

/**
 * Counts the evaluations that `old` has, and `book` lacks or has only from a shallower search.
 * Those without a score count, unlike in book_db_count, only if no others are missing.
 * @param missing set to that number
 * @return 0, or -1 with `err`
 */
int book_missing_evals(struct book *book, struct book *old, uint64_t *missing, struct err *err);

/**
 * A difference between two books: a move that is in only one of them or has different counts, or a
 * position whose evaluations differ.
 */
struct book_difference {
    const struct position *pos;
    const struct move *mv;         /* NULL: the position's evaluations differ */
    const struct book_edge *a, *b; /* NULL: not in that book */
    const struct book_eval *eval_a, *eval_b;
};

/**
 * Compares the positions and moves of two books, in the order of the positions' keys.
 * @param each returns 0 to go on, anything else to stop
 * @return 0, -1 with `err`, or the value that `each` returned
 */
int book_compare(struct book *a, struct book *b,
                 int (*each)(void *ctx, const struct book_difference *difference), void *ctx,
                 struct err *err);

/**
 * Checks everything: that the file is sound, each position is valid, each move is legal and leads
 * to a position of the book, the counts agree with the games, and the values with those of the best
 * moves.
 * @param each gets each fault as one line; returns 0 to go on, anything else to stop
 * @return 0 (even if there are faults), -1 with `err`, or the value that `each` returned
 */
int book_verify(struct book *book, int (*each)(void *ctx, const char *what), void *ctx,
                struct err *err);

#endif
