// SPDX-License-Identifier: MIT
/*
 * Decides what a position leaves open by the moves after it: whose turn it is, and whether numbers
 * of a board of 64 squares count from a8 or from a1. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_POSITION_AMBIGUITY_H
#define DAMA_CORE_CHECK_POSITION_AMBIGUITY_H

#include "core/check/checker.h"

/**
 * Whether the numbers in a FEN may also be meant the other way: from a1 instead of a8, or from a8
 * instead of a1.
 */
bool position_ambiguity_numbers_are_open(const struct checker *c, unsigned odd);

/**
 * Takes the interpretation by which most of the moves are legal. Numbers count the same way in a
 * whole game: once they are decided, the reader of the game reads them so.
 * @param first the first node of the moves; NULL: none, nothing is decided
 * @param pos   the position as read; changed to the one decided on
 * @param odd   enum fen_odd, changed likewise; FEN_TURN_UNKNOWN stays set
 * @return whether the position is not the one that was read
 */
bool position_ambiguity_start(struct checker *c, const struct node *first, struct position *pos,
                              unsigned *odd);

#endif
