// SPDX-License-Identifier: MIT
/*
 * Case and accent folding, so that "Sijbránds" is found as "sijbrands". Latin, modern
 * Greek, Cyrillic and Armenian.
 */
#ifndef DAMA_CORE_BASE_FOLD_H
#define DAMA_CORE_BASE_FOLD_H

#include "core/base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Adds a text folded: lower case, no accents. Other scripts, and bytes that are not UTF-8, stay as
 * they are.
 */
void fold_text(struct buffer *out, struct text t);

enum { FOLD_GROWS = 2 }; /* folding may multiply the bytes of a text by this, at most */

/** Whether a Latin letter beyond ASCII is a capital. */
bool fold_is_capital(uint32_t point);

/**
 * Counts the capitals in a text, in the scripts above.
 * @param small set to whether there are small letters too
 */
unsigned fold_count_capitals(struct text t, bool *small);

#endif
