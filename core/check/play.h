// SPDX-License-Identifier: MIT
/* Playing the lines of a game. Only core/check includes this. */
#ifndef DAMA_CORE_CHECK_PLAY_H
#define DAMA_CORE_CHECK_PLAY_H

#include "core/check/checker.h"

/** Plays the main line and all variations from `start`. @return 0, -1: out of memory, err set */
int play_game(struct checker *c, const struct position *start);

#endif
