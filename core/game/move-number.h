// SPDX-License-Identifier: MIT
/*
 * The numbers before the moves of a game, as written and as they should be.
 */
#ifndef DAMA_CORE_GAME_MOVE_NUMBER_H
#define DAMA_CORE_GAME_MOVE_NUMBER_H

#include "core/game/game.h"

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

#endif
