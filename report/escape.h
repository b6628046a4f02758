// SPDX-License-Identifier: MIT
/* Makes names and texts from files and from the network harmless for their output. */
#ifndef DAMA_REPORT_ESCAPE_H
#define DAMA_REPORT_ESCAPE_H

#include "core/base/buffer.h"

/** For a terminal: as printable_add does, cut or padded to `width` columns. */
void escape_padded(struct buffer *out, struct text t, size_t width);

/**
 * The same for a column of a table: what is too wide loses its middle, so that names with the same
 * beginning still differ.
 * @param width 8 at least
 */
void escape_column(struct buffer *out, struct text t, size_t width);

/** The number of columns for which escape_padded neither cuts nor pads. */
size_t escape_width(struct text t);

/**
 * For HTML, inside elements and quoted attributes: a tab becomes a blank, harmful characters
 * U+FFFD.
 */
void escape_html(struct buffer *out, struct text t);

/**
 * A JSON string with its quotes, which is also safe inside a script element and on a terminal.
 */
void escape_json(struct buffer *out, struct text t);

/**
 * A field of CSV, on one line: as printable_add does, and quoted if necessary. If a spreadsheet
 * would take it for a formula, an apostrophe is put in front.
 */
void escape_csv(struct buffer *out, struct text t);

#endif
