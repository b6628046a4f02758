// SPDX-License-Identifier: MIT
/*
 * Where a game starts: by its FEN, or by the rules. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_START_POSITION_H
#define DAMA_CORE_CHECK_START_POSITION_H

#include "core/check/checker.h"

/**
 * Finds the start position of the game by some rules: that of its FEN, or the usual one.
 * @param odd may be NULL; enum fen_odd
 * @return false if the FEN cannot be read
 */
bool start_position_read(struct checker *c, const struct rules *rules, struct position *pos,
                         unsigned *odd);

/**
 * Sets the start position.
 * @return 0, 1 the FEN cannot be read, or the rules do not allow the position: no moves can be
 *         checked, -1: out of memory, err set
 */
int start_position_set(struct checker *c);

/**
 * Reads the position that a node of the movetext sets up.
 * What it leaves open the moves after it decide; where that is not what the text says by itself, the
 * text of the node becomes the FEN that does.
 * @return false if it cannot be read or the rules do not allow it: the line cannot go on
 */
bool start_position_set_up(struct checker *c, struct node *node, struct position *pos);

/**
 * To be called after the main line was played: where it cannot begin in the start position at all,
 * replaces all findings after `before` by one that says so.
 * @param before the last finding before the moves; NULL: there was none
 */
void start_position_report_missing(struct checker *c, struct finding *before);

/**
 * Where a move of the main line is illegal: reports whether another game begins at it or before it.
 * @param at the illegal move
 * @return whether it does
 */
bool start_position_report_glued(struct checker *c, const struct check_place *at);

#endif
