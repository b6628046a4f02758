// SPDX-License-Identifier: MIT
/*
 * Where a game starts: by its FEN, or by the rules. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_START_POSITION_H
#define DAMA_CORE_CHECK_START_POSITION_H

#include "core/check/checker.h"

/**
 * Finds the start position of the game under some rules: that of its FEN, or the usual one.
 * @param odd may be NULL; enum fen_odd
 * @return false if the FEN cannot be read
 */
bool start_position_read(struct checker *c, const struct rules *rules, struct position *pos,
                         unsigned *odd);

/**
 * Sets the start position.
 * @return 0, 1 the FEN cannot be read, or the rules do not allow the position, so that no moves can
 *         be checked; -1: out of memory, err set
 */
int start_position_set(struct checker *c);

/**
 * Reads the position that a node of the movetext sets up. The moves after it decide what its text
 * leaves open; if the result is not the position that the text gives by itself, the node's text is
 * replaced by a FEN that gives it.
 * @return false if it cannot be read or the rules do not allow it: the line cannot go on
 */
bool start_position_set_up(struct checker *c, struct node *node, struct position *pos);

/**
 * To be called after the main line was played: if it cannot begin in the start position at all,
 * replaces all findings after `before` with one that says so.
 * @param before the last finding before the moves; NULL: there was none
 */
void start_position_report_missing(struct checker *c, struct finding *before);

/**
 * To be called when a move of the main line is illegal: reports it if another game begins at this
 * move or before it.
 * @param at the illegal move
 * @return whether it does
 */
bool start_position_report_glued(struct checker *c, const struct check_place *at);

#endif
