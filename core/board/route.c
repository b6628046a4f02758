// SPDX-License-Identifier: MIT
/*
 * The route of a capture. Moves do not store it, since the resulting board does not depend on it;
 * notation and diagrams do. The search goes from stop to stop and remembers which states lead
 * nowhere. It reads the row of rules at run time and is simple: routes are needed for writing
 * moves, not for playing.
 *
 * If a king continues without turning, it stops right behind the captured piece, as in PDN. Of
 * several routes, the first by direction is given, then the one with the nearer stop. A route must
 * be legal by itself: under the Italian priority it must take a king as early as any other capture
 * does.
 */
#include "core/base/compiler.h"
#include "core/board/budget.h"
#include "core/board/move.h"
#include "core/board/visited.h"

#include <string.h>

struct routing {
    const struct rules *rules;
    const struct move *mv;
    const square *via;
    unsigned n_via;
    bitboard other, kings;
    bitboard empty; /* including the square that the piece has left, unless that is barred */
    bitboard far;   /* where a man is crowned */
    bool by_king;
    uint64_t best_trail;  /* Italian: jumps that take kings, the first in the highest bit; else 0 */
    bool only_trails;     /* look for best_trail, not for a route */
    struct visited *dead; /* states that lead nowhere */
    struct route *out;
};

/* The state of a search for a route. */
struct stand {
    square at;
    bitboard taken;
    unsigned n;   /* jumps so far */
    unsigned via; /* squares of the caller's `via` passed so far */
    int last;     /* direction of the last jump, -1 before the first */
    bool is_king; /* jumps as a king now */
    bool crowned; /* became a king on the way */
    uint64_t trail;
};

static square neighbour(const struct board *board, square sq, unsigned d)
{
    static const int file[] = {0, 1, 1, 1, 0, -1, -1, -1}, rank[] = {1, 1, 0, -1, -1, -1, 0, 1};
    /* If every second square is in play, the next one along a rank or file is two away. */
    const int by = board->every_square || d % 2 ? 1 : 2;
    return board_at(board, board_file(board, sq) + by * file[d],
                    board_rank(board, sq) + by * rank[d]);
}

static bool in(bitboard set, square sq) { return sq < BOARD_BITS && set >> sq & 1; }

static bitboard empty_now(const struct routing *r, const struct stand *s)
{
    return r->rules->removes_at_once ? r->empty | s->taken : r->empty;
}

/* Counts the next square of `via` as passed if the piece comes by it. */
static void pass(const struct routing *r, struct stand *s, square sq)
{
    if (s->via < r->n_via && r->via[s->via] == sq)
        s->via++;
}

/*
 * Finds the piece to jump in direction d, as White sees it.
 * @return SQUARE_NONE if there is none
 */
static square target(const struct routing *r, const struct stand *s, unsigned d)
{
    const struct rules *rules = r->rules;
    const bitboard empty = empty_now(r, s);
    const unsigned seen_by_mover = r->far == rules->board->crowning[WHITE] ? d : (d + 4) % 8;
    const unsigned set = s->is_king ? rules->king_captures : rules->man_captures;
    bitboard foes = r->other & ~s->taken;
    if (!(set >> seen_by_mover & 1))
        return SQUARE_NONE;
    if (!rules->turns_back && s->last >= 0 && d == ((unsigned)s->last + 4) % 8)
        return SQUARE_NONE;
    if (!s->is_king && !rules->man_takes_king)
        foes &= ~r->kings;
    square sq = neighbour(rules->board, s->at, d);
    while (s->is_king && rules->flying_king_captures && in(empty, sq))
        sq = neighbour(rules->board, sq, d);
    return in(foes, sq) && in(empty, neighbour(rules->board, sq, d)) ? sq : SQUARE_NONE;
}

static bool can_go_on(const struct routing *r, const struct stand *s)
{
    for (unsigned d = 0; d < DIR_COUNT; d++)
        if (target(r, s, d) != SQUARE_NONE)
            return true;
    return false;
}

/*
 * Whether a king whose last jump led to `first` could jump on from any square where it may land.
 */
static bool another_goes_on(const struct routing *r, struct stand s, square first)
{
    const bitboard empty = empty_now(r, &s);
    for (square sq = first; in(empty, sq); sq = neighbour(r->rules->board, sq, (unsigned)s.last)) {
        s.at = sq;
        if (can_go_on(r, &s))
            return true;
    }
    return false;
}

/*
 * Whether the capture may end here.
 * @param first the square right behind the last piece taken, which stood on `over`
 */
