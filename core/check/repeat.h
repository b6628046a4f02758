// SPDX-License-Identifier: MIT
/* Moves that are repeated at once, as when a line of text was pasted twice. */
#ifndef DAMA_CORE_CHECK_REPEAT_H
#define DAMA_CORE_CHECK_REPEAT_H

#include "core/check/checker.h"

struct repeat {
    unsigned n;               /* moves that repeat earlier ones */
    unsigned from, to;        /* numbers of the first and the last of the earlier ones */
    unsigned back;            /* moves of the repetition before the fault, legal by chance */
    const struct node *after; /* the first node after the repetition; NULL: the line ends */
};

/**
 * Finds out whether the moves from an illegal one on, or from a little before it, repeat those that
 * led up to there.
 * @param at  the illegal move; it may be what is left of two moves where the passages meet
 * @param out filled where they do
 */
bool repeat_find(const struct checker *c, const struct check_place *at, struct repeat *out);

#endif
