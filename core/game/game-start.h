// SPDX-License-Identifier: MIT
/*
 * Where a game begins: the start position, setups before the first move, and the side that begins.
 */
#ifndef DAMA_CORE_GAME_GAME_START_H
#define DAMA_CORE_GAME_GAME_START_H

#include "core/game/game.h"

/** Whether game->start is where the game starts: its rules are known, and its FEN can be read. */
bool game_first_position_is_known(const struct game *game);

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

/** The first move of the main line, after any setups; NULL: none. */
const struct node *game_first_move(const struct game *game);

/**
 * Finds a first move whose dots, as in "1...", are the only sign of which side begins: the start is
 * not known, or it gives the turn to the other side, for which the move is not legal. Without those
 * dots, every move of the game would be taken for one of the other side.
 * @return the move; NULL: there is none
 */
const struct node *game_first_dotted_move(const struct game *game);

#endif
