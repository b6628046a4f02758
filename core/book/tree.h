// SPDX-License-Identifier: MIT
/*
 * A book as a tree of moves from a position: as one game with variations, the most played move
 * first, or step by step. A position that is reached several times is expanded only once; if the
 * depth is limited, where it is reached after the fewest moves.
 */
#ifndef DAMA_CORE_BOOK_TREE_H
#define DAMA_CORE_BOOK_TREE_H

#include "core/book/probe.h"
#include "core/book/roots.h"

struct book_tree_options {
    struct position start;
    const struct book_roots *roots; /* to walk from after `start`; not with `plies`; NULL: none */
    unsigned plies;                 /* depth of the tree; 0: to the end */
    bool shortest; /* visit each position at the end of its shortest path; always so with `plies` */
    unsigned min_games; /* leave out moves with fewer; 0: keep all, the engine's too */
    unsigned moves_max; /* show only so many of a position's most played moves; 0: all */
};

/** A move of the tree. */
struct book_step {
    const struct position *pos; /* before it */
    const struct book_entry *entry;
    unsigned ply;  /* from 0 at `start`, or at the root */
    unsigned rank; /* among the moves of its position, from 0 */
    bool repeated; /* it leads to a position that is elsewhere in the tree: the line ends here */
    bool detached; /* the move is reached from a root, not from `start` */
};

/**
 * Walks the tree depth first: a move, then everything after it, then its next sibling.
 * @param each returns 0 to go on, anything else to stop
 * @return 0, -1 with `err`, or the value that `each` returned
 */
int book_walk(struct book *book, const struct book_tree_options *options,
              int (*each)(void *ctx, const struct book_step *step), void *ctx, struct err *err);

/**
 * Turns the tree into a game, with the results in comments: "1265 games: +176 =341 -214, 47%".
 * @param game empty, with its arena set
 * @return 0, or -1 with `err`: out of memory, or more than a game holds
 */
int book_tree_game(struct book *book, const struct book_tree_options *options, struct game *game,
                   struct err *err);

#endif
