// SPDX-License-Identifier: MIT
/*
 * Constants for the tables of boards.
 */
#ifndef DAMA_CORE_BOARD_RAYS_H
#define DAMA_CORE_BOARD_RAYS_H

#include "core/board/board.h"

/** Bit number n * k, counted from the lowest or from the highest; 0 beyond the word. */
#define RAY_LOW(n, k)  ((n) * (k) < 64 ? (bitboard)1 << ((n) * (k) % 64) : 0)
#define RAY_HIGH(n, k) ((n) * (k) < 64 ? (bitboard)1 << 63 >> ((n) * (k) % 64) : 0)

/** Up to ten steps of n bits upwards from bit 0, or downwards from bit 63. */
#define RAY_UP(n)                                                                               \
 (RAY_LOW(n, 1) | RAY_LOW(n, 2) | RAY_LOW(n, 3) | RAY_LOW(n, 4) | RAY_LOW(n, 5) | RAY_LOW(n, 6) \
  | RAY_LOW(n, 7) | RAY_LOW(n, 8) | RAY_LOW(n, 9) | RAY_LOW(n, 10))
#define RAY_DOWN(n)                                                                  \
 (RAY_HIGH(n, 1) | RAY_HIGH(n, 2) | RAY_HIGH(n, 3) | RAY_HIGH(n, 4) | RAY_HIGH(n, 5) \
  | RAY_HIGH(n, 6) | RAY_HIGH(n, 7) | RAY_HIGH(n, 8) | RAY_HIGH(n, 9) | RAY_HIGH(n, 10))

/* Members of a struct board: steps east, north-east, north and north-west. */
#define BOARD_STEPS(e, ne, n, nw)                              \
 .delta = {n, ne, e, -(nw), -(n), -(ne), -(e), nw},            \
 .ray = {RAY_UP(n),   RAY_UP(ne),   RAY_UP(e),   RAY_DOWN(nw), \
         RAY_DOWN(n), RAY_DOWN(ne), RAY_DOWN(e), RAY_UP(nw)}

/** The same landing squares for every direction: the gaps do the rest. */
#define BOARD_LAND_ALL(set) .land = {set, set, set, set, set, set, set, set}

#endif
