// SPDX-License-Identifier: MIT
/*
 * The search for captures, for generate.h. One piece jumps from square to square; each complete
 * capture that the priority rules allow is listed once. Most searches are over after a jump or two.
 * A long one remembers the states it has visited (visited.h) and, for flying kings, handles all
 * landing squares of a jump at once (landings.h), so that its cost is bounded by the number of
 * different states, not of routes.
 */
#ifndef DAMA_CORE_BOARD_GENERATE_CAPTURE_H
#define DAMA_CORE_BOARD_GENERATE_CAPTURE_H

#include "core/board/budget.h"
#include "core/board/generate-view.h"
#include "core/board/landings.h"
#include "core/board/visited.h"

#include <stdlib.h>

enum {
    SEARCH_FREE_STEPS = 500, /* steps before a search for captures remembers visited states */
    ORDER_BITS = 16, /* enough for the jumps of a capture whose order matters: at most 12 foes */
    COMPARED_IN_A_STEP = 32, /* moves that can be compared in about the time of a step */
};

/** A search for captures with one piece, and the list it adds to. */
struct search {
    const struct rules *rules;
    struct moves *list;
    struct visited *visited;   /* owned; NULL until the search gets long */
    struct landings *landings; /* likewise */
    uint64_t best;             /* capture_value of the captures in the list */
    bitboard takeable;         /* in a long search: foes that could be jumped at all */
    unsigned start;            /* index in the list of the first capture by this piece */
    unsigned steps;
    bool failed;  /* out of memory, or the budget is spent */
    bool by_king; /* the piece began as a king */
    square from;
    bitboard other, kings; /* foes; kings of both sides */
    bitboard empty;        /* including the square that the piece has left, if the rules say so */
};

enum visited_kind { VISITED_MAN = 1, VISITED_KING, VISITED_MOVE };

/** Notes a state of the search as visited. @return whether it was not visited before */
static NEVER_INLINE bool search_enters(struct search *s, enum visited_kind kind, unsigned where,
                                       bitboard taken, uint64_t trail)
{
    return visited_add(&s->visited, taken,
                       (uint64_t)kind | (uint64_t)s->from << 8 | (uint64_t)where << 16
                           | trail << 32);
}

/**
 * The trail of a capture, a record of the order of its jumps, after the jump numbered n (from 0)
 * has taken `over`. The lowest ORDER_BITS tell which jumps took kings, the first jump in the
 * highest of them, if the rules compare that; the others tell routes apart if each route is listed.
 */
static ALWAYS_INLINE uint64_t trail_after(const struct gen *g, const struct search *s,
                                          uint64_t trail, unsigned n, bitboard over)
{
    uint64_t order = trail & (((uint64_t)1 << ORDER_BITS) - 1);
    if (g->rules->priority == PRIORITY_ITALIAN && over & s->kings)
        order |= (uint64_t)1 << (ORDER_BITS - 1 - n % ORDER_BITS);
    if (!g->routes)
        return order;
    return ((trail >> ORDER_BITS) + LOWEST64(over) + 1) * 0x9e3779b97f4a7c15 << ORDER_BITS | order;
}

/** The value of a capture under the priority rule: a higher one must be preferred. */
static ALWAYS_INLINE uint64_t capture_value(const struct gen *g, const struct search *s,
                                            bitboard taken, unsigned n, uint64_t trail)
{
    const uint64_t by_king = s->by_king, all = n;
    switch (g->rules->priority) {
    case PRIORITY_NONE:
        return 0;
    case PRIORITY_MOST:
        return all;
    case PRIORITY_MOST_KINGS:
        return all << 8 | POPCOUNT64(taken & s->kings);
    case PRIORITY_ITALIAN:
        return all << 48 | by_king << 40 | (uint64_t)POPCOUNT64(taken & s->kings) << 32
               | (trail & (((uint64_t)1 << ORDER_BITS) - 1));
    case PRIORITY_FRISIAN: /* n kings are worth less than 2n men and more than 2n - 1 */
        return (all * 100 + (taken & s->kings ? POPCOUNT64(taken & s->kings) * 99U : 0)) << 1
               | by_king;
    case PRIORITY_KING:
        return by_king;
    }
    return 0;
}

