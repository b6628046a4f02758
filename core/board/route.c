// SPDX-License-Identifier: MIT
/*
 * Finding the way of a capture that is known by its ends and by what it takes: a search for captures that may only take
 * those pieces. It is short nearly always; where it is not, it remembers the states that led nowhere.
 */
#include "core/board/move.h"
#include "core/board/seen.h"
#include "core/board/squares.h"

enum { FREE_STEPS = 300 }; /* before states are remembered */

struct search {
    const struct rules *rules;
    const struct board *board;
    const struct move *mv;
    bitboard kings; /* of both sides */
    const square *via;
    unsigned n_via;
    struct route *out;
    struct seen *seen; /* owned; NULL until the search gets long */
    unsigned steps;
    bool is_black;
};

/* A piece on its way: all that decides how it can go on. */
struct state {
    bitboard empty, left; /* left: what it has to take yet */
    unsigned jumps;
    unsigned via;  /* way points come by */
    int direction; /* of the last jump, -1 before the first */
    square at;
    bool is_king, was_crowned;
};

static inline bitboard bit(square sq) { return (bitboard)1 << sq; }

static bool go_on(struct search *s, const struct state *state);

/* The piece comes by a square or stops there. */
static void pass(const struct search *s, struct state *state, square sq)
{
    if (state->via < s->n_via && s->via[state->via] == sq)
        state->via++;
}

static bool is_new(struct search *s, const struct state *state)
{
    if (++s->steps <= FREE_STEPS)
        return true;
    return seen_add(&s->seen, state->left,
                    state->at | (uint64_t)(state->direction + 1) << 8
                        | (uint64_t)state->was_crowned << 12 | (uint64_t)state->via << 16);
}

/* Stands behind the piece just taken. */
static bool land(struct search *s, struct state state, square at)
{
    const struct rules *rules = s->rules;
    state.at = at;
    s->out->stop[state.jumps - 1] = at;
    if (!state.is_king && rules->crowning == CROWNING_CONTINUE
        && rules->board->crowning[s->is_black] & bit(at))
        state.is_king = state.was_crowned = true;
    if (state.left)
        return is_new(s, &state) && go_on(s, &state);
    bool crowned =
        state.was_crowned || (!state.is_king && rules->board->crowning[s->is_black] & bit(at));
    return at == s->mv->to && crowned == s->mv->crowns && state.via == s->n_via;
}

/* Tries all squares where the piece can stop behind `taken`. */
static bool land_behind(struct search *s, struct state state, square taken)
{
    unsigned direction = (unsigned)state.direction;
    bool flying =
        state.is_king && s->rules->flying_king_captures && s->rules->landing != LANDING_BEHIND;
    square at = squares_step(s->board, taken, direction);
    while (at != SQUARE_NONE && state.empty & bit(at)) {
        pass(s, &state, at);
        if (land(s, state, at))
            return true;
        if (!flying)
            break;
        at = squares_step(s->board, at, direction);
    }
    return false;
}

/* Jumps in a direction, over one of the pieces in `over`. */
static bool jump(struct search *s, struct state state, unsigned direction, bitboard over)
{
    bool flying = state.is_king && s->rules->flying_king_captures;
    square sq = squares_step(s->board, state.at, direction);
    for (; flying && sq != SQUARE_NONE && state.empty & bit(sq);
         sq = squares_step(s->board, sq, direction))
        pass(s, &state, sq);
    if (sq == SQUARE_NONE || !(state.left & over & bit(sq)))
        return false;
    s->out->taken[state.jumps++] = sq;
    state.left &= ~bit(sq);
    state.direction = (int)direction;
    /* the piece that is being jumped blocks no landing square, so it may as well be gone now */
    if (s->rules->removes_at_once)
        state.empty |= bit(sq);
    return land_behind(s, state, sq);
}

static bool go_on(struct search *s, const struct state *state)
{
    const struct rules *rules = s->rules;
    unsigned directions = state->is_king ? rules->king_captures : rules->man_captures;
    /* Where it counts how early kings are taken, the route does what the rule asks for. */
    bool kings_first = rules->priority == PRIORITY_ITALIAN;
    for (unsigned pass_no = kings_first ? 0 : 1; pass_no < 2; pass_no++) {
        bitboard over = !kings_first ? ~(bitboard)0 : pass_no ? ~s->kings : s->kings;
        for (unsigned d = 0; d < DIR_COUNT; d++) {
            unsigned direction = s->is_black ? (d + 4) % 8 : d;
            bool back = state->direction >= 0 && direction == (unsigned)(state->direction + 4) % 8;
            if (!(directions >> d & 1) || (back && !rules->turns_back))
                continue;
            if (jump(s, *state, direction, over))
                return true;
        }
    }
    return false;
}

bool move_route(const struct rules *rules, const struct position *pos, const struct move *mv,
                const square *via, unsigned n_via, struct route *out)
{
    struct search search = {
        .rules = rules,
        .board = rules->board,
        .mv = mv,
        .kings = pos->kings,
        .via = via,
        .n_via = n_via,
        .out = out,
        .is_black = pos->turn == BLACK,
    };
    struct state state = {
        .empty =
            (rules->board->playing & ~(pos->pieces[WHITE] | pos->pieces[BLACK])) | bit(mv->from),
        .left = mv->captured,
        .direction = -1,
        .at = mv->from,
        .is_king = pos->kings >> mv->from & 1,
    };
    out->n = 0;
    bool found = mv->captured && go_on(&search, &state);
    seen_free(search.seen);
    if (found)
        out->n = POPCOUNT64(mv->captured);
    return found;
}
