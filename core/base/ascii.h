// SPDX-License-Identifier: MIT
/*
 * Classes of ASCII characters, whatever the locale. A byte outside ASCII belongs to no class.
 */
#ifndef DAMA_CORE_BASE_ASCII_H
#define DAMA_CORE_BASE_ASCII_H

#include <stdbool.h>

static inline bool ascii_is_digit(char c) { return c >= '0' && c <= '9'; }

static inline bool ascii_is_letter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

static inline bool ascii_is_alnum(char c) { return ascii_is_letter(c) || ascii_is_digit(c); }

/** Blank, tab, CR or LF. */
static inline bool ascii_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static inline char ascii_upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

static inline char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

#endif
