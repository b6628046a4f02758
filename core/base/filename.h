// SPDX-License-Identifier: MIT
/*
 * Makes file names from arbitrary text.
 */
#ifndef DAMA_CORE_BASE_FILENAME_H
#define DAMA_CORE_BASE_FILENAME_H

#include "core/base/buffer.h"

enum { FILENAME_MAX_BYTES = 100 };

/**
 * Makes a name that every system accepts, without an extension: lower-case letters without accents;
 * underscores for blanks, separators, wildcards and control characters; no dot or dash at the
 * start, no dot at the end, no device name ("nul"), at most FILENAME_MAX_BYTES, where a longer name
 * ends with a hash. Texts that differ only in case or accents give the same name; an empty text
 * gives "unknown".
 */
void filename_make(struct text value, struct buffer *out);

#endif
