// SPDX-License-Identifier: MIT
/*
 * The opening report as a page that needs nothing else: for report.c, which goes through the tree.
 */
#ifndef DAMA_CORE_BOOK_REPORT_HTML_H
#define DAMA_CORE_BOOK_REPORT_HTML_H

#include "core/book/report.h"

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

/** All up to the first move. @return 0, or -1 with `err`: out of memory */
int report_html_head(struct book *book, const struct book_report *report, FILE *out,
                     struct err *err);

/** A move. @param number plies before it in the game, for "3. 37-32" and "3... 10-14" */
void report_html_step(const struct book_step *step, unsigned number, const char *move, FILE *out);

/** The lines played most, and the end of the page. @return 0, or -1 with `err`: out of memory */
int report_html_tail(const struct rules *rules, const struct report_line *lines, unsigned n,
                     FILE *out, struct err *err);

#endif
