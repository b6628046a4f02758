// SPDX-License-Identifier: MIT
/*
 * What surrounds the content of every HTML page. A page is one file: style and scripts are in
 * it, and it loads nothing else.
 */
#ifndef DAMA_REPORT_HTML_PAGE_H
#define DAMA_REPORT_HTML_PAGE_H

#include "core/base/buffer.h"
#include "core/base/err.h"

enum html_page_heading {
    HTML_PAGE_HEADING,    /* the title is the first heading as well */
    HTML_PAGE_NO_HEADING, /* the content has one of its own */
};

/** Writes a page up to its content. */
void html_page_begin(struct buffer *out, const char *title, enum html_page_heading heading);
void html_page_end(struct buffer *out);

/**
 * Whether a page may be written to a path: nothing is there, or an earlier page of dama's.
 * @param path a string that lives as long as `err`
 * @return 0, or -1 with `err`: somebody else's file, or one that cannot be read
 */
int html_page_check(const char *path, struct err *err);

#endif
