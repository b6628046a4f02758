// SPDX-License-Identifier: MIT
/* Moves that are repeated at once, as when a line of text was pasted twice. */
#ifndef DAMA_CORE_CHECK_REPEAT_H
#define DAMA_CORE_CHECK_REPEAT_H

#include "core/check/checker.h"

struct repeat {
    unsigned n;        /* the number of moves that repeat earlier ones */
    unsigned from, to; /* move numbers of the first and last of those earlier moves */
    unsigned back; /* moves before the fault that belong to the repetition but happen to be legal */
    const struct node *after; /* the first node after the repetition; NULL: the line ends */
};

/**
 * Finds out whether the moves from an illegal one on, or from shortly before it, repeat the moves
 * just before them.
 * @param at  the illegal move; it may be the remains of two moves, where the two copies meet
 * @param out filled if they do
 */
bool repeat_find(const struct checker *c, const struct check_place *at, struct repeat *out);

#endif
