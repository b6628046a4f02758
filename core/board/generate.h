// SPDX-License-Identifier: MIT
/*
 * The move generator, written once for all variants. Everything here and in the two other files is
 * inlined into the functions that MOVEGEN() defines, with the variant's row of rules and the side
 * to move as constants, so that the compiler drops all code that the row does not need. Only the
 * recursive part, the search for captures, has functions of its own in each instantiation, called
 * through `struct gen`.
 *
 *      generate-view.h      directions and rays, and which pieces can jump
 *      generate-capture.h   the search for captures
 *      this file            quiet moves, and the functions of an instantiation
 */
#ifndef DAMA_CORE_BOARD_GENERATE_H
#define DAMA_CORE_BOARD_GENERATE_H

#include "core/board/generate-capture.h"

enum { FROM_ONE_SQUARE = 32 }; /* more quiet moves than one piece can have */

static ALWAYS_INLINE void add_quiet(struct moves *list, bitboard from, bitboard to, bool crowns)
{
    list->at[list->n++] = (struct move){0, (square)LOWEST64(from), (square)LOWEST64(to), crowns};
}

/** The pieces that may be part of a line that advances as one (Dameo). */
static ALWAYS_INLINE bitboard lines_of(const struct gen *g, const struct view *v)
{
    return g->rules->kings_in_lines ? v->own : v->own & ~v->kings;
}

/** Adds men's moves in direction d. A line advances as if its rear man leapt to the front. */
static ALWAYS_INLINE void add_men(const struct gen *g, const struct view *v, unsigned d,
                                  struct moves *list)
{
    const int by = g->rules->board->delta[as_white(g, d)];
    const bitboard men = v->own & ~v->kings, far = g->rules->board->crowning[g->side];
    bitboard rear = lines_of(g, v) & step_back(g, v->empty, d);
    for (int length = 1; rear; length++) {
        for (bitboard left = rear & men; left; left &= left - 1) {
            const bitboard from = left & -left, to = shift_by(from, length * by);
            add_quiet(list, from, to, (to & far) != 0);
        }
        if (!g->rules->lines_move)
            break;
        rear = lines_of(g, v) & step_back(g, rear, d);
    }
}

static ALWAYS_INLINE void add_king(const struct gen *g, const struct view *v, bitboard from,
                                   unsigned d, struct moves *list)
{
    bitboard stop, to = g->rules->flying_king_moves ? slide(g, from, v->empty, d, &stop)
                                                    : step(g, from, d) & v->empty;
    for (; to; to &= to - 1)
        add_quiet(list, from, to & -to, false);
}

static ALWAYS_INLINE int add_quiet_all(const struct gen *g, const struct view *v,
                                       struct moves *list)
{
    list->n = 0;
#define ADD(d)                              \
 if (has_direction(g->rules->man_moves, d)) \
  add_men(g, v, d, list);
    EACH_DIRECTION(ADD)
#undef ADD
    for (bitboard left = v->own & v->kings & ~v->king_at_limit; left; left &= left - 1) {
        if (UNLIKELY(list->room - list->n < FROM_ONE_SQUARE) && !moves_grow(list))
            return -1;
#define ADD(d)                               \
 if (has_direction(g->rules->king_moves, d)) \
  add_king(g, v, left & -left, d, list);
        EACH_DIRECTION(ADD)
#undef ADD
    }
    return 0;
}

/** How many quiet moves there are. */
static ALWAYS_INLINE unsigned count_quiet(const struct gen *g, const struct view *v)
{
    const bitboard men = v->own & ~v->kings, kings = v->own & v->kings & ~v->king_at_limit;
    unsigned n = 0;
#define COUNT(d)                                              \
 if (has_direction(g->rules->man_moves, d)) {                 \
  bitboard rear = lines_of(g, v) & step_back(g, v->empty, d); \
  n += POPCOUNT64(rear & men);                                \
  while (g->rules->lines_move && rear) {                      \
   rear = lines_of(g, v) & step_back(g, rear, d);             \
   n += POPCOUNT64(rear & men);                               \
  }                                                           \
 }
    EACH_DIRECTION(COUNT)
#undef COUNT
    if (!kings)
        return n;
#define COUNT(d)                                                                     \
 if (has_direction(g->rules->king_moves, d))                                         \
  n += POPCOUNT64(g->rules->flying_king_moves ? fill(g, kings, v->empty, d) & ~kings \
                                              : step(g, kings, d) & v->empty);
    EACH_DIRECTION(COUNT)
#undef COUNT
    return n;
}

static ALWAYS_INLINE bool has_quiet(const struct gen *g, const struct view *v)
{
    const bitboard men = v->own & ~v->kings, kings = v->own & v->kings & ~v->king_at_limit;
    bitboard to = 0;
#define ADD(d)                               \
 if (has_direction(g->rules->man_moves, d))  \
  to |= step(g, men, d);                     \
 if (has_direction(g->rules->king_moves, d)) \
  to |= step(g, kings, d);
    EACH_DIRECTION(ADD)
#undef ADD
    return (to & v->empty) != 0;
}

