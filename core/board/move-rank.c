// SPDX-License-Identifier: MIT
#include "core/board/move-rank.h"

/* The rank of a move: how many moves of the list come before it in the order of ranks. */
static unsigned rank_in(const struct moves *list, const struct move *mv)
{
    unsigned rank = 0;
    for (unsigned i = 0; i < list->n; i++)
        rank += list->at[i].captured < mv->captured
                || (list->at[i].captured == mv->captured && list->at[i].crowns < mv->crowns);
    return rank;
}

int move_rank(const struct rules *rules, const struct position *pos, const struct move *mv,
              struct moves *list)
{
    if (moves_between(rules, pos, mv->from, mv->to, list))
        return -1;
    unsigned rank = rank_in(list, mv);
    return rank < 256 ? (int)rank : 255;
}

int move_rank_find(const struct rules *rules, const struct position *pos, square from, square to,
                   unsigned rank, struct moves *list, struct move *out)
{
    if (from >= BOARD_BITS || to >= BOARD_BITS)
        return 0;
    if (moves_between(rules, pos, from, to, list))
        return -1;
    for (unsigned i = 0; i < list->n; i++) {
        if (rank_in(list, &list->at[i]) == rank) {
            *out = list->at[i];
            return 1;
        }
    }
    return 0;
}
