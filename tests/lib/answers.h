// SPDX-License-Identifier: MIT
/*
 * An engine that answers from a list, one answer a search, so that a test says what each search of
 * the code under it finds. A position without moves is lost, and takes no answer. Lines go on to a
 * quiet position, so that nobody has to ask for the rest of them.
 */
#ifndef DAMA_TESTS_LIB_ANSWERS_H
#define DAMA_TESTS_LIB_ANSWERS_H

#include "core/engine/ops.h"

/** What one search says, for the side to move. The best move is the first of those it is given. */
struct answer {
    float win, draw; /* chances; what is left is the chance of losing */
    int plies;       /* to a forced win, negative to a loss; 0: none is seen */
};

enum { ANSWERS_MAX = 8 };

/** The `ctx` of engine_ops_answers. */
struct answers {
    struct answer at[ANSWERS_MAX];
    unsigned n;
    unsigned asked; /* searches so far; beyond n, the answer is an even position */
};

extern const struct engine_ops engine_ops_answers;

#endif
