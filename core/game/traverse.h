// SPDX-License-Identifier: MIT
/*
 * Traversal of the whole tree of a game in the order in which it is written, with the board at each
 * step. Variations may be nested to any depth: they are kept on a list, without recursion.
 *
 *     32-28 {a} (31-27 {b}) 19-23    gives    node, item, open, node, item, close, node, end
 */
#ifndef DAMA_CORE_GAME_TRAVERSE_H
#define DAMA_CORE_GAME_TRAVERSE_H

#include "core/game/game.h"

enum traverse_step {
    TRAVERSE_NODE,  /* `node`; `pos` is the board before it */
    TRAVERSE_ITEM,  /* `item`, a comment, NAG or strength: after `node`, or before a line's first */
    TRAVERSE_OPEN,  /* a variation begins */
    TRAVERSE_CLOSE, /* the variation ends */
    TRAVERSE_END,   /* the game is complete */
    TRAVERSE_FAILED /* out of memory */
};

struct traversal_level;

/** The state of a traversal. The fields above the line are for reading. */
struct traversal {
    const struct node *node; /* NULL before the first one of a line */
    const struct item *item;
    struct position pos; /* before `node`; if that is NULL, where the line begins */
    bool known;          /* whether pos is known: no illegal and no unknown move came before */
    unsigned depth;      /* nesting of variations; 0 is the main line */
    unsigned ply;        /* moves and setups before `node` from the start of the game */
    /* ---- */
    const struct game *game;
    bool plays; /* the moves: false after traverse_init_unplayed */
    const struct item *next_item;
    const struct node *next_node;
    struct traversal_level *level; /* the enclosing lines; owned */
    struct traversal_level *spare; /* for reuse */
};

/**
 * Begins a traversal. `game` is borrowed until traverse_fini. Boards are known only in a game that
 * was checked (core/check/check.h).
 */
void traverse_init(struct traversal *walk, const struct game *game);

/** As traverse_init, without the boards: no move is played, and `known` is always false. */
void traverse_init_unplayed(struct traversal *walk, const struct game *game);

/**
 * Goes on to the next step, and fills the fields of `walk` for it.
 * @return the step; TRAVERSE_END after the last one, TRAVERSE_FAILED when out of memory: do not go
 *         on
 */
enum traverse_step traverse_next(struct traversal *walk);

/**
 * The node of a step, to be changed.
 * @param game the one that is traversed: who may change it may change its nodes and items
 * @return NULL where `node` is
 */
struct node *traverse_node(const struct traversal *walk, struct game *game);

/** As traverse_node, for `item`. */
struct item *traverse_item(const struct traversal *walk, struct game *game);

void traverse_fini(struct traversal *walk);

#endif