/** Foes that might be jumped at some point: those with room on both sides in some direction. */
static NEVER_INLINE bitboard takeable_now(const struct search *s)
{
    const struct board *board = s->rules->board;
    const bitboard room = s->rules->removes_at_once ? s->empty | s->other : s->empty;
    bitboard set = 0;
    for (unsigned d = 0; d < 4; d++)
        set |= shift_by(room, board->delta[d]) & board->land[d]
               & shift_by(room, board->delta[d + 4]) & board->land[d + 4];
    return set & s->other;
}

/** Whether a search can no longer find a capture as good as the ones listed. */
static ALWAYS_INLINE bool is_hopeless(const struct gen *g, struct search *s, bitboard taken,
                                      unsigned n, uint64_t trail)
{
    if (g->rules->priority == PRIORITY_NONE || g->rules->priority == PRIORITY_KING)
        return false;
    if (!s->takeable)
        s->takeable = takeable_now(s);
    const bitboard left = s->takeable & ~taken;
    if (g->rules->priority == PRIORITY_ITALIAN)
        return n + POPCOUNT64(left) < s->best >> 48;
    return capture_value(g, s, taken | left, n + POPCOUNT64(left), trail) < s->best;
}

/** Whether a long search stops here. Searches that list each route are never cut off. */
static ALWAYS_INLINE bool is_cut(const struct gen *g, struct search *s, enum visited_kind kind,
                                 bitboard at, bitboard taken, unsigned n, uint64_t trail)
{
    if (LIKELY(++s->steps <= SEARCH_FREE_STEPS) || g->routes)
        return false;
    if (UNLIKELY(!budget_take())) {
        s->failed = true;
        return true;
    }
    return is_hopeless(g, s, taken, n, trail)
           || !search_enters(s, kind, LOWEST64(at), taken,
                             g->rules->priority == PRIORITY_ITALIAN ? trail : 0);
}

static NEVER_INLINE bool moves_grow(struct moves *list)
{
    struct move *wide = list->at == list->own ? NULL : list->at;
    wide = realloc(wide, 2 * (size_t)list->room * sizeof *wide);
    if (!wide)
        return false;
    if (list->at == list->own)
        memcpy(wide, list->own, list->n * sizeof *wide);
    list->at = wide;
    list->room *= 2;
    return true;
}

/**
 * Whether the capture is in the list. Searches that list routes use the visited states for this.
 */
static ALWAYS_INLINE bool is_listed(const struct gen *g, struct search *s, const struct move *mv,
                                    uint64_t trail)
{
    const struct moves *list = s->list;
    if (g->routes)
        return !visited_add(&s->visited, mv->captured ^ trail * 0xff51afd7ed558ccd,
                            VISITED_MOVE | (uint64_t)mv->crowns << 4 | (uint64_t)s->from << 8
                                | (uint64_t)mv->to << 16);
    COUNT_STEPS((list->n - s->start) / COMPARED_IN_A_STEP);
    for (unsigned i = s->start; i < list->n; i++)
        if (list->at[i].captured == mv->captured && move_same(&list->at[i], mv))
            return true;
    return false;
}

/**
 * Lists a complete capture, unless a better one or the same is listed already. Inlined at the
 * places where nearly all captures end; the others call g->end. (With g->end everywhere, perft took
 * 2 % longer.)
 */
static ALWAYS_INLINE void search_end(const struct gen *g, struct search *s, bitboard to,
                                     bitboard taken, unsigned n, bool crowns, uint64_t trail)
{
    const uint64_t value = capture_value(g, s, taken, n, trail);
    struct moves *list = s->list;
    if (value < s->best)
        return;
    if (value > s->best) {
        s->best = value;
        s->start = list->n = 0;
    }
    const struct move mv = {taken, s->from, (square)LOWEST64(to), crowns};
    if (is_listed(g, s, &mv, trail))
        return;
    if (UNLIKELY(list->n == list->room) && !moves_grow(list))
        s->failed = true;
    else
        list->at[list->n++] = mv;
}

static ALWAYS_INLINE bitboard empty_after(const struct gen *g, const struct search *s,
                                          bitboard taken)
{
    return g->rules->removes_at_once ? s->empty | taken : s->empty;
}

