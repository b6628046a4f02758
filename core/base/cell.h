// SPDX-License-Identifier: MIT
/*
 * Cells of tables in text: comma-separated values and the like. Source: RFC 4180.
 */
#ifndef DAMA_CORE_BASE_CELL_H
#define DAMA_CORE_BASE_CELL_H

#include "core/base/buffer.h"

/**
 * Adds a cell: in quotes where it holds the separator, a quote or a line end, or where a blank
 * begins or ends it.
 * @param no_formulas put a ' before what a spreadsheet would take for a formula and run
 */
void cell_add(struct buffer *out, struct text t, char separator, bool no_formulas);

#endif
