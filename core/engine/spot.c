// SPDX-License-Identifier: MIT
/*
 * A key is the exclusive or of a number for each piece on its square. The numbers come from a formula, so that a search
 * gives the same answer on every machine.
 */
#include "core/engine/spot.h"

/** The output of a splitmix generator: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014). */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

void spot_keys(struct eval *eval)
{
    uint64_t n = 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (unsigned kind = 0; kind < 2; kind++)
            for (unsigned sq = 0; sq < BOARD_BITS; sq++)
                eval->key[side][kind][sq] = mix(n++);
}

uint64_t spot_counter_key(const struct position *pos)
{
    uint64_t key = 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        if (pos->king_moves[side])
            key ^= mix(0x10000u + side * 0x1000u + pos->king_moves[side] * 64u
                       + pos->king_square[side]);
    return key;
}

void spot_start(const struct eval *eval, const struct position *pos, struct spot *spot)
{
    spot->pos = *pos;
    spot->still = 0;
    eval_start(eval, pos, &spot->sums);
    spot->key = pos->turn == BLACK ? SPOT_TURN_KEY : 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (bitboard set = pos->pieces[side]; set; set &= set - 1) {
            unsigned sq = bit_lowest(set);
            spot->key ^= eval->key[side][pos->kings >> sq & 1][sq];
        }
    if (eval->rules->counts_king_moves)
        spot->key ^= spot_counter_key(pos);
}
