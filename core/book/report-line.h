// SPDX-License-Identifier: MIT
/*
 * What an opening report says of a line and of a move, for its text and its page.
 */
#ifndef DAMA_CORE_BOOK_REPORT_LINE_H
#define DAMA_CORE_BOOK_REPORT_LINE_H

#include "core/book/tree.h"

enum { REPORT_LINE_MAX = 1024 };

/** One of the lines that most games have followed to the end of the tree. */
struct report_line {
    uint64_t games;
    struct position pos; /* at its end */
    char moves[REPORT_LINE_MAX];
};

/** The share of the points with its interval, "47% (45-50)"; empty where no result is known. */
void report_score(const struct book_entry *e, char out[32]);

/** What the engine says, "+0.12", "won"; empty where it says nothing. */
void report_value(const struct book_entry *e, char out[16]);

#endif
