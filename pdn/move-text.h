// SPDX-License-Identifier: MIT
/*
 * How far moves in movetext reach, in all their spellings, and what could be taken for one.
 */
#ifndef DAMA_PDN_MOVE_TEXT_H
#define DAMA_PDN_MOVE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/** How many digits stand at p. */
size_t pdn_digits_at(const char *p, const char *end);

/** Length of the move that begins at p; 0 if none does. */
size_t pdn_move_length(const char *p, const char *end);

/** ` <42, 29>` after a move: the pieces it captures. @return after it, or p if there is none */
const char *pdn_skip_listed(const char *p, const char *end);

/**
 * Length of a number with a fraction at p that stands alone, `0.15`; 0 if there is none, or it may be a
 * move number and a move, `1.1128`.
 */
size_t pdn_decimal_length(const char *p, const char *end);

/** Length of a capture in brackets at p, `(ac5x)`, as the rules of Dameo print a reply; 0: none. */
size_t pdn_bracketed_length(const char *p, const char *end);

/** Whether p and what follows is a number with a point, and which; 0 where it is not. */
uint32_t pdn_move_number(const char *p, const char *end);

/**
 * Length of squares with signs between them at p that a slip of the keys has made of a move: `3-530`,
 * `32--27`, `2x637`, `c3--d4`, `dc3-d4`; 0 if they are something else.
 */
size_t pdn_garbled_length(const char *p, const char *end);

/**
 * Length of two squares at p with a sign between them that no move has, `28*19`, `32~28`, `19=23`; 0 if
 * they are something else. A point, a comma or a slash is that of a time, a score or a date.
 */
size_t pdn_odd_sign_length(const char *p, const char *end);

#endif