/**
 * Jumps the foe that a flying king at `at` sees in direction d.
 * @return whether there is one to jump
 */
static ALWAYS_INLINE bool fly_from(const struct gen *g, struct search *s, bitboard at, unsigned d,
                                   bitboard taken, unsigned n, uint64_t trail)
{
    const bitboard empty = empty_after(g, s, taken);
    bitboard over;
    slide(g, at, empty, d, &over);
    over &= s->other & ~taken & landing(g, d);
    if (!over || !(step(g, over, d) & empty))
        return false;
    g->fly(s, over, d, taken | over, n + 1, trail_after(g, s, trail, n, over));
    return true;
}

/**
 * Continues from a landing square in all directions except straight ahead: the jump ahead is the
 * same for all landing squares of a jump.
 * @param d direction of the jump that led here
 * @return whether there was a jump
 */
static ALWAYS_INLINE bool fly_turning(const struct gen *g, struct search *s, bitboard at,
                                      unsigned d, bitboard taken, unsigned n, uint64_t trail)
{
    const bool may_return = g->rules->removes_at_once && g->rules->turns_back;
    bool goes_on = false;
#define TURN(e)                                                                               \
 if (has_direction(g->rules->king_captures, e) && e != d && (may_return || e != (d + 4) % 8)) \
  goes_on |= fly_from(g, s, at, e, taken, n, trail);
    EACH_DIRECTION(TURN)
#undef TURN
    return goes_on;
}

static ALWAYS_INLINE void search_fly(const struct gen *g, struct search *s, bitboard over,
                                     unsigned d, bitboard taken, unsigned n, uint64_t trail)
{
    if (UNLIKELY(++s->steps > SEARCH_FREE_STEPS) && !g->routes) {
        g->fly_long(s, over, d, taken, n);
        return;
    }
    const bitboard empty = empty_after(g, s, taken), first = step(g, over, d);
    bitboard ahead, ends = 0;
    bitboard stops = slide(g, over, empty, d, &ahead);
    ahead &= s->other & ~taken & landing(g, d);
    const bool jumps_ahead = ahead && step(g, ahead, d) & empty;
    bool goes_on = jumps_ahead;
    if (jumps_ahead)
        g->fly(s, ahead, d, taken | ahead, n + 1, trail_after(g, s, trail, n, ahead));
    if (g->rules->landing == LANDING_BEHIND)
        stops = first;
    for (bitboard left = stops; left; left &= left - 1) {
        const bitboard at = left & -left;
        if (fly_turning(g, s, at, d, taken, n, trail))
            goes_on = true;
        else if (!jumps_ahead)
            ends |= at;
    }
    if (g->rules->completes_jump && goes_on)
        return;
    if (g->rules->landing == LANDING_BEHIND_KING && over & s->kings)
        ends &= first;
    for (; ends; ends &= ends - 1)
        search_end(g, s, ends & -ends, taken, n, !s->by_king, trail);
}

/**
 * Whether taking more pieces always has priority, so that a capture that can continue is never
 * complete.
 */
static ALWAYS_INLINE bool prefers_more(const struct gen *g)
{
    return g->rules->priority != PRIORITY_NONE && g->rules->priority != PRIORITY_KING;
}

/**
 * Whether the direction of the last jump limits the next one. (If captured pieces stay on the board
 * until the end, they bar the way back themselves.)
 */
static ALWAYS_INLINE bool turns_matter(const struct gen *g)
{
    return g->rules->removes_at_once && !g->rules->turns_back;
}

/** Those of `stops`, reached by a king's jump in direction d, from which it can jump on. */
static ALWAYS_INLINE bitboard going_on(const struct gen *g, const struct search *s, bitboard stops,
                                       unsigned d, bitboard taken)
{
    const bitboard empty = empty_after(g, s, taken), foes = s->other & ~taken;
    const unsigned back = turns_matter(g) ? (d + 4) % 8 : DIR_COUNT;
    bitboard going = 0;
#define ADD(e)                                                          \
 if (has_direction(g->rules->king_captures, e) && e != back) {          \
  const bitboard near = step_back(g, foes & step_back(g, empty, e), e); \
  going |= stops & fill(g, near & empty, empty, ((e) + 4) % 8);         \
 }
    EACH_DIRECTION(ADD)
#undef ADD
    return going;
}

