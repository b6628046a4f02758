// SPDX-License-Identifier: MIT
/*
 * A line and a move in an opening report, for both its text and its HTML page.
 */
#ifndef DAMA_CORE_BOOK_BOOK_REPORT_LINE_H
#define DAMA_CORE_BOOK_BOOK_REPORT_LINE_H

#include "core/book/tree.h"

enum { REPORT_LINE_MAX = 4096 };

/** One of the most played lines to the end of the tree. */
struct book_report_line {
    uint64_t games;      /* that played these moves in this order */
    struct position pos; /* at the end of the line */
    char moves[REPORT_LINE_MAX];
};

/** The score with its interval, "47% (45-50)"; empty if no result is known. */
void book_report_score(const struct book_entry *e, char out[32]);

/** The engine's evaluation, "+0.12" or "won"; empty if there is none. */
void book_report_value(const struct book_entry *e, char out[16]);

#endif
