// SPDX-License-Identifier: MIT
/*
 * The opening report as a self-contained HTML page. For report.c, which walks the tree.
 */
#ifndef DAMA_CORE_BOOK_BOOK_REPORT_HTML_H
#define DAMA_CORE_BOOK_BOOK_REPORT_HTML_H

#include "core/book/book-report-line.h"

#include <stdio.h>

/**
 * Writes everything up to the first move.
 * @param title NULL: the variant's
 * @return 0, or -1 with `err`: out of memory, or the book cannot be read
 */
int book_report_html_head(struct book *book, const char *title, const struct position *start,
                          FILE *out, struct err *err);

/** Writes a move. @param number plies before it in the game, for "3. 37-32" and "3... 10-14" */
void book_report_html_step(const struct book_step *step, unsigned number, const char *move,
                           FILE *out);

/**
 * Writes the most played lines and the end of the page. @return 0, or -1 with `err`: out of memory
 */
int book_report_html_tail(const struct rules *rules, const struct book_report_line *lines,
                          unsigned n, FILE *out, struct err *err);

#endif
