// SPDX-License-Identifier: MIT
/*
 * index.js, page.css and page.js as bytes; tools/embed makes the arrays when dama is built.
 */
#ifndef DAMA_REPORT_PAGE_H
#define DAMA_REPORT_PAGE_H

#include <stddef.h>

extern const unsigned char index_js[], page_css[], page_js[];
extern const size_t index_js_size, page_css_size, page_js_size;

#endif
