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

static const uint64_t TURN_KEY = 0x6c62272e07bb0142;

void spot_keys(struct eval *eval)
{
    uint64_t n = 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (unsigned kind = 0; kind < 2; kind++)
            for (unsigned sq = 0; sq < BOARD_BITS; sq++)
                eval->key[side][kind][sq] = mix(n++);
}

static uint64_t counter_key(const struct position *pos)
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
    spot->key = pos->turn == BLACK ? TURN_KEY : 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (bitboard set = pos->pieces[side]; set; set &= set - 1) {
            unsigned sq = bit_lowest(set);
            spot->key ^= eval->key[side][pos->kings >> sq & 1][sq];
        }
    if (eval->rules->counts_king_moves)
        spot->key ^= counter_key(pos);
}

static void play_captured(const struct eval *eval, const struct spot *from, bitboard captured,
                          struct spot *to)
{
    unsigned enemy = 1u - from->pos.turn;
    for (bitboard set = captured; set; set &= set - 1) {
        unsigned sq = bit_lowest(set);
        unsigned is_king = from->pos.kings >> sq & 1;
        to->key ^= eval->key[enemy][is_king][sq];
        if (!is_king)
            eval_remove(eval, &to->sums, enemy, (square)sq);
    }
}

void spot_play(const struct eval *eval, const struct spot *from, const struct move *mv,
               struct spot *to)
{
    unsigned side = from->pos.turn;
    bool was_king = from->pos.kings >> mv->from & 1, is_king = was_king || mv->crowns;
    to->pos = from->pos;
    move_play(eval->rules, &to->pos, mv);
    to->key = from->key ^ TURN_KEY ^ eval->key[side][was_king][mv->from]
              ^ eval->key[side][is_king][mv->to];
    if (was_king)
        eval_copy(eval, &to->sums, &from->sums);
    else if (!is_king)
        eval_step(eval, &to->sums, &from->sums, side, mv->from, mv->to);
    else {
        eval_copy(eval, &to->sums, &from->sums);
        eval_remove(eval, &to->sums, side, mv->from);
    }
    if (mv->captured)
        play_captured(eval, from, mv->captured, to);
    if (UNLIKELY(eval->rules->counts_king_moves))
        to->key ^= counter_key(&from->pos) ^ counter_key(&to->pos);

    /* a man that goes sideways can come back; one that leaves its rank cannot */
    bool forward = !was_king && eval->rank[mv->from] != eval->rank[mv->to];
    to->still = mv->captured || forward || mv->crowns ? 0 : (uint16_t)(from->still + 1);
}
