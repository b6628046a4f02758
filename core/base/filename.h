// SPDX-License-Identifier: MIT
/*
 * Names of files made of any text.
 */
#ifndef DAMA_CORE_BASE_FILENAME_H
#define DAMA_CORE_BASE_FILENAME_H

#include "core/base/buffer.h"

enum { FILENAME_MAX_BYTES = 100 };

/**
 * Makes a name that every system takes, without a suffix: small letters without marks; underscores
 * for blanks, separators, wildcards and control characters; no dot or dash at its beginning, no dot
 * at its end, no device ("nul"), at most FILENAME_MAX_BYTES. Names that differ in capitals or marks
 * alone become one. Nothing becomes "unknown".
 */
void filename_make(struct text value, struct buffer *out);

#endif
