// SPDX-License-Identifier: MIT
/*
 * Games for tests of core, from a line of text. It looks like PDN, but is not read by our readers,
 * so that these tests do not fail when one of them does.
 *
 *     [White "w"] 1. 32-28! $5 {comment} (31-27 19-23) 19-23 2. - /FEN "W:W31:B1"/ 31-26 2-0
 *
 * Words are separated by blanks, brackets and move numbers. A comment ends at "}", a value at its
 * quote; "\}" and "\"" stand for themselves. All other words are moves.
 */
#ifndef DAMA_TESTS_LIB_GAME_TEXT_H
#define DAMA_TESTS_LIB_GAME_TEXT_H

#include "core/game/game.h"

/**
 * Makes a game, and plays it as far as it is legal (check_game); the test fails where the text is
 * none.
 * @param text is the source of the game, borrowed
 * @param game filled; it lives in the arena
 */
void game_of_text(const char *text, struct arena *arena, struct game *game);

#endif
