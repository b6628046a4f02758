// SPDX-License-Identifier: MIT
/* An order of moves by what they do, to compare two lists. For qsort. */
#ifndef DAMA_TESTS_LIB_COMPARE_MOVES_H
#define DAMA_TESTS_LIB_COMPARE_MOVES_H

#include "core/board/move.h"

static inline int compare_moves(const void *a, const void *b)
{
    const struct move *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    if (x->captured != y->captured)
        return x->captured < y->captured ? -1 : 1;
    return (int)x->crowns - (int)y->crowns;
}

#endif
