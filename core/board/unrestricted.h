// SPDX-License-Identifier: MIT
/*
 * Moves that would be legal if one rule did not stand against them. For explaining why a move is
 * illegal; slow.
 */
#ifndef DAMA_CORE_BOARD_UNRESTRICTED_H
#define DAMA_CORE_BOARD_UNRESTRICTED_H

#include "core/board/move.h"

/**
 * Lists the captures that there would be if none had to be preferred to another.
 * @return 0, -1: out of memory
 */
int unrestricted_captures(const struct rules *rules, const struct position *pos,
                          struct moves *list);

/**
 * Lists the quiet moves that there would be if captures were not compulsory, and a king might move
 * as often as it likes.
 * @return 0, -1: out of memory
 */
int unrestricted_quiet(const struct rules *rules, const struct position *pos, struct moves *list);

#endif
