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

/**
 * Goes on to the next step, and fills the fields of `walk` for it.
 * @return the step; TRAVERSE_END after the last one, TRAVERSE_FAILED when out of memory: do not go
 *         on
 */
enum traverse_step traverse_next(struct traversal *walk);

void traverse_fini(struct traversal *walk);

/**
 * The number that belongs before the next move of a line. It counts the moves of the side that
 * starts the game.
 */
struct move_number {
    uint32_t number;
    bool second; /* the side that moves second is to move */
    bool set_up; /* a position was just set up: any number may follow */
};

/** The count at the game's start: 1. */
struct move_number move_number_start(const struct game *game);

/**
 * The count at a ply of the main line when the game is written anew: it starts with the number at
 * the first move and goes on regularly, whatever is written at later moves.
 * @param ply from 0
 */
struct move_number move_number_at(const struct game *game, unsigned ply);

/** The dots to write after the number: "." or "...". */
static inline const char *move_number_dots(struct move_number count)
{
    return count.second ? "..." : ".";
}

/** Whether a number is written before the node that does not follow from the count. */
bool move_number_differs(const struct move_number *count, const struct node *node);

/**
 * Whether the number and dots of a node must be kept as written: in a variation, before a move that
 * is not legal there. Only they tell which side the move is for, or that it belongs after another
 * move than the one to which the variation is attached.
 */
bool node_needs_number(const struct node *node, unsigned depth);

/** Counts a node. A written number is adopted; setups do not count. */
void move_number_add(struct move_number *count, const struct node *node);

/**
 * Whether a node is a setup that gives only the side to move, `B::`.
 * @param turn set to it if so
 */
bool node_turns(const struct node *node, uint8_t *turn);

/**
 * Plays one node on a board that is known.
 * @return whether the board is known after it
 */
bool node_play(const struct rules *rules, const struct node *node, struct position *pos);

/** Whether game->start is where the game starts: its rules are known, and its FEN can be read. */
bool game_first_position_is_known(const struct game *game);

/** The changes made by game_take_setups, so that they can be undone. */
struct game_setups {
    struct node *first, *last; /* setups taken off the main line; NULL: none */
    struct position start;
    bool start_given, start_unknown;
};

/**
 * Turns a position set up in the main line of a checked game, before its first move, into the
 * game's start position; the main line then begins after it.
 */
void game_take_setups(struct game *game, struct game_setups *out);

/** Undoes game_take_setups, before the game is written. Parts added meanwhile stay. */
void game_put_setups(struct game *game, const struct game_setups *setups);

/**
 * Whether the side that usually moves second begins although the start position does not say so:
 * because of the dots of "1...", or, if the start is unknown, because of the legible part of the
 * FEN.
 */
bool game_second_side_begins(const struct game *game);

/**
 * Finds a first move whose dots, as in "1...", are the only sign of which side begins: the start is
 * not known, or it gives the turn to the other side, for which the move is not legal. Without those
 * dots, every move of the game would be taken for one of the other side.
 * @return the move; NULL: there is none
 */
const struct node *game_first_dotted_move(const struct game *game);

/**
 * The position that a game begins from: a setup before the first move counts.
 * @param pos an empty board unless game_has_beginning
 * @return the first node after that; NULL: none
 */
const struct node *game_first_position(const struct game *game, struct position *pos);

/** Whether the position that a game begins from is known. */
bool game_has_beginning(const struct game *game);

/** Whether a game begins elsewhere than usual, or from a FEN that cannot be read. */
bool game_is_set_up(const struct game *game);

/** As node_play, on a board that need not be known: after a setup it is. @return as node_play */
bool node_follow(const struct rules *rules, const struct node *node, bool known,
                 struct position *pos);

#endif
