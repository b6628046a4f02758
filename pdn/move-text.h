// SPDX-License-Identifier: MIT
/*
 * Finds the extent of moves in movetext, in all their spellings, and of what could be taken for
 * one.
 */
#ifndef DAMA_PDN_MOVE_TEXT_H
#define DAMA_PDN_MOVE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/** How many digits there are at p. */
size_t pdn_digits_at(const char *p, const char *end);

/** Length of the move that begins at p; 0 if none does. */
size_t pdn_move_length(const char *p, const char *end);

/**
 * Skips a line break of any kind, and after it the marks of a quoted e-mail, `> `.
 * @return after them, or p if there is none
 */
const char *pdn_skip_line_break(const char *p, const char *end);

/**
 * Skips the list of captured pieces, ` <42, 29>`, after a move.
 * @return after it, or p if there is none
 */
const char *pdn_skip_listed(const char *p, const char *end);

/**
 * Length of a decimal fraction at p that stands alone, `0.15`; 0 if there is none, or it may be a
 * move number and a move, `1.1128`.
 */
size_t pdn_decimal_length(const char *p, const char *end);

/**
 * Length of a capture in brackets at p, such as `(ac5x)`, which is how the rules of Dameo print a
 * reply; 0 if there is none.
 */
size_t pdn_bracketed_length(const char *p, const char *end);

/** The move number with a point at p; 0 if there is none. */
uint32_t pdn_move_number(const char *p, const char *end);

/**
 * Length of what a typing error has made of a move, at p: squares and signs such as `3-530`,
 * `32--27`, `2x637`, `c3--d4`, `dc3-d4`; 0 if it is something else.
 */
size_t pdn_garbled_length(const char *p, const char *end);

/**
 * Length of two squares at p with a sign between them that is not used in moves, `28*19`, `32~28`,
 * `19=23`; 0 if they are something else. A point, a comma or a slash does not count: it belongs to
 * a time, a score or a date.
 */
size_t pdn_odd_sign_length(const char *p, const char *end);

#endif