static bool may_end(const struct routing *r, const struct stand *s, square first, square over)
{
    const bool stops = !r->by_king && in(r->far, s->at) && r->rules->crowning == CROWNING_STOP;
    const bool crowns = s->crowned || (!r->by_king && in(r->far, s->at));
    if (s->at != r->mv->to || s->taken != r->mv->captured || crowns != r->mv->crowns)
        return false;
    if (!stops && can_go_on(r, s))
        return false;
    if (r->rules->landing == LANDING_BEHIND_KING && s->is_king && in(r->kings, over)
        && s->at != first)
        return false;
    return !(r->rules->completes_jump && s->is_king && another_goes_on(r, *s, first));
}

static bool route_from(struct routing *r, const struct stand *s);

/* Goes on after the piece has jumped `over` and landed on s->at. @return whether that succeeds */
static bool land(struct routing *r, struct stand s, square first, square over)
{
    const struct rules *rules = r->rules;
    r->out->stop[s.n - 1] = s.at;
    r->out->taken[s.n - 1] = over;
    r->out->n = s.n;
    if (may_end(r, &s, first, over)) {
        if (r->only_trails && s.trail > r->best_trail)
            r->best_trail = s.trail;
        if (!r->only_trails && s.via == r->n_via && s.trail == r->best_trail)
            return true;
    }
    if (!s.is_king && in(r->far, s.at) && rules->crowning == CROWNING_STOP)
        return false;
    if (!s.is_king && in(r->far, s.at) && rules->crowning == CROWNING_CONTINUE)
        s.is_king = s.crowned = true;
    return route_from(r, &s);
}

static bool jump_over(struct routing *r, const struct stand *s, square over, unsigned d)
{
    const struct board *board = r->rules->board;
    struct stand next = *s;
    for (square sq = neighbour(board, s->at, d); sq != over; sq = neighbour(board, sq, d))
        pass(r, &next, sq);
    next.taken |= (bitboard)1 << over;
    next.n++;
    next.last = (int)d;
    if (r->rules->priority == PRIORITY_ITALIAN && in(r->kings, over))
        next.trail |= (uint64_t)1 << (63 - s->n);
    const square first = neighbour(board, over, d);
    const bool chooses =
        s->is_king && r->rules->flying_king_captures && r->rules->landing != LANDING_BEHIND;
    const bitboard empty = empty_now(r, &next);
    for (square sq = first; in(empty, sq); sq = neighbour(board, sq, d)) {
        next.at = sq;
        pass(r, &next, sq);
        if (land(r, next, first, over))
            return true;
        if (!chooses)
            break;
    }
    return false;
}

/* Whether a state is known to lead nowhere. */
static bool is_dead(struct routing *r, const struct stand *s)
{
    const uint64_t where = 1 | (uint64_t)s->at << 8 | (uint64_t)(s->last + 1) << 16
                           | (uint64_t)s->via << 24 | (uint64_t)s->is_king << 40;
    if (r->rules->priority == PRIORITY_ITALIAN) /* here the trail matters too; there are few */
        return !budget_take();
    return !budget_take() || !visited_add(&r->dead, s->taken, where);
}

static bool route_from(struct routing *r, const struct stand *s)
{
    if (is_dead(r, s))
        return false;
    for (unsigned d = 0; d < DIR_COUNT; d++) {
        const square over = target(r, s, d);
        if (over != SQUARE_NONE && in(r->mv->captured, over) && jump_over(r, s, over, d))
            return true;
    }
    return false;
}

bool move_route(const struct rules *rules, const struct position *pos, const struct move *mv,
                const square *via, unsigned n_via, struct route *out)
{
    const unsigned turn = pos->turn;
    const bitboard empty = rules->board->playing & ~(pos->pieces[0] | pos->pieces[1]);
    struct routing r = {
        .rules = rules,
        .mv = mv,
        .via = via,
        .n_via = n_via,
        .other = pos->pieces[!turn],
        .kings = pos->kings,
        .empty = rules->origin_blocks ? empty : empty | (bitboard)1 << mv->from,
        .far = rules->board->crowning[turn],
        .by_king = in(pos->kings, mv->from),
        .out = out,
    };
    const struct stand start = {.at = mv->from, .last = -1, .is_king = r.by_king};
    if (!mv->captured)
        return false;
    if (rules->priority == PRIORITY_ITALIAN) {
        r.only_trails = true;
        route_from(&r, &start);
        r.only_trails = false;
    }
    const bool found = route_from(&r, &start);
    visited_free(r.dead);
    return found;
}
