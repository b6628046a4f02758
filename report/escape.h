// SPDX-License-Identifier: MIT
/*
 * Names and texts that came from files and from the wire, made harmless to what shows them.
 */
#ifndef DAMA_REPORT_ESCAPE_H
#define DAMA_REPORT_ESCAPE_H

#include "core/base/buffer.h"

/** For a terminal, as printable_add, cut or padded to `width` columns. */
void escape_padded(struct buffer *out, struct text t, size_t width);

/** The columns for which escape_padded needs to cut or add nothing. */
size_t escape_width(struct text t);

/** For HTML, inside elements and quoted attributes: a tab as a blank, what is harmful as U+FFFD. */
void escape_html(struct buffer *out, struct text t);

/**
 * A JSON string with its quotes, which may stand inside a script element as well, and pass a
 * terminal.
 */
void escape_json(struct buffer *out, struct text t);

/**
 * A field of CSV, on one line, as printable_add makes it and quoted where it must be. An apostrophe
 * is put before what a spreadsheet would take for a formula.
 */
void escape_csv(struct buffer *out, struct text t);

#endif
