// SPDX-License-Identifier: MIT
/*
 * Games that count squares from the opposite corner of the board, their moves alone or their FEN as
 * well. Such a game fails at once as it is read usually. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_TURNED_BOARD_H
#define DAMA_CORE_CHECK_TURNED_BOARD_H

#include "core/check/checker.h"

/**
 * Where the game fails in its first moves: whether it is legal with its FEN and its moves turned.
 * Then the reader is changed, that is reported, and the start position and the FEN become the usual
 * ones, as others read the FEN again.
 * @param tag the FEN, which the start position of the game was read from
 * @return 0, turned or not; -1: out of memory, err set
 */
int turned_board_start(struct checker *c, const struct tag *tag);

/**
 * To be called after the main line was played from the usual start: where it failed in its first
 * moves, whether it is legal with the moves turned. Then the reader is changed, and the line is to
 * be played again.
 * @return 1 turned, 0 not, -1: out of memory, err set
 */
int turned_board_moves(struct checker *c);

#endif