/**
 * As search_fly, in a long search: only notes where the king can land; search_rest continues from
 * there. If captures of different lengths are legal, complete ones are listed here.
 */
static ALWAYS_INLINE void search_fly_long(const struct gen *g, struct search *s, bitboard over,
                                          unsigned d, bitboard taken, unsigned n)
{
    struct landing_set *set = budget_take() ? landings_at(&s->landings, taken, n) : NULL;
    if (!set) {
        s->failed = true;
        return;
    }
    if (!set->is_known) {
        set->is_known = true;
        set->is_hopeless = is_hopeless(g, s, taken, n, 0);
        if (!set->is_hopeless)
            landings_queue(s->landings, set, n);
    }
    if (set->is_hopeless)
        return;
    const bitboard first = step(g, over, d);
    bitboard stop, stops = slide(g, over, empty_after(g, s, taken), d, &stop);
    if (g->rules->landing == LANDING_BEHIND)
        stops = first;
    set->at[turns_matter(g) ? d : 0] |= stops;
    bitboard ends = stops;
    if (!prefers_more(g)) {
        const bitboard going = going_on(g, s, stops, d, taken);
        ends = g->rules->completes_jump && going ? 0 : stops & ~going & ~set->ends;
    }
    if (g->rules->landing == LANDING_BEHIND_KING && over & s->kings)
        ends &= first;
    set->ends |= ends;
    for (; !prefers_more(g) && ends; ends &= ends - 1)
        g->end(s, ends & -ends, taken, n, !s->by_king, 0);
}

/** Squares where a king has landed and may continue in direction e. */
static ALWAYS_INLINE bitboard standing_for(const struct gen *g, const struct landing_set *set,
                                           unsigned e)
{
    bitboard at = 0;
    if (!turns_matter(g))
        return set->at[0];
    for (unsigned d = 0; d < DIR_COUNT; d++)
        at |= d == (e + 4) % 8 ? 0 : set->at[d];
    return at;
}

/** Follows all jumps from a set, or lists its captures if there are none. */
static ALWAYS_INLINE void follow(const struct gen *g, struct search *s,
                                 const struct landing_set *set, unsigned n)
{
    const bitboard taken = set->taken, empty = empty_after(g, s, taken), foes = s->other & ~taken;
    const unsigned steps = s->steps;
    bitboard overs;
#define FOLLOW(e)                                                                     \
 if (has_direction(g->rules->king_captures, e)) {                                     \
  overs = step(g, fill(g, standing_for(g, set, e), empty, e), e);                     \
  for (overs &= foes & step_back(g, empty, e); overs; overs &= overs - 1, s->steps++) \
   g->fly_long(s, overs & -overs, e, taken | (overs & -overs), n + 1);                \
 }
    EACH_DIRECTION(FOLLOW)
#undef FOLLOW
    if (prefers_more(g) && s->steps == steps)
        for (bitboard ends = set->ends; ends; ends &= ends - 1)
            g->end(s, ends & -ends, taken, n, !s->by_king, 0);
}

/**
 * Continues a long search from the landing squares it has noted, each set of captured pieces once,
 * and from those noted on the way.
 */
static ALWAYS_INLINE void search_rest(const struct gen *g, struct search *s)
{
    struct landing_set *set;
    for (unsigned n = 1; n < BOARD_BITS; n++) {
        while ((set = landings_take(s->landings, n)) != NULL)
            follow(g, s, set, n);
        landings_done(s->landings, n);
    }
}

/**
 * Continues after a jump in direction d to the square `at`, where a man has become a king in the
 * middle of a capture.
 */
static ALWAYS_INLINE void search_crowned(const struct gen *g, struct search *s, bitboard at,
                                         unsigned d, bitboard taken, unsigned n, uint64_t trail)
{
    if (!g->rules->flying_king_captures) {
        g->king(s, at, taken, n, trail);
        return;
    }
    const bool ahead =
        has_direction(g->rules->king_captures, d) && fly_from(g, s, at, d, taken, n, trail);
    if (!fly_turning(g, s, at, d, taken, n, trail) && !ahead)
        g->end(s, at, taken, n, true, trail);
}

