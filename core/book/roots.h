// SPDX-License-Identifier: MIT
/*
 * Where a walk must begin to see all of a book. The start position is not enough: games may start
 * elsewhere, and a threshold may remove every move that leads to a position, but not those that
 * lead on.
 */
#ifndef DAMA_CORE_BOOK_ROOTS_H
#define DAMA_CORE_BOOK_ROOTS_H

#include "core/book/book.h"

/** Zero is none. */
struct book_roots {
    struct position *at; /* owned; those that no move leads to, then one of each loop; by key */
    size_t n, room;
    uint64_t detached; /* positions that are not reached from the start position */
};

/** Finds the positions from which all others are reached, besides the start. @param roots zero */
int book_roots_find(struct book *book, const struct position *start, struct book_roots *roots,
                    struct err *err);

void book_roots_fini(struct book_roots *roots);

#endif
