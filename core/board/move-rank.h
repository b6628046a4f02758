// SPDX-License-Identifier: MIT
/*
 * Identifies a legal move in a few bytes that mean the same on every machine: its two squares, and
 * a rank that tells which of the captures between them it is.
 */
#ifndef DAMA_CORE_BOARD_MOVE_RANK_H
#define DAMA_CORE_BOARD_MOVE_RANK_H

#include "core/board/move.h"

/**
 * The rank, from 0, of a move among the legal moves between the same squares, ordered by the
 * bitboard of captured squares as a number.
 * @param list scratch, initialised
 * @return 0 to 255, or -1: out of memory
 */
int move_rank(const struct rules *rules, const struct position *pos, const struct move *mv,
              struct moves *list);

/**
 * Finds the legal move with a given rank.
 * @param list scratch, initialised
 * @return 1 found, 0 no such move, -1 out of memory
 */
int move_rank_find(const struct rules *rules, const struct position *pos, square from, square to,
                   unsigned rank, struct moves *list, struct move *out);

#endif
