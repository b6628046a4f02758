// SPDX-License-Identifier: MIT
/*
 * An opening report for people to read: the moves played from a position, how often, and how they
 * score.
 */
#ifndef DAMA_CORE_BOOK_BOOK_REPORT_H
#define DAMA_CORE_BOOK_BOOK_REPORT_H

#include "core/book/tree.h"

#include <stdio.h>

struct book_report {
    struct book_tree_options tree;
    const char *title; /* NULL: the variant's */
    bool html;         /* a self-contained page with diagrams; else text */
};

/** Writes the report; check ferror(out) for write errors. @return 0, or -1 with `err` */
int book_report_write(struct book *book, const struct book_report *report, FILE *out,
                      struct err *err);

#endif
