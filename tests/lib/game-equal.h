// SPDX-License-Identifier: MIT
/* Whether two games are the same, for tests that write one and read it again. */
#ifndef DAMA_TESTS_LIB_GAME_EQUAL_H
#define DAMA_TESTS_LIB_GAME_EQUAL_H

#include "core/game/game.h"

/**
 * Compares two games in everything but places: tags, start, tree, texts, results; comments with
 * runs of blanks as one.
 * @param why set to the first difference
 */
bool game_equal(const struct game *a, const struct game *b, char *why, size_t why_size);

#endif
