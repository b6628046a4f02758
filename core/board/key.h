// SPDX-License-Identifier: MIT
/*
 * Zobrist keys of positions, the same for ever and on every machine, and the tables that update
 * them move by move.
 *
 * A key is the exclusive or of the numbers of everything in a position. Each number is made from an
 * index by the finalizer of SplitMix64:
 *
 *      mix(x) = { x ^= x >> 30; x *= 0xbf58476d1ce4e5b9;
 *                 x ^= x >> 27; x *= 0x94d049bb133111eb; x ^= x >> 31 }
 *      seed   = 0; for each byte of the variant's spelling:
 *                  seed = mix(seed + 0x9e3779b97f4a7c15 + byte)
 *      number = mix(seed + (index + 1) * 0x9e3779b97f4a7c15)
 *
 *      index       of
 *      s           White's man on the square with printed number s, 1 to 99
 *      s + 100     White's king        s + 200   Black's man        s + 300   Black's king
 *      400         Black to move
 *      500 * n + s + 100 * side        n = 1 to 3 king moves counted for that side's king on s
 *                                      (Frisian draughts)
 *
 * The spelling is the variant's name, followed by a colon and the readings that differ from the
 * default, if any: "turkish:promotion=stop". Boards whose squares are written in letters are
 * numbered from the top left to the right: a8 is 1, h8 is 8. Arithmetic is modulo 2^64. The start
 * position's keys are pinned in tests/core/board/test-key.c. Source: SplitMix64 by Sebastiano
 * Vigna, after Steele, Lea and Flood, 2014; the rest is ours.
 */
#ifndef DAMA_CORE_BOARD_KEY_H
#define DAMA_CORE_BOARD_KEY_H

#include "core/board/move.h"

/** The numbers of one rule set. */
struct keys {
    uint64_t piece[2][2][BOARD_BITS]; /* by side, by whether it is a king, by square */
    uint64_t turn;                    /* Black to move */
    uint64_t seed;
};

/**
 * @return the numbers of a rule set, never freed; NULL when out of memory, or after hundreds of
 *         rule sets
 */
const struct keys *keys_of(const struct rules *rules);

/** The part of the key that stands for the position's counters; 0 if there are none. */
uint64_t key_counters(const struct rules *rules, const struct keys *keys,
                      const struct position *pos);

/** The part of the key that stands for a set of like pieces: men or kings of one side. */
static inline uint64_t key_set(const uint64_t number[BOARD_BITS], bitboard set)
{
    uint64_t key = 0;
    for (; set; set &= set - 1)
        key ^= number[LOWEST64(set)];
    return key;
}

/**
 * The key after a move, from the key before it. Does not cover the counters: if
 * rules->counts_king_moves, combine it (^) with key_counters of the positions before and after.
 * @param key    of `before`
 * @param before the position that the legal move is made in
 */
static inline uint64_t key_after(const struct keys *keys, uint64_t key,
                                 const struct position *before, const struct move *mv)
{
    unsigned us = before->turn, them = us ^ 1;
    bool is_king = before->kings >> mv->from & 1;
    key ^= keys->turn ^ keys->piece[us][is_king][mv->from]
           ^ keys->piece[us][is_king || mv->crowns][mv->to];
    if (mv->captured) {
        key ^= key_set(keys->piece[them][0], mv->captured & ~before->kings);
        key ^= key_set(keys->piece[them][1], mv->captured & before->kings);
    }
    return key;
}

#endif
