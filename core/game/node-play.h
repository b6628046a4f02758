// SPDX-License-Identifier: MIT
/*
 * What a node of a game does to the board.
 */
#ifndef DAMA_CORE_GAME_NODE_PLAY_H
#define DAMA_CORE_GAME_NODE_PLAY_H

#include "core/game/game.h"

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

/**
 * As node_play, for the nodes of a line one after another. Where a move is unknown, passes over the
 * nodes up to the next setup that has pieces, if there is one.
 * @param node moved to the one that was played
 * @param ply  increased by the moves played and passed over; may be NULL
 */
bool node_play_on(const struct rules *rules, const struct node **node, struct position *pos,
                  unsigned *ply);

/** The next setup with pieces after a node of a line; NULL: there is none. */
struct node *node_next_setup(const struct node *node);

/** As node_play, on a board that need not be known: after a setup it is. @return as node_play */
bool node_follow(const struct rules *rules, const struct node *node, bool known,
                 struct position *pos);

#endif
