// SPDX-License-Identifier: MIT
/*
 * Drop-out expansion: the book grows at the places where a game with good moves is most likely to
 * leave it.
 *
 * A path from the start to a leaf costs 1 for each ply, and `per_man` for each man by which its
 * moves are worse than the best ones. If one side is to play from the book, its own bad moves can
 * be made to cost more than those that its opponents may try. The cheapest leaf is expanded next:
 * all its moves are searched, and values are backed up. So the book is deep along the best moves,
 * and the shallower the worse the moves are, for both sides. Source: T. R. Lincke, "Strategies for
 * the Automatic Construction of Opening Books", CG 2000, LNCS 2063 (2001).
 */
#ifndef DAMA_CORE_STUDY_EXPAND_H
#define DAMA_CORE_STUDY_EXPAND_H

#include "core/book/values.h"
#include "core/study/search-pool.h"

struct expand {
    struct search_pool_options search; /* its `stopped` is also called after each position */
    const char *engine;                /* its name, for the book */
    const char *limits;                /* as words, for the journal */
    struct position root;
    const struct position *first; /* expanded before all others, n_first of them, in this order */
    unsigned n_first;
    bool first_only;        /* stop after those in `first` */
    double per_man[2];      /* cost in plies of losing a man by a move of White, of Black */
    unsigned plies_max;     /* from the root to a leaf; 0: any number */
    uint64_t positions_max; /* to expand; 0: no limit */
    /** Called after each position; may be NULL. */
    void (*progress)(void *ctx, uint64_t expanded, uint64_t evaluated);
};

struct expand_result {
    uint64_t expanded, evaluated; /* positions, in this run */
    bool complete;                /* there are no more leaves to expand */
};

/**
 * Expands a book that is open for changing. Each position is committed separately, so it is kept
 * whatever happens later. In between, other processes may change the book.
 * @return 0 as many as asked for, or complete; 1 stopped; -1 with `err`
 */
int expand_run(struct book *book, const struct expand *expand, struct expand_result *result,
               struct err *err);

#endif
