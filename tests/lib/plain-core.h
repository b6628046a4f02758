// SPDX-License-Identifier: MIT
/*
 * From core/board's positions and moves to those of the plain generator, and back.
 */
#ifndef DAMA_TESTS_LIB_PLAIN_CORE_H
#define DAMA_TESTS_LIB_PLAIN_CORE_H

#include "core/board/move.h"
#include "tests/lib/plain.h"

struct plain plain_of_position(const struct rules *rules, const struct position *pos);

struct position position_of_plain(const struct rules *rules, const struct plain *plain);

struct move move_of_plain(const struct rules *rules, const struct plain_move *mv);

#endif
