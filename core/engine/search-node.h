// SPDX-License-Identifier: MIT
/*
 * A position in the search, with its key and the sums of the evaluation, both updated by each move.
 */
#ifndef DAMA_CORE_ENGINE_SEARCH_NODE_H
#define DAMA_CORE_ENGINE_SEARCH_NODE_H

#include "core/board/move.h"
#include "core/engine/eval.h"

struct search_node {
    struct position pos;
    uint64_t key; /* position_key */
    /* reversible plies in a row up to here: no capture, no crowning, no man moving forward */
    uint16_t reversible;
    struct eval_sums sums;
};

/** Fills a node from a position alone; `reversible` becomes 0. */
void search_node_start(const struct eval *eval, const struct position *pos,
                       struct search_node *node);

/** Removes the captured pieces from key and sums. */
static inline void search_node_take(const struct eval *eval, const struct search_node *from,
                                    bitboard captured, struct search_node *to)
{
    unsigned enemy = 1u - from->pos.turn;
    for (bitboard set = captured; set; set &= set - 1) {
        unsigned sq = LOWEST64(set);
        unsigned is_king = from->pos.kings >> sq & 1;
        to->key ^= eval->keys->piece[enemy][is_king][sq];
        if (!is_king)
            eval_remove(eval, &to->sums, enemy, (square)sq);
    }
}

/** Makes a legal move that is not a plain man's step: by a king, a capture, or one that crowns. */
static NEVER_INLINE void search_node_play_rare(const struct eval *eval,
                                               const struct search_node *from,
                                               const struct move *mv, struct search_node *to)
{
    unsigned side = from->pos.turn;
    bool was_king = from->pos.kings >> mv->from & 1, is_king = was_king || mv->crowns;
    to->pos = from->pos;
    move_play(eval->rules, &to->pos, mv);
    const struct keys *keys = eval->keys;
    to->key = from->key ^ keys->turn ^ keys->piece[side][was_king][mv->from]
              ^ keys->piece[side][is_king][mv->to];
    if (was_king)
        eval_copy(eval, &to->sums, &from->sums);
    else if (!is_king)
        eval_step(eval, &to->sums, &from->sums, side, mv->from, mv->to);
    else {
        eval_copy(eval, &to->sums, &from->sums);
        eval_remove(eval, &to->sums, side, mv->from);
    }
    if (mv->captured)
        search_node_take(eval, from, mv->captured, to);
    if (UNLIKELY(eval->rules->counts_king_moves))
        to->key ^=
            key_counters(eval->rules, keys, &from->pos) ^ key_counters(eval->rules, keys, &to->pos);

    /* a man that goes sideways can come back; one that leaves its rank cannot */
    bool forward = !was_king && eval->rank[mv->from] != eval->rank[mv->to];
    to->reversible = mv->captured || forward || mv->crowns ? 0 : (uint16_t)(from->reversible + 1);
}

/** Makes a legal move. A man's step, by far the most frequent move, is made inline. */
static inline void search_node_play(const struct eval *eval, const struct search_node *from,
                                    const struct move *mv, struct search_node *to)
{
    bitboard at = (bitboard)1 << mv->from;
    if (mv->captured || mv->crowns || from->pos.kings & at || eval->rules->counts_king_moves) {
        search_node_play_rare(eval, from, mv, to);
        return;
    }
    unsigned side = from->pos.turn;
    const uint64_t *key = eval->keys->piece[side][0];
    to->pos = from->pos;
    to->pos.pieces[side] ^= at | (bitboard)1 << mv->to;
    to->pos.turn = (uint8_t)!side;
    to->key = from->key ^ eval->keys->turn ^ key[mv->from] ^ key[mv->to];
    to->reversible =
        eval->rank[mv->from] != eval->rank[mv->to] ? 0 : (uint16_t)(from->reversible + 1);
    eval_step(eval, &to->sums, &from->sums, side, mv->from, mv->to);
}

/**
 * 16 bits that nearly always identify a legal move among the others of its position; never
 * TABLE_NO_MOVE.
 */
static inline uint16_t move_code(const struct move *mv)
{
    uint64_t taken = mv->captured * 0x9e3779b97f4a7c15;
    return (uint16_t)((unsigned)mv->from | (unsigned)mv->to << 6 | (unsigned)(taken >> 61) << 12
                      | 0x8000u);
}

/** The same for a quiet move. */
static inline uint16_t move_code_quiet(const struct move *mv)
{
    return (uint16_t)((unsigned)mv->from | (unsigned)mv->to << 6 | 0x8000u);
}

#endif