/** Adds the quiet move between two squares if it is legal; the position must have no captures. */
static ALWAYS_INLINE void add_between(const struct gen *g, const struct view *v, bitboard from,
                                      bitboard to, struct moves *list)
{
    const bool is_king = (from & v->kings) != 0;
    bitboard reach = 0, stop;
    if (from & v->king_at_limit)
        return;
#define REACH(d)                                                                                \
 if (is_king && has_direction(g->rules->king_moves, d))                                         \
  reach |= g->rules->flying_king_moves ? slide(g, from, v->empty, d, &stop) : step(g, from, d); \
 if (!is_king && has_direction(g->rules->man_moves, d)) {                                       \
  bitboard front = step(g, from, d);                                                            \
  while (g->rules->lines_move && front & lines_of(g, v))                                        \
   front = step(g, front, d);                                                                   \
  reach |= front;                                                                               \
 }
    EACH_DIRECTION(REACH)
#undef REACH
    if (reach & to & v->empty)
        add_quiet(list, from, to, !is_king && (to & g->rules->board->crowning[g->side]));
}

/* ---- the functions of an instantiation ---- */

typedef int list_captures(const struct rules *rules, const struct view *v, bitboard men,
                          bitboard kings, struct moves *list);

static ALWAYS_INLINE int gen_generate(const struct gen *g, list_captures *captures,
                                      const struct position *pos, struct moves *list)
{
    const struct view v = view_of(g, pos);
    list->n = 0;
    if (is_decided(g, &v))
        return 0;
    const bitboard men = men_jumping(g, &v), kings = kings_jumping(g, &v);
    if (men | kings)
        return captures(g->rules, &v, men, kings, list);
    return add_quiet_all(g, &v, list);
}

static ALWAYS_INLINE int gen_captures(const struct gen *g, list_captures *captures,
                                      const struct position *pos, struct moves *list)
{
    const struct view v = view_of(g, pos);
    list->n = 0;
    if (is_decided(g, &v))
        return 0;
    const bitboard men = men_jumping(g, &v), kings = kings_jumping(g, &v);
    return men | kings ? captures(g->rules, &v, men, kings, list) : 0;
}

static ALWAYS_INLINE bool gen_has_capture(const struct gen *g, const struct position *pos)
{
    const struct view v = view_of(g, pos);
    return !is_decided(g, &v) && (men_jumping(g, &v) || kings_jumping(g, &v));
}

static ALWAYS_INLINE bool gen_exist(const struct gen *g, const struct position *pos)
{
    const struct view v = view_of(g, pos);
    return !is_decided(g, &v) && (has_quiet(g, &v) || men_jumping(g, &v) || kings_jumping(g, &v));
}

static ALWAYS_INLINE int gen_between(const struct gen *g, list_captures *captures,
                                     const struct position *pos, square from, square to,
                                     struct moves *list)
{
    const struct view v = view_of(g, pos);
    list->n = 0;
    if (from >= BOARD_BITS || to >= BOARD_BITS || !(v.own & square_bit(from)) || is_decided(g, &v))
        return 0;
    const bitboard men = men_jumping(g, &v), kings = kings_jumping(g, &v);
    if (!(men | kings)) {
        add_between(g, &v, square_bit(from), square_bit(to), list);
        return 0;
    }
    if (!((men | kings) & square_bit(from)))
        return 0;
    if (captures(g->rules, &v, men, kings, list))
        return -1;
    unsigned n = 0;
    for (unsigned i = 0; i < list->n; i++)
        if (list->at[i].from == from && list->at[i].to == to)
            list->at[n++] = list->at[i];
    list->n = n;
    return 0;
}

/* Parameters of the functions that recurse. */
#define STEP_ARGS struct search *s, bitboard at, bitboard taken, unsigned n, uint64_t trail
#define FLY_ARGS \
 struct search *s, bitboard over, unsigned d, bitboard taken, unsigned n, uint64_t trail
#define FLY_LONG_ARGS struct search *s, bitboard over, unsigned d, bitboard taken, unsigned n
#define END_ARGS \
 struct search *s, bitboard to, bitboard taken, unsigned n, bool crowns, uint64_t trail

