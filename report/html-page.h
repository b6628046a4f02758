// SPDX-License-Identifier: MIT
/*
 * The frame around the content of every HTML page. A page is one file: style and scripts are inside
 * it, and it loads nothing else.
 */
#ifndef DAMA_REPORT_HTML_PAGE_H
#define DAMA_REPORT_HTML_PAGE_H

#include "core/base/buffer.h"
#include "core/base/err.h"

enum html_page_heading {
    HTML_PAGE_HEADING,    /* the title is also the first heading */
    HTML_PAGE_NO_HEADING, /* the content has a heading of its own */
};

/** Writes a page up to its content. */
void html_page_begin(struct buffer *out, const char *title, enum html_page_heading heading);
void html_page_end(struct buffer *out);

/**
 * Checks that a page may be written to a path: there is no file, or an earlier page made by dama.
 * @param path a string that lives as long as `err`
 * @return 0, or -1 with `err`: the file is not dama's, or cannot be read
 */
int html_page_check_place(const char *path, struct err *err);

#endif
