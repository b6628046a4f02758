// SPDX-License-Identifier: MIT
/*
 * Cells of tables in text: comma-separated values and the like. Source: RFC 4180.
 */
#ifndef DAMA_CORE_BASE_CELL_H
#define DAMA_CORE_BASE_CELL_H

#include "core/base/buffer.h"

/**
 * Adds a cell: in quotes if it contains the separator, a quote or a line end, or begins or ends
 * with a blank.
 * @param no_formulas put a ' before text that a spreadsheet would evaluate as a formula
 */
void cell_add(struct buffer *out, struct text t, char separator, bool no_formulas);

#endif