/** One side of an instantiation. `row` may be an expression in `rules`. */
#define MOVEGEN_SIDE(name, which, row, each_route)                                           \
 static void name##_man(STEP_ARGS);                                                          \
 static void name##_king(STEP_ARGS);                                                         \
 static void name##_fly(FLY_ARGS);                                                           \
 static void name##_fly_long(FLY_LONG_ARGS);                                                 \
 static void name##_rest(struct search *s);                                                  \
 static void name##_crowned(FLY_ARGS);                                                       \
 static void name##_end(END_ARGS);                                                           \
 static ALWAYS_INLINE struct gen name##_gen(const struct rules *rules)                       \
 {                                                                                           \
  (void)rules;                                                                               \
  return (struct gen){row,        which,           each_route,  name##_man,     name##_king, \
                      name##_fly, name##_fly_long, name##_rest, name##_crowned, name##_end}; \
 }                                                                                           \
 static NEVER_INLINE void name##_man(STEP_ARGS)                                              \
 {                                                                                           \
  const struct gen g = name##_gen(s->rules);                                                 \
  search_step(&g, s, at, taken, n, trail, false);                                            \
 }                                                                                           \
 static NEVER_INLINE void name##_king(STEP_ARGS)                                             \
 {                                                                                           \
  const struct gen g = name##_gen(s->rules);                                                 \
  search_step(&g, s, at, taken, n, trail, true);                                             \
 }                                                                                           \
 static NEVER_INLINE void name##_fly(FLY_ARGS)                                               \
 {                                                                                           \
  const struct gen g = name##_gen(s->rules);                                                 \
  search_fly(&g, s, over, d, taken, n, trail);                                               \
 }                                                                                           \
 static NEVER_INLINE void name##_fly_long(FLY_LONG_ARGS)                                     \
 {                                                                                           \
  const struct gen g = name##_gen(s->rules);                                                 \
  search_fly_long(&g, s, over, d, taken, n);                                                 \
 }                                                                                           \
 static NEVER_INLINE void name##_rest(struct search *s)                                      \
 {                                                                                           \
  const struct gen g = name##_gen(s->rules);                                                 \
  search_rest(&g, s);                                                                        \
 }                                                                                           \
 static NEVER_INLINE void name##_crowned(FLY_ARGS)                                           \
 {                                                                                           \
  const struct gen g = name##_gen(s->rules);                                                 \
  search_crowned(&g, s, over, d, taken, n, trail);                                           \
 }                                                                                           \
 static NEVER_INLINE void name##_end(END_ARGS)                                               \
 {                                                                                           \
  const struct gen g = name##_gen(s->rules);                                                 \
  search_end(&g, s, to, taken, n, crowns, trail);                                            \
 }                                                                                           \
 static NEVER_INLINE int name##_list(const struct rules *rules, const struct view *v,        \
                                     bitboard men, bitboard kings, struct moves *list)       \
 {                                                                                           \
  const struct gen g = name##_gen(rules);                                                    \
  return search_all(&g, v, men, kings, list);                                                \
 }

/** The functions for whichever side is to move. */
#define MOVEGEN_BOTH(name)                                                                     \
 static int name##_generate(const struct rules *rules, const struct position *pos,             \
                            struct moves *list)                                                \
 {                                                                                             \
  const struct gen w = name##_white_gen(rules), b = name##_black_gen(rules);                   \
  return pos->turn == WHITE ? gen_generate(&w, name##_white_list, pos, list)                   \
                            : gen_generate(&b, name##_black_list, pos, list);                  \
 }                                                                                             \
 static int name##_captures(const struct rules *rules, const struct position *pos,             \
                            struct moves *list)                                                \
 {                                                                                             \
  const struct gen w = name##_white_gen(rules), b = name##_black_gen(rules);                   \
  return pos->turn == WHITE ? gen_captures(&w, name##_white_list, pos, list)                   \
                            : gen_captures(&b, name##_black_list, pos, list);                  \
 }                                                                                             \
 static int name##_between(const struct rules *rules, const struct position *pos, square from, \
                           square to, struct moves *list)                                      \
 {                                                                                             \
  const struct gen w = name##_white_gen(rules), b = name##_black_gen(rules);                   \
  return pos->turn == WHITE ? gen_between(&w, name##_white_list, pos, from, to, list)          \
                            : gen_between(&b, name##_black_list, pos, from, to, list);         \
 }                                                                                             \
 static bool name##_has_capture(const struct rules *rules, const struct position *pos)         \
 {                                                                                             \
  const struct gen w = name##_white_gen(rules), b = name##_black_gen(rules);                   \
  return pos->turn == WHITE ? gen_has_capture(&w, pos) : gen_has_capture(&b, pos);             \
 }                                                                                             \
 static bool name##_exist(const struct rules *rules, const struct position *pos)               \
 {                                                                                             \
  const struct gen w = name##_white_gen(rules), b = name##_black_gen(rules);                   \
  return pos->turn == WHITE ? gen_exist(&w, pos) : gen_exist(&b, pos);                         \
 }

/** A whole instantiation without perft: `name`_generate and so on. */
#define MOVEGEN_LISTS(name, row, each_route)        \
 MOVEGEN_SIDE(name##_white, WHITE, row, each_route) \
 MOVEGEN_SIDE(name##_black, BLACK, row, each_route) \
 MOVEGEN_BOTH(name)

#endif
