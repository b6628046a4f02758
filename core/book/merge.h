// SPDX-License-Identifier: MIT
/*
 * Whole books: merging two, comparing two, checking one.
 */
#ifndef DAMA_CORE_BOOK_MERGE_H
#define DAMA_CORE_BOOK_MERGE_H

#include "core/book/book.h"

/**
 * Adds what another book holds: its games, and what its engine found. book_count follows, then
 * book_back_up_all. Books give the same whatever their order: of two evaluations the deeper one
 * stays.
 * @return 0, 1 stopped, -1 with `err`: of another variant, other plies, folded and not
 */
int book_merge(struct book *into, struct book *from, struct book_added *added,
               bool (*stopped)(void), struct err *err);

/**
 * A move that is in one of two books only, or counted otherwise; or a position that is evaluated
 * otherwise.
 */
struct book_difference {
    const struct position *pos;
    const struct move *mv;         /* NULL: it is about the position's evaluation */
    const struct book_edge *a, *b; /* NULL: not in that book */
    const struct book_eval *eval_a, *eval_b;
};

/**
 * Compares what two books know of positions, in the order of their keys.
 * @param each not 0 stops
 * @return 0, -1 with `err`, or what `each` returned
 */
int book_compare(struct book *a, struct book *b,
                 int (*each)(void *ctx, const struct book_difference *difference), void *ctx,
                 struct err *err);

/**
 * Checks everything: the file, that each position is one, each move legal and leading to a position
 * of the book, counts those of the games, values sound and those of what the moves lead to.
 * @param each is told what is wrong, one line each; not 0 stops
 * @return 0 (also where something was wrong), -1 with `err`, or what `each` returned
 */
int book_verify(struct book *book, int (*each)(void *ctx, const char *what), void *ctx,
                struct err *err);

#endif
