// SPDX-License-Identifier: MIT
/*
 * Perft, written once for all variants like the generator. In the last ply, leaves are counted
 * without making a move: quiet moves are the bits of shifted sets, and so are captures of one piece
 * if none takes two. Positions live in registers; only captures higher up in the tree go through a
 * list.
 */
#ifndef DAMA_CORE_BOARD_PERFT_TEMPLATE_H
#define DAMA_CORE_BOARD_PERFT_TEMPLATE_H

#include "core/board/generate.h"
#include "core/board/perft.h"

typedef uint64_t count_leaves(const struct view *v);
typedef uint64_t count_below(bitboard own, bitboard other, bitboard kings, unsigned depth);

/** The functions that the two sides of an instantiation call. */
struct counting {
    list_captures *captures; /* of this side */
    count_leaves *leaves;    /* of the other side */
    count_below *below;
};

/** Whether the priority rule looks at kings, not only at the number of pieces. */
static ALWAYS_INLINE bool is_about_kings(const struct gen *g, const struct view *v)
{
    switch (g->rules->priority) {
    case PRIORITY_MOST_KINGS:
    case PRIORITY_ITALIAN:
    case PRIORITY_FRISIAN:
        return (v->other & v->kings) != 0;
    default:
        return false;
    }
}

static ALWAYS_INLINE uint64_t count_by_list(const struct gen *g, list_captures *captures,
                                            const struct view *v, bitboard men, bitboard kings)
{
    struct moves list;
    moves_init(&list);
    captures(g->rules, v, men, kings, &list);
    const uint64_t n = list.n;
    if (UNLIKELY(list.at != list.own))
        moves_fini(&list);
    return n;
}

/** The union of all sets but one. */
static ALWAYS_INLINE bitboard all_but(const bitboard sets[DIR_COUNT], unsigned but)
{
    bitboard x = 0;
#define ADD(d) \
 if (d != but) \
  x |= sets[d];
    EACH_DIRECTION(ADD)
#undef ADD
    return x;
}

/** The number of legal moves of the side to move; too few when out of memory. */
static ALWAYS_INLINE uint64_t count_moves(const struct gen *g, list_captures *captures,
                                          const struct view *v)
{
    const struct rules *rules = g->rules;
    const bitboard men = v->own & ~v->kings, far = rules->board->crowning[g->side];
    const bitboard foes = rules->man_takes_king ? v->other : v->other & ~v->kings;
    bitboard ends[DIR_COUNT] = {0}, any = 0, more = 0;
    if (is_decided(g, v))
        return 0;
    const bitboard kings = kings_jumping(g, v);
#define JUMP(d)                             \
 if (has_direction(rules->man_captures, d)) \
  any |= ends[d] = step(g, step(g, men, d) & foes, d) & v->empty;
    EACH_DIRECTION(JUMP)
#undef JUMP
    if (LIKELY(!(any | kings)))
        return count_quiet(g, v);
    if (kings || is_about_kings(g, v) || (rules->crowning == CROWNING_CONTINUE && any & far))
        return count_by_list(g, captures, v, men_jumping(g, v), kings);
    unsigned n = 0;
    /* A second jump can go anywhere but back: there, the first one has left nothing to take. */
#define COUNT(d)                            \
 if (has_direction(rules->man_captures, d)) \
  n += POPCOUNT64(ends[d]);
    EACH_DIRECTION(COUNT)
#undef COUNT
#define SECOND(e)                                       \
 if (has_direction(rules->man_captures, e)) {           \
  bitboard at = all_but(ends, (e + 4) % 8);             \
  if (rules->crowning == CROWNING_STOP)                 \
   at &= ~far;                                          \
  more |= step(g, step(g, at, e) & foes, e) & v->empty; \
 }
    EACH_DIRECTION(SECOND)
#undef SECOND
    if (UNLIKELY(more))
        return count_by_list(g, captures, v, men_jumping(g, v), 0);
    return n;
}

/** Counts the leaves below the position after a move; `depth` plies are left after it. */
static ALWAYS_INLINE uint64_t count_after(const struct gen *g, const struct counting *c,
                                          bitboard own, bitboard other, bitboard kings,
                                          unsigned depth)
{
    if (depth > 1)
        return c->below(other, own, kings, depth);
    const struct view v = {
        .own = other,
        .other = own,
        .kings = kings,
        .empty = g->rules->board->playing & ~(own | other),
    };
    return c->leaves(&v);
}

static ALWAYS_INLINE uint64_t count_after_men(const struct gen *g, const struct counting *c,
                                              const struct view *v, unsigned d, unsigned depth)
{
    const int by = g->rules->board->delta[as_white(g, d)];
    const bitboard men = v->own & ~v->kings, far = g->rules->board->crowning[g->side];
    uint64_t n = 0;
    bitboard rear = lines_of(g, v) & step_back(g, v->empty, d);
    for (int length = 1; rear; length++) {
        for (bitboard left = rear & men; left; left &= left - 1) {
            const bitboard from = left & -left, to = shift_by(from, length * by);
            n += count_after(g, c, v->own ^ from ^ to, v->other, v->kings | (to & far), depth);
        }
        if (!g->rules->lines_move)
            break;
        rear = lines_of(g, v) & step_back(g, rear, d);
    }
    return n;
}