/**
 * Jumps with a man, or with a king that jumps like one, over the foe next to `at` in direction d.
 */
static ALWAYS_INLINE bool jump(const struct gen *g, struct search *s, bitboard at, unsigned d,
                               bitboard taken, unsigned n, uint64_t trail, bool is_king)
{
    const bitboard foes = is_king || g->rules->man_takes_king ? s->other : s->other & ~s->kings;
    const bitboard over = step(g, at, d) & foes & ~taken;
    const bitboard to = step(g, over, d) & empty_after(g, s, taken);
    if (!to)
        return false;
    const uint64_t after = trail_after(g, s, trail, n, over);
    if (is_king)
        g->king(s, to, taken | over, n + 1, after);
    else if (g->rules->crowning == CROWNING_END || !(to & g->rules->board->crowning[g->side]))
        g->man(s, to, taken | over, n + 1, after);
    else if (g->rules->crowning == CROWNING_STOP)
        g->end(s, to, taken | over, n + 1, true, after);
    else
        g->crowned(s, to, d, taken | over, n + 1, after);
    return true;
}

static ALWAYS_INLINE void search_step(const struct gen *g, struct search *s, bitboard at,
                                      bitboard taken, unsigned n, uint64_t trail, bool is_king)
{
    if (is_cut(g, s, is_king ? VISITED_KING : VISITED_MAN, at, taken, n, trail))
        return;
    const unsigned directions = is_king ? g->rules->king_captures : g->rules->man_captures;
    bool goes_on = false;
#define JUMP(d)                    \
 if (has_direction(directions, d)) \
  goes_on |= jump(g, s, at, d, taken, n, trail, is_king);
    EACH_DIRECTION(JUMP)
#undef JUMP
    if (!goes_on)
        search_end(g, s, at, taken, n,
                   is_king ? !s->by_king : (at & g->rules->board->crowning[g->side]) != 0, trail);
}

/** The squares that are empty for a piece that captures from `at`. */
static ALWAYS_INLINE bitboard empty_without(const struct gen *g, const struct view *v, bitboard at)
{
    return g->rules->origin_blocks ? v->empty : v->empty | at;
}

/** Prepares the search for the piece on `at`. */
static ALWAYS_INLINE void search_piece(const struct gen *g, const struct view *v, struct search *s,
                                       bitboard at)
{
    s->from = (square)LOWEST64(at);
    s->empty = empty_without(g, v, at);
    s->start = s->list->n;
    s->takeable = 0;
}

/** Lists the captures of the pieces `men` and `kings`, all of which can jump. */
static ALWAYS_INLINE int search_all(const struct gen *g, const struct view *v, bitboard men,
                                    bitboard kings, struct moves *list)
{
    struct search s;
    s.rules = g->rules;
    s.list = list;
    s.visited = NULL;
    s.landings = NULL;
    s.best = 0;
    s.steps = 0;
    s.failed = false;
    s.other = v->other;
    s.kings = v->kings;
    list->n = 0;
    s.by_king = true;
    for (; kings; kings &= kings - 1) {
        const bitboard at = kings & -kings;
        search_piece(g, v, &s, at);
        if (!g->rules->flying_king_captures) {
            g->king(&s, at, 0, 0, 0);
            continue;
        }
#define TRY(d)                                  \
 if (has_direction(g->rules->king_captures, d)) \
  fly_from(g, &s, at, d, 0, 0, 0);
        EACH_DIRECTION(TRY)
#undef TRY
        if (UNLIKELY(s.landings != NULL))
            g->rest(&s);
    }
    s.by_king = false;
    for (; men; men &= men - 1) {
        const bitboard at = men & -men;
        search_piece(g, v, &s, at);
        g->man(&s, at, 0, 0, 0);
        if (UNLIKELY(s.landings != NULL))
            g->rest(&s);
    }
    COUNT_STEPS(s.steps);
    if (UNLIKELY(s.visited != NULL))
        visited_free(s.visited);
    if (UNLIKELY(s.landings != NULL))
        landings_free(s.landings);
    return s.failed ? -1 : 0;
}

#endif
