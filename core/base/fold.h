// SPDX-License-Identifier: MIT
/*
 * Case and accent folding, so that "Sijbránds" is found as "sijbrands". Latin, modern
 * Greek, Cyrillic and Armenian.
 */
#ifndef DAMA_CORE_BASE_FOLD_H
#define DAMA_CORE_BASE_FOLD_H

#include "core/base/buffer.h"

/**
 * Adds a text folded: lower case, no accents. Other scripts, and bytes that are not UTF-8, stay as
 * they are.
 */
void fold_text(struct buffer *out, struct text t);

#endif
