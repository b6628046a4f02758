// SPDX-License-Identifier: MIT
/*
 * The board as the side to move sees it, for generate.h: directions, rays, and which pieces can
 * jump.
 *
 * Directions are as the side to move sees them. Whenever possible, whole sets of squares are
 * shifted at once:
 *
 *      who can jump north-east?   men & step back(foes & step back(empty))
 *
 * Rays on padded boards end at the gaps, since a gap is not empty; on boards without gaps `land`
 * ends them.
 */
#ifndef DAMA_CORE_BOARD_GENERATE_VIEW_H
#define DAMA_CORE_BOARD_GENERATE_VIEW_H

#include "core/base/compiler.h"
#include "core/board/move.h"
#include "core/board/movegen.h"

/*
 * A loop over directions, unrolled by hand so that the compiler sees each direction as a constant;
 * but an ordinary loop if the row is read at run time. Only then are the steps of searches counted,
 * since there a few more instructions do not matter.
 */
#ifdef GENERATE_AT_RUN_TIME
# define COUNT_STEPS(n) (movegen_steps += (n))
# define EACH_DIRECTION(DO)                           \
  for (unsigned each = 0; each < DIR_COUNT; each++) { \
   DO(each)                                           \
  }
#else
# define COUNT_STEPS(n) ((void)0)
# define EACH_DIRECTION(DO) \
  DO(DIR_N) DO(DIR_NE) DO(DIR_E) DO(DIR_SE) DO(DIR_S) DO(DIR_SW) DO(DIR_W) DO(DIR_NW)
#endif

enum { KING_MOVES_MAX = 3 }; /* quiet moves in a row by a king, if the rules limit them */

/** A position as the side to move sees it. */
struct view {
    bitboard own, other, kings; /* kings of both sides */
    bitboard empty;
    bitboard king_at_limit; /* a king that may not make another quiet move */
};

struct search; /* generate-capture.h */

/** An instantiation for one side; to the compiler, all of it is constant. */
struct gen {
    const struct rules *rules;
    enum side side;
    bool routes; /* list each route, not each move */
    /* A man, or a king that jumps like one, is on `at` with n pieces taken. */
    void (*man)(struct search *s, bitboard at, bitboard taken, unsigned n, uint64_t trail);
    void (*king)(struct search *s, bitboard at, bitboard taken, unsigned n, uint64_t trail);
    /*
     * A flying king has jumped `over` (one of those taken) in direction d and may now choose where
     * to land.
     */
    void (*fly)(struct search *s, bitboard over, unsigned d, bitboard taken, unsigned n,
                uint64_t trail);
    /* The same in a long search: the landing squares are only noted. */
    void (*fly_long)(struct search *s, bitboard over, unsigned d, bitboard taken, unsigned n);
    /* Continues from the landing squares that were noted. */
    void (*rest)(struct search *s);
    /* A man has become a king on `at` by a jump in direction d, and goes on as one. */
    void (*crowned)(struct search *s, bitboard at, unsigned d, bitboard taken, unsigned n,
                    uint64_t trail);
    /* A capture is complete. */
    void (*end)(struct search *s, bitboard to, bitboard taken, unsigned n, bool crowns,
                uint64_t trail);
};

/** Shifts by any distance; bits that leave the word are lost. */
static ALWAYS_INLINE bitboard shift_by(bitboard x, int n)
{
    return n >= 64 || n <= -64 ? 0 : n >= 0 ? x << n : x >> -n;
}

static ALWAYS_INLINE unsigned as_white(const struct gen *g, unsigned d)
{
    return g->side == WHITE ? d : (d + 4) % 8;
}

/** Squares where a step in direction d can end. */
static ALWAYS_INLINE bitboard landing(const struct gen *g, unsigned d)
{
    const struct board *board = g->rules->board;
    return board->every_square ? board->land[as_white(g, d)] : ~(bitboard)0;
}

