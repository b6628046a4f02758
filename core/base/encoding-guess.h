// SPDX-License-Identifier: MIT
/*
 * Guesses the encoding of text that does not declare it.
 */
#ifndef DAMA_CORE_BASE_ENCODING_GUESS_H
#define DAMA_CORE_BASE_ENCODING_GUESS_H

#include "core/base/text.h"

/**
 * Guesses the encoding of text that is not UTF-8.
 * @param text lines that are not UTF-8
 * @return one of encoding_names
 */
const char *encoding_guess(struct text text);

#endif
