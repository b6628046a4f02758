// SPDX-License-Identifier: MIT
/*
 * To number a set, one table entry is added up for each piece. For Black, squares are counted from
 * the other end by tables of its own, so no position is ever turned. The way back, from number to
 * position, is a list of all sets in the order of their numbers; a cursor counts through it like an
 * odometer, with the last factor as the fastest wheel.
 */
#include "core/egdb/index.h"

#include "core/base/compiler.h"

#include <stdlib.h>
#include <string.h>

uint32_t egdb_choose(unsigned n, unsigned k)
{
    uint64_t ways = 1;
    if (k > n)
        return 0;
    for (unsigned i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return (uint32_t)ways;
}

/* An own group with White to move corresponds to an other group with Black to move, turned. */
static const uint8_t swapped[EGDB_GROUPS] = {EGDB_OTHER_MEN, EGDB_OWN_MEN, EGDB_OTHER_KINGS,
                                             EGDB_OWN_KINGS};

/* The squares where a group can stand, with White to move. */
static bitboard squares_of(const struct board *board, unsigned group)
{
    if (group == EGDB_OWN_MEN)
        return board->playing & ~board->crowning[WHITE];
    if (group == EGDB_OTHER_MEN)
        return board->playing & ~board->crowning[BLACK];
    return board->playing;
}

static void turn_ranks(const struct board *board, unsigned group, struct egdb_squares *out)
{
    bitboard squares = squares_of(board, swapped[group]);
    for (uint8_t rank = 0; squares; rank++) {
        unsigned sq = HIGHEST64(squares);
        out->rank[BLACK][group][sq] = rank;
        squares ^= (bitboard)1 << sq;
    }
}

void egdb_squares_init(const struct rules *rules, struct egdb_squares *out)
{
    *out = (struct egdb_squares){.rules = rules};
    for (unsigned group = 0; group < EGDB_GROUPS; group++) {
        for (bitboard left = squares_of(rules->board, group); left; left &= left - 1) {
            unsigned sq = LOWEST64(left);
            out->rank[WHITE][group][sq] = out->n[group];
            out->at[group][out->n[group]++] = (square)sq;
        }
        turn_ranks(rules->board, group, out);
        for (unsigned turn = WHITE; turn <= BLACK; turn++)
            for (unsigned i = 0; i < EGDB_SIDE_MAX; i++)
                for (unsigned sq = 0; sq < BOARD_BITS; sq++)
                    out->sum[turn][group][i][sq] = egdb_choose(out->rank[turn][group][sq], i + 1);
    }
}

void egdb_index_init(const struct egdb_squares *squares, struct egdb_material m,
                     struct egdb_index *out)
{
    *out = (struct egdb_index){
        .squares = squares,
        .material = m,
        .pieces = {m.own_men, m.other_men, m.own_kings, m.other_kings},
        .counters = {1, 1},
    };
    if (squares->rules->counts_king_moves) {
        if (m.own_men && m.own_kings)
            out->counters[0] = 3U * m.own_kings + 1;
        if (m.other_men && m.other_kings)
            out->counters[1] = 3U * m.other_kings + 1;
    }
    uint64_t step = (uint64_t)out->counters[0] * out->counters[1];
    for (unsigned group = EGDB_GROUPS; group-- > 0;) {
        out->sets[group] = egdb_choose(squares->n[group], out->pieces[group]);
        out->step[group] = step;
        step *= out->sets[group];
    }
    out->size = step;
}

/* The counter of a side as a number; its kings are ranked as the side to move sees them. */
static uint32_t counter_of(const struct position *pos, enum side side)
{
    if (!pos->king_moves[side])
        return 0;
    const bitboard below = ((bitboard)1 << pos->king_square[side]) - 1;
    const bitboard kings = position_kings(pos, side);
    const unsigned before = POPCOUNT64(kings & below);
    const unsigned rank = pos->turn == WHITE ? before : POPCOUNT64(kings) - 1 - before;
    return 3 * rank + pos->king_moves[side];
}

uint64_t egdb_index_of(const struct egdb_index *index, const struct position *pos)
{
    const struct egdb_squares *squares = index->squares;
    const unsigned turn = pos->turn;
    const enum side us = turn == WHITE ? WHITE : BLACK, them = side_other(us);
    const bitboard set[EGDB_GROUPS] = {position_men(pos, us), position_men(pos, them),
                                       position_kings(pos, us), position_kings(pos, them)};
    uint64_t at = 0;
    for (unsigned group = 0; group < EGDB_GROUPS; group++)
        at += egdb_set_number(squares, turn, group, set[group], index->pieces[group])
              * index->step[group];
    if (index->counters[0] > 1)
        at += (uint64_t)counter_of(pos, us) * index->counters[1];
    if (index->counters[1] > 1)
        at += counter_of(pos, them);
    return at;
}

/* Lists all sets of n squares of a group, in the order of their numbers. */
static void list_sets(const struct egdb_squares *squares, unsigned group, unsigned n, bitboard *out)
{
    unsigned at[EGDB_SIDE_MAX + 1];
    for (unsigned i = 0; i < n; i++)
        at[i] = i;
    for (uint32_t k = egdb_choose(squares->n[group], n); k > 0; k--) {
        bitboard set = 0;
        for (unsigned i = 0; i < n; i++)
            set |= (bitboard)1 << squares->at[group][at[i]];
        *out++ = set;
        unsigned i = 0; /* the lowest square that can move up does; those below start again */
        while (i + 1 < n && at[i] + 1 == at[i + 1])
            i++;
        if (n)
            at[i]++;
        for (unsigned below = 0; below < i; below++)
            at[below] = below;
    }
}

int egdb_sets_init(const struct egdb_index *index, struct egdb_sets *out)
{
    *out = (struct egdb_sets){0};
    for (unsigned group = 0; group < EGDB_GROUPS; group++) {
        uint32_t n = index->sets[group];
        bitboard *set = out->set[group] = malloc(n * sizeof *set);
        uint32_t *turned = out->turned[group] = malloc(n * sizeof *turned);
        if (!set || !turned) {
            egdb_sets_fini(out);
            return -1;
        }
        list_sets(index->squares, group, index->pieces[group], set);
        for (uint32_t i = 0; i < n; i++)
            turned[i] = egdb_set_number(index->squares, BLACK, swapped[group], set[i],
                                        index->pieces[group]);
    }
    return 0;
}

void egdb_sets_fini(struct egdb_sets *sets)
{
    for (unsigned group = 0; group < EGDB_GROUPS; group++) {
        free(sets->set[group]);
        free(sets->turned[group]);
    }
    *sets = (struct egdb_sets){0};
}

uint64_t egdb_sets_bytes(const struct egdb_index *index)
{
    uint64_t sets = 0;
    for (unsigned group = 0; group < EGDB_GROUPS; group++)
        sets += index->sets[group];
    return sets * (sizeof(bitboard) + sizeof(uint32_t));
}

void egdb_cursor_set(struct egdb_cursor *cursor, const struct egdb_index *index,
                     const struct egdb_sets *sets, uint64_t at)
{
    *cursor = (struct egdb_cursor){.index = index, .sets = sets, .at = at};
    for (unsigned group = 0; group < EGDB_GROUPS; group++) {
        cursor->number[group] = (uint32_t)(at / index->step[group]);
        at %= index->step[group];
    }
    cursor->counter[0] = (uint32_t)(at / index->counters[1]);
    cursor->counter[1] = (uint32_t)(at % index->counters[1]);
}

void egdb_cursor_next(struct egdb_cursor *cursor)
{
    const struct egdb_index *index = cursor->index;
    cursor->at++;
    for (unsigned i = 2; i-- > 0;) {
        if (++cursor->counter[i] < index->counters[i])
            return;
        cursor->counter[i] = 0;
    }
    for (unsigned group = EGDB_GROUPS; group-- > 0;) {
        if (++cursor->number[group] < index->sets[group])
            return;
        cursor->number[group] = 0;
    }
}

/* Sets the counter of a side from its number. */
static void put_counter(struct position *pos, enum side side, uint32_t counter)
{
    if (!counter)
        return;
    bitboard kings = position_kings(pos, side);
    for (uint32_t rank = (counter - 1) / 3; rank > 0; rank--)
        kings &= kings - 1;
    pos->king_moves[side] = (uint8_t)((counter - 1) % 3 + 1);
    pos->king_square[side] = (square)LOWEST64(kings);
}

bool egdb_cursor_position(const struct egdb_cursor *cursor, struct position *pos)
{
    bitboard set[EGDB_GROUPS];
    for (unsigned group = 0; group < EGDB_GROUPS; group++)
        set[group] = cursor->sets->set[group][cursor->number[group]];
    const bitboard men = set[EGDB_OWN_MEN] | set[EGDB_OTHER_MEN];
    const bitboard kings = set[EGDB_OWN_KINGS] | set[EGDB_OTHER_KINGS];
    if (set[EGDB_OWN_MEN] & set[EGDB_OTHER_MEN] || set[EGDB_OWN_KINGS] & set[EGDB_OTHER_KINGS]
        || men & kings)
        return false;
    *pos = (struct position){
        .pieces = {set[EGDB_OWN_MEN] | set[EGDB_OWN_KINGS],
                   set[EGDB_OTHER_MEN] | set[EGDB_OTHER_KINGS]},
        .kings = kings,
        .turn = WHITE,
    };
    put_counter(pos, WHITE, cursor->counter[0]);
    put_counter(pos, BLACK, cursor->counter[1]);
    return true;
}
