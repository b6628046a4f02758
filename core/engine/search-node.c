// SPDX-License-Identifier: MIT
/*
 * A key is the exclusive or of a number for each piece on its square. The numbers come from a formula, so that a search
 * gives the same answer on every machine.
 */
#include "core/engine/search-node.h"

#include "core/base/random.h"

/** The n-th number of a SplitMix64 sequence. */
static uint64_t number(uint64_t n) { return splitmix64_scramble(n + SPLITMIX64_STEP); }

void search_node_keys(struct eval *eval)
{
    uint64_t n = 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (unsigned kind = 0; kind < 2; kind++)
            for (unsigned sq = 0; sq < BOARD_BITS; sq++)
                eval->key[side][kind][sq] = number(n++);
}

uint64_t search_node_counter_key(const struct position *pos)
{
    uint64_t key = 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        if (pos->king_moves[side])
            key ^= number(0x10000u + side * 0x1000u + pos->king_moves[side] * 64u
                          + pos->king_square[side]);
    return key;
}

void search_node_start(const struct eval *eval, const struct position *pos,
                       struct search_node *node)
{
    node->pos = *pos;
    node->reversible = 0;
    eval_start(eval, pos, &node->sums);
    node->key = pos->turn == BLACK ? SEARCH_NODE_TURN_KEY : 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (bitboard set = pos->pieces[side]; set; set &= set - 1) {
            unsigned sq = LOWEST64(set);
            node->key ^= eval->key[side][pos->kings >> sq & 1][sq];
        }
    if (eval->rules->counts_king_moves)
        node->key ^= search_node_counter_key(pos);
}
