// SPDX-License-Identifier: MIT
/*
 * How wide a terminal shows a text, to align columns: Chinese, Japanese and Korean characters take
 * two columns, and marks that stand on the letter before, such as an accent by itself, none.
 */
#ifndef DAMA_CORE_BASE_WIDTH_H
#define DAMA_CORE_BASE_WIDTH_H

#include "core/base/text.h"

/** @return columns; a byte that is not UTF-8 counts as one */
size_t width_of(struct text t);

/** @return bytes of the whole characters, with their marks, that fit into so many columns */
size_t width_fit(struct text t, size_t columns);

#endif
