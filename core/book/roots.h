// SPDX-License-Identifier: MIT
/*
 * The positions where a walk must begin to see all of a book. The start position is not enough:
 * games may start elsewhere, and a threshold may remove every move that leads to a position, but
 * not those that lead on from it.
 */
#ifndef DAMA_CORE_BOOK_ROOTS_H
#define DAMA_CORE_BOOK_ROOTS_H

#include "core/book/book.h"

/** Zero is an empty set of roots. */
struct book_roots {
    struct position *at; /* owned; those that no move leads to, then one for each loop; by key */
    size_t n, room;
    uint64_t detached; /* number of positions not reached from the start position */
};

/** Finds the positions, besides `start`, from which all others are reached. @param roots zero */
int book_roots_find(struct book *book, const struct position *start, struct book_roots *roots,
                    struct err *err);

void book_roots_fini(struct book_roots *roots);

#endif
