// SPDX-License-Identifier: MIT
/*
 * The code page of text in Latin letters. For encoding-guess.c.
 */
#ifndef DAMA_CORE_BASE_LATIN_GUESS_H
#define DAMA_CORE_BASE_LATIN_GUESS_H

#include "core/base/text.h"

/**
 * Guesses a code page of Windows, ISO or DOS.
 * @param text      lines that are not UTF-8
 * @param favourite the guess of another detector, preferred among equals; NULL: none
 * @return one of encoding_names
 */
const char *latin_guess(struct text text, const char *favourite);

#endif
