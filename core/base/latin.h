// SPDX-License-Identifier: MIT
/*
 * The letters of languages in Latin script, and where they stand in words. For latin-guess.c.
 */
#ifndef DAMA_CORE_BASE_LATIN_H
#define DAMA_CORE_BASE_LATIN_H

#include <stdbool.h>

enum { LATIN_NO_BREAK_SPACE = 0xA0 }; /* in all pages of Windows and ISO */

/** Alphabets whose letters beyond ASCII are known; LATIN_ANY has all of them. */
enum latin_letters {
    LATIN_ANY,
    LATIN_TURKISH,
    LATIN_BALTIC, /* Estonian, Latvian, Lithuanian */
};

/** Whether a code point beyond ASCII is a letter of some language in Latin script. */
bool latin_is_letter(unsigned point);

/** Whether a code point is a vowel without marks. */
bool latin_is_vowel(unsigned point);

/** Whether an alphabet has a letter beyond ASCII. */
bool latin_has(enum latin_letters letters, unsigned point);

/**
 * Whether no word in those languages has the letter in such a place: a sign of a wrong code page.
 * @param before, after the code points next to it; a blank at either end of the text
 */
bool latin_is_odd(enum latin_letters letters, unsigned point, unsigned before, unsigned after);

#endif
