// SPDX-License-Identifier: MIT
/*
 * An opening report: what is played from a position on, how often and with what success, for people
 * to read.
 */
#ifndef DAMA_CORE_BOOK_REPORT_H
#define DAMA_CORE_BOOK_REPORT_H

#include "core/book/tree.h"

#include <stdio.h>

struct book_report {
    struct book_tree_options tree;
    const char *title; /* NULL: the variant's */
    bool html;         /* a page with diagrams that needs nothing else; else text */
};

/** Writes the report; whether that worked is told by ferror(out). @return 0, or -1 with `err` */
int book_report_write(struct book *book, const struct book_report *report, FILE *out,
                      struct err *err);

#endif
