// SPDX-License-Identifier: MIT
/*
 * Games that count squares from the opposite corner of the board, either in their moves alone or in
 * their FEN as well. Such a game fails at once if it is read in the usual way. Only core/check
 * includes this.
 */
#ifndef DAMA_CORE_CHECK_TURNED_BOARD_H
#define DAMA_CORE_CHECK_TURNED_BOARD_H

#include "core/check/checker.h"

/**
 * If the game fails in its first moves, tries whether it is legal with its FEN and its moves
 * turned. If so, changes the reader, reports that, and turns the start position and the FEN the
 * usual way round, since the FEN will be read again by others.
 * @param tag the FEN, which the start position of the game was read from
 * @return 0, turned or not; -1: out of memory, err set
 */
int turned_board_start(struct checker *c, const struct tag *tag);

/**
 * To be called after the main line was played from the usual start: if it failed in its first
 * moves, tries whether it is legal with the moves turned. If so, changes the reader, and the line
 * must be played again.
 * @return 1 turned, 0 not, -1: out of memory, err set
 */
int turned_board_moves(struct checker *c);

#endif
