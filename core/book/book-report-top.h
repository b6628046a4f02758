// SPDX-License-Identifier: MIT
/*
 * The most played lines of a report. The tree counts all games that reach a position, whatever
 * their order of moves; a line counts only the games that played its moves in its order. So lines
 * are counted in the games themselves, after a walk through the tree has noted which moves it
 * shows.
 */
#ifndef DAMA_CORE_BOOK_BOOK_REPORT_TOP_H
#define DAMA_CORE_BOOK_BOOK_REPORT_TOP_H

#include "core/base/hashtable.h"
#include "core/book/book-report-line.h"

enum { REPORT_TOP_LINES = 8 };

/** The moves of a tree. Zero is empty. */
struct book_report_top {
    struct book_report_move *moves; /* owned */
    size_t n, room;
    struct hashtable by_keys; /* finds a move by the keys of the positions before and after it */
};

/** Notes a move of the tree. @return 0, or -1: out of memory */
int book_report_top_note(struct book_report_top *top, const struct book *book,
                         const struct book_step *step);

/**
 * Finds the most played among the lines whose moves were all noted. Lines with equally many games
 * are in the order of the tree.
 * @param start where lines begin, the first time that a game reaches it
 * @param plies of a line, at least 1
 * @param n     set to the number of lines found
 * @return 0, or -1 with `err`: out of memory, or the book cannot be read
 */
int book_report_top_find(const struct book_report_top *top, struct book *book,
                         const struct position *start, unsigned plies,
                         struct book_report_line lines[REPORT_TOP_LINES], unsigned *n,
                         struct err *err);

void book_report_top_fini(struct book_report_top *top);

#endif
