// SPDX-License-Identifier: MIT
/* Games for tests, from text. */
#ifndef DAMA_TESTS_LIB_PARSED_H
#define DAMA_TESTS_LIB_PARSED_H

#include "core/game/game.h"

/**
 * Parses and checks the first game of a text; the test fails where there is none.
 * @param game filled; it lives in the arena, and its words point into `pdn`
 */
void parsed(const char *pdn, struct arena *arena, struct game *game);

#endif
