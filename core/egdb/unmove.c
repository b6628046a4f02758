// SPDX-License-Identifier: MIT
/*
 * Black has moved, and its move is unmade: a man goes back along a direction in which men move, a
 * king along any of its own. Black sees directions turned, so Black's backward direction is White's
 * forward direction. Only the number of the piece's set changes.
 *
 * When a line of men moves, its rear square empties and the one before its front fills. So to
 * unmake that, the man on the front square goes to the first empty square behind the line.
 */
#include "core/egdb/unmove.h"

#include "core/base/compiler.h"
#include "core/board/squares.h"

struct unmover {
    const struct egdb_index *partner;
    const struct rules *rules;
    bitboard men, kings; /* Black's */
    bitboard empty;
    /* number of the predecessors, without the parts of Black's men and of the counters */
    uint64_t men_base;
    uint64_t kings_base; /* the same without the parts of Black's kings and of the counters */
    uint32_t other_counter;
    uint32_t counter; /* of Black after the move, as White sees the kings */
    uint64_t *out;
    unsigned n;
};

static void add(struct unmover *u, uint64_t placement, uint32_t own_counter)
{
    u->out[u->n++] = placement + (uint64_t)own_counter * u->partner->counters[1] + u->other_counter;
}

/* Adds a predecessor with each counter value: before a man's move it may have had any. */
static void add_any_counter(struct unmover *u, uint64_t placement)
{
    for (uint32_t counter = 0; counter < u->partner->counters[0]; counter++)
        add(u, placement, counter);
}

static uint64_t placement_of(const struct unmover *u, unsigned group, bitboard set, uint64_t base)
{
    const struct egdb_index *partner = u->partner;
    return base
           + egdb_set_number(partner->squares, BLACK, group, set, partner->pieces[group])
                 * partner->step[group];
}

static void take_back_men(struct unmover *u)
{
    const struct board *board = u->rules->board;
    const bitboard domain = board->playing & ~board->crowning[BLACK];
    const bitboard line = u->rules->kings_in_lines ? u->men | u->kings : u->men;
    for (bitboard left = u->men; left; left &= left - 1) {
        const square to = (square)LOWEST64(left);
        for (unsigned dirs = u->rules->man_moves; dirs; dirs &= dirs - 1) {
            const unsigned d = LOWEST64(dirs);
            square from = squares_step(board, to, d);
            while (u->rules->lines_move && from != SQUARE_NONE && line >> from & 1)
                from = squares_step(board, from, d);
            if (from == SQUARE_NONE || !(u->empty & domain & (bitboard)1 << from))
                continue;
            const bitboard set = (u->men ^ (bitboard)1 << to) | (bitboard)1 << from;
            add_any_counter(u, placement_of(u, EGDB_OWN_MEN, set, u->men_base));
        }
    }
}

/* The rank of a king among Black's kings, as Black sees them. */
static uint32_t rank_from_black(bitboard kings, square sq)
{
    uint32_t rank = 0;
    for (bitboard above = kings >> sq >> 1; above; above &= above - 1)
        rank++;
    return rank;
}

/*
 * If king moves are counted: adds predecessors with all counters possible before a king's move that
 * began on `from`.
 */
static void add_counted(struct unmover *u, uint64_t placement, bitboard kings, square from)
{
    const uint32_t moves = (u->counter - 1) % 3 + 1, own = 3 * rank_from_black(kings, from);
    if (moves > 1) {
        add(u, placement, own + moves - 1);
        return;
    }
    for (uint32_t counter = 0; counter < u->partner->counters[0]; counter++)
        if (counter == 0 || (counter - 1) / 3 * 3 != own)
            add(u, placement, counter);
}

static void take_back_king(struct unmover *u, square to)
{
    const struct board *board = u->rules->board;
    const bitboard others = u->kings ^ (bitboard)1 << to;
    for (unsigned dirs = u->rules->king_moves; dirs; dirs &= dirs - 1) {
        const unsigned d = LOWEST64(dirs);
        square from = to;
        while ((from = squares_step(board, from, d)) != SQUARE_NONE && u->empty >> from & 1) {
            const bitboard set = others | (bitboard)1 << from;
            const uint64_t placement = placement_of(u, EGDB_OWN_KINGS, set, u->kings_base);
            if (u->partner->counters[0] > 1)
                add_counted(u, placement, set, from);
            else
                add(u, placement, 0);
            if (!u->rules->flying_king_moves)
                break;
        }
    }
}

/*
 * Takes back the moves of kings. If king moves are counted, only the counted king can have moved
 * last; if no king is counted now, the last move was a man's.
 */
static void take_back_kings(struct unmover *u)
{
    bitboard movable = u->kings;
    if (u->partner->counters[0] > 1) {
        if (!u->counter)
            return;
        for (uint32_t rank = (u->counter - 1) / 3; rank > 0; rank--)
            movable &= movable - 1;
        movable &= -movable;
    }
    for (; movable; movable &= movable - 1)
        take_back_king(u, (square)LOWEST64(movable));
}

/* The other side's counter stays the same, but its kings are ranked from the other end. */
static uint32_t turned_counter(uint32_t counter, unsigned kings)
{
    return counter ? 3 * (kings - 1 - (counter - 1) / 3) + (counter - 1) % 3 + 1 : 0;
}

unsigned egdb_unmoves(const struct egdb_cursor *cursor, const struct egdb_index *partner,
                      uint64_t *out)
{
    const struct egdb_sets *sets = cursor->sets;
    const uint32_t *number = cursor->number;
    const bitboard men = sets->set[EGDB_OTHER_MEN][number[EGDB_OTHER_MEN]];
    const bitboard kings = sets->set[EGDB_OTHER_KINGS][number[EGDB_OTHER_KINGS]];
    const bitboard white = sets->set[EGDB_OWN_MEN][number[EGDB_OWN_MEN]]
                           | sets->set[EGDB_OWN_KINGS][number[EGDB_OWN_KINGS]];
    const uint64_t own_men = sets->turned[EGDB_OTHER_MEN][number[EGDB_OTHER_MEN]];
    const uint64_t own_kings = sets->turned[EGDB_OTHER_KINGS][number[EGDB_OTHER_KINGS]];
    const uint64_t others =
        sets->turned[EGDB_OWN_MEN][number[EGDB_OWN_MEN]] * partner->step[EGDB_OTHER_MEN]
        + sets->turned[EGDB_OWN_KINGS][number[EGDB_OWN_KINGS]] * partner->step[EGDB_OTHER_KINGS];
    struct unmover u = {
        .partner = partner,
        .rules = partner->squares->rules,
        .men = men,
        .kings = kings,
        .empty = partner->squares->rules->board->playing & ~(men | kings | white),
        .men_base = others + own_kings * partner->step[EGDB_OWN_KINGS],
        .kings_base = others + own_men * partner->step[EGDB_OWN_MEN],
        .other_counter = turned_counter(cursor->counter[0], cursor->index->pieces[EGDB_OWN_KINGS]),
        .counter = cursor->counter[1],
        .out = out,
    };
    if (!u.counter)
        take_back_men(&u);
    take_back_kings(&u);
    return u.n;
}