static ALWAYS_INLINE bitboard step(const struct gen *g, bitboard x, unsigned d)
{
    return shift_by(x, g->rules->board->delta[as_white(g, d)]) & landing(g, d);
}

static ALWAYS_INLINE bitboard step_back(const struct gen *g, bitboard x, unsigned d)
{
    return step(g, x, (d + 4) % 8);
}

/** x and all squares reached from it in direction d over empty squares. */
static ALWAYS_INLINE bitboard fill(const struct gen *g, bitboard x, bitboard empty, unsigned d)
{
    const int by = g->rules->board->delta[as_white(g, d)];
    bitboard pass = empty & landing(g, d);
    x |= pass & shift_by(x, by);
    pass &= shift_by(pass, by);
    x |= pass & shift_by(x, 2 * by);
    pass &= shift_by(pass, 2 * by);
    x |= pass & shift_by(x, 4 * by);
    if (g->rules->board->ranks > 8) {
        pass &= shift_by(pass, 4 * by);
        x |= pass & shift_by(x, 8 * by);
    }
    return x;
}

/**
 * Slides from one square.
 * @param stop the first square of the line that is not empty; 0 or a bit off the board if there
 *        is none
 * @return the empty squares before it
 */
static ALWAYS_INLINE bitboard slide(const struct gen *g, bitboard from, bitboard empty, unsigned d,
                                    bitboard *stop)
{
    const struct board *board = g->rules->board;
    const unsigned dir = as_white(g, d), sq = LOWEST64(from);
    const bitboard pass = empty & landing(g, d);
    if (board->delta[dir] > 0) {
        const bitboard ray = board->ray[dir] << sq, walls = ray & ~pass;
        *stop = walls & -walls;
        return ray & (*stop - 1);
    }
    const bitboard ray = board->ray[dir] >> (63 - sq), walls = ray & ~pass;
    *stop = walls ? (bitboard)1 << HIGHEST64(walls) : 0;
    return walls ? ray & -(*stop << 1) : ray;
}

static ALWAYS_INLINE bool has_direction(unsigned set, unsigned d) { return set >> d & 1; }

static ALWAYS_INLINE struct view view_of(const struct gen *g, const struct position *pos)
{
    struct view v = {
        .own = pos->pieces[g->side],
        .other = pos->pieces[!g->side],
        .kings = pos->kings,
    };
    v.empty = g->rules->board->playing & ~(v.own | v.other);
    if (g->rules->counts_king_moves && pos->king_moves[g->side] >= KING_MOVES_MAX
        && v.own & ~v.kings)
        v.king_at_limit = square_bit(pos->king_square[g->side]);
    return v;
}

/** Whether the game is over although there may be moves. */
static ALWAYS_INLINE bool is_decided(const struct gen *g, const struct view *v)
{
    return g->rules->goal == GOAL_KING && v->kings;
}

static ALWAYS_INLINE bitboard men_jumping(const struct gen *g, const struct view *v)
{
    const bitboard men = v->own & ~v->kings;
    const bitboard foes = g->rules->man_takes_king ? v->other : v->other & ~v->kings;
    bitboard able = 0;
#define ADD(d)                                 \
 if (has_direction(g->rules->man_captures, d)) \
  able |= step_back(g, foes & step_back(g, v->empty, d), d);
    EACH_DIRECTION(ADD)
#undef ADD
    return able & men;
}

static ALWAYS_INLINE bitboard kings_jumping(const struct gen *g, const struct view *v)
{
    const bitboard kings = v->own & v->kings;
    bitboard able = 0;
    if (!kings)
        return 0;
#define ADD(d)                                                               \
 if (has_direction(g->rules->king_captures, d)) {                            \
  bitboard near = step_back(g, v->other & step_back(g, v->empty, d), d);     \
  if (g->rules->flying_king_captures)                                        \
   near |= step_back(g, fill(g, near & v->empty, v->empty, (d + 4) % 8), d); \
  able |= near;                                                              \
 }
    EACH_DIRECTION(ADD)
#undef ADD
    return able & kings;
}

#endif