static ALWAYS_INLINE uint64_t count_after_king(const struct gen *g, const struct counting *c,
                                               const struct view *v, bitboard from, unsigned d,
                                               unsigned depth)
{
    uint64_t n = 0;
    bitboard stop, to = g->rules->flying_king_moves ? slide(g, from, v->empty, d, &stop)
                                                    : step(g, from, d) & v->empty;
    for (; to; to &= to - 1) {
        const bitboard change = from | (to & -to);
        n += count_after(g, c, v->own ^ change, v->other, v->kings ^ change, depth);
    }
    return n;
}

static ALWAYS_INLINE uint64_t count_after_captures(const struct gen *g, const struct counting *c,
                                                   const struct view *v, bitboard men,
                                                   bitboard kings, unsigned depth)
{
    struct moves list;
    uint64_t n = 0;
    moves_init(&list);
    c->captures(g->rules, v, men, kings, &list);
    for (unsigned i = 0; i < list.n; i++) {
        const struct move *mv = &list.at[i];
        const bitboard from = square_bit(mv->from), to = square_bit(mv->to);
        const bool is_king = mv->crowns || v->kings & from;
        n += count_after(g, c, (v->own & ~from) | to, v->other & ~mv->captured,
                         (v->kings & ~mv->captured & ~from) | (is_king ? to : 0), depth);
    }
    if (UNLIKELY(list.at != list.own))
        moves_fini(&list);
    return n;
}

/**
 * Leaves `depth` plies below a position, at least 2. With rules that count king moves, positions
 * with kings are left to perft_by_lists.
 */
static ALWAYS_INLINE uint64_t gen_below(const struct gen *g, const struct counting *c, bitboard own,
                                        bitboard other, bitboard kings, unsigned depth)
{
    const struct view v = {
        .own = own,
        .other = other,
        .kings = kings,
        .empty = g->rules->board->playing & ~(own | other),
    };
    if (is_decided(g, &v))
        return 0;
    if (g->rules->counts_king_moves && kings)
        return perft_by_lists(g->rules, g->side, own, other, kings, depth);
    const bitboard men_jump = men_jumping(g, &v), kings_jump = kings_jumping(g, &v);
    if (men_jump | kings_jump)
        return count_after_captures(g, c, &v, men_jump, kings_jump, depth - 1);
    uint64_t n = 0;
#define ADD(d)                              \
 if (has_direction(g->rules->man_moves, d)) \
  n += count_after_men(g, c, &v, d, depth - 1);
    EACH_DIRECTION(ADD)
#undef ADD
    for (bitboard left = own & kings; left; left &= left - 1) {
        const bitboard from = left & -left;
#define ADD(d)                               \
 if (has_direction(g->rules->king_moves, d)) \
  n += count_after_king(g, c, &v, from, d, depth - 1);
        EACH_DIRECTION(ADD)
#undef ADD
    }
    return n;
}

/** One side; `foe` is the other side's name. */
#define MOVEGEN_COUNT_SIDE(name, foe)                                                         \
 static TARGET_COUNTS_BITS NEVER_INLINE uint64_t name##_leaves(const struct view *v)          \
 {                                                                                            \
  const struct gen g = name##_gen(NULL);                                                      \
  return count_moves(&g, name##_list, v);                                                     \
 }                                                                                            \
 static TARGET_COUNTS_BITS NEVER_INLINE uint64_t name##_below(bitboard own, bitboard other,   \
                                                              bitboard kings, unsigned depth) \
 {                                                                                            \
  const struct gen g = name##_gen(NULL);                                                      \
  const struct counting c = {name##_list, foe##_leaves, foe##_below};                         \
  return gen_below(&g, &c, own, other, kings, depth);                                         \
 }

/** A whole instantiation: `row` is the address of a constant row. */
#define MOVEGEN(name, row)                                                                   \
 MOVEGEN_LISTS(name, row, false)                                                             \
 static count_leaves name##_black_leaves;                                                    \
 static count_below name##_black_below;                                                      \
 MOVEGEN_COUNT_SIDE(name##_white, name##_black)                                              \
 MOVEGEN_COUNT_SIDE(name##_black, name##_white)                                              \
 static unsigned name##_count(const struct rules *rules, const struct position *pos)         \
 {                                                                                           \
  const struct gen w = name##_white_gen(rules), b = name##_black_gen(rules);                 \
  const struct view v = view_of(pos->turn == WHITE ? &w : &b, pos);                          \
  return (unsigned)(pos->turn == WHITE ? name##_white_leaves(&v) : name##_black_leaves(&v)); \
 }                                                                                           \
 static uint64_t name##_below(const struct position *pos, unsigned depth)                    \
 {                                                                                           \
  const bitboard own = pos->pieces[pos->turn], other = pos->pieces[!pos->turn];              \
  return pos->turn == WHITE ? name##_white_below(own, other, pos->kings, depth)              \
                            : name##_black_below(own, other, pos->kings, depth);             \
 }                                                                                           \
 const struct movegen movegen_##name = {                                                     \
     name##_generate, name##_captures, name##_between, name##_has_capture,                   \
     name##_exist,    name##_count,    name##_below,                                         \
 };

#endif
