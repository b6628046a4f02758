// SPDX-License-Identifier: MIT
#include "core/board/move.h"

#include "core/base/compiler.h"
#include "core/board/movegen.h"

#include <stdlib.h>

void moves_fini(struct moves *list)
{
    if (list->at != list->own)
        free(list->at);
    moves_init(list);
}

int moves_generate(const struct rules *rules, const struct position *pos, struct moves *list)
{
    return rules->gen->generate(rules, pos, list);
}

int moves_captures(const struct rules *rules, const struct position *pos, struct moves *list)
{
    return rules->gen->captures(rules, pos, list);
}

bool moves_has_capture(const struct rules *rules, const struct position *pos)
{
    return rules->gen->has_capture(rules, pos);
}

bool moves_exist(const struct rules *rules, const struct position *pos)
{
    return rules->gen->exist(rules, pos);
}

int moves_between(const struct rules *rules, const struct position *pos, square from, square to,
                  struct moves *list)
{
    return rules->gen->between(rules, pos, from, to, list);
}

unsigned moves_count(const struct rules *rules, const struct position *pos)
{
    if (rules->gen->count && CPU_COUNTS_BITS())
        return rules->gen->count(rules, pos);
    struct moves list;
    moves_init(&list);
    rules->gen->generate(rules, pos, &list);
    const unsigned n = list.n;
    moves_fini(&list);
    return n;
}

static void forget_king(struct position *pos, unsigned side)
{
    pos->king_moves[side] = 0;
    pos->king_square[side] = 0;
}

void move_count_king(struct position *pos, const struct move *mv, bool by_king)
{
    const unsigned other = pos->turn, side = !other;
    const bool same = pos->king_moves[side] && pos->king_square[side] == mv->from;
    if (by_king && !mv->captured && position_men(pos, side)) {
        pos->king_moves[side] = (uint8_t)(same ? pos->king_moves[side] + 1 : 1);
        pos->king_square[side] = mv->to;
    } else {
        forget_king(pos, side);
    }
    /* The moves of a captured king, or if its side has lost its last man, are no longer counted. */
    const bitboard counted = (bitboard)1 << pos->king_square[other];
    if (!position_men(pos, other) || !(position_kings(pos, other) & counted))
        forget_king(pos, other);
}
