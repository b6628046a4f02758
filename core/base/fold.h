// SPDX-License-Identifier: MIT
/*
 * Letters without case and marks, so that "Sijbránds" is found as "sijbrands". Latin, Greek and
 * Cyrillic.
 */
#ifndef DAMA_CORE_BASE_FOLD_H
#define DAMA_CORE_BASE_FOLD_H

#include "core/base/buffer.h"

/**
 * Adds a text folded: small letters, no marks; other scripts and bytes that are no UTF-8 as they
 * are.
 */
void fold_text(struct buffer *out, struct text t);

#endif
