// SPDX-License-Identifier: MIT
/*
 * From written squares to legal moves. For two squares the generator lists the moves between them.
 * More squares are tried from the strictest reading to the loosest: a path with every jump, squares
 * along a route, a list of captured squares, and finally a set without order.
 */
#include "core/board/capture-path.h"
#include "core/board/notation.h"
#include "core/board/squares.h"

static bitboard set_of(const square *sq, unsigned n)
{
    bitboard set = 0;
    for (unsigned i = 0; i < n; i++)
        set |= square_bit(sq[i]);
    return set;
}

/* The oddity of a sign that does not agree with the move found; 0: it agrees. */
static unsigned odd_sign(const struct rules *rules, const struct written_move *written,
                         const struct move *mv)
{
    if (written->no_sign)
        return 0;
    if (mv->captured)
        return written->is_capture || rules->capture_sign == '-' ? 0 : NOTATION_HYPHEN_CAPTURE;
    return written->is_capture ? NOTATION_X_QUIET : 0;
}

void notation_count_from_a1(struct written_move *written)
{
    if (!(written->odd & NOTATION_OTHER_SQUARES))
        return;
    for (unsigned i = 0; i < written->n; i++)
        written->sq[i] ^= 070;
    for (unsigned i = 0; i < 2 && written->two_ways; i++)
        written->other[i] ^= 070;
    written->odd |= NOTATION_FROM_A1;
}

/*
 * Keeps the moves of a list for which a condition holds; the condition can refer to each as `mv`.
 */
#define KEEP_WHERE(list, mv, truth)          \
 do {                                        \
  unsigned kept = 0;                         \
  for (unsigned i = 0; i < (list)->n; i++) { \
   const struct move *mv = &(list)->at[i];   \
   if (truth)                                \
    (list)->at[kept++] = (list)->at[i];      \
  }                                          \
  (list)->n = kept;                          \
 } while (0)

static void keep_captured(struct moves *list, bitboard captured)
{
    KEEP_WHERE(list, mv, mv->captured == captured);
}

static void keep_captures(struct moves *list) { KEEP_WHERE(list, mv, mv->captured); }

static void keep_crowning(struct moves *list) { KEEP_WHERE(list, mv, mv->crowns); }

static bool any_captured(const struct moves *list, bitboard captured)
{
    for (unsigned i = 0; i < list->n; i++)
        if (list->at[i].captured == captured)
            return true;
    return false;
}

int notation_single_jump(const struct rules *rules, const struct position *pos,
                         const struct written_move *written, const struct moves *found)
{
    if (written->n != 2 || written->from_file >= 0 || written->two_ways)
        return -1;
    for (unsigned i = 0; i < found->n; i++)
        if (capture_path_match(rules, pos, &found->at[i], written->sq, 2) == CAPTURE_PATH_EXACT)
            return (int)i;
    return -1;
}

/* Finds moves by two squares; digits without a sign may be split into those in two ways. */
static int find_ends(const struct rules *rules, const struct position *pos,
                     const struct written_move *written, struct moves *found)
{
    const square *sq = written->sq;
    if (moves_between(rules, pos, sq[0], sq[1], found) != 0)
        return -1;
    if (LIKELY(!written->two_ways))
        return 0;
    struct moves other;
    moves_init(&other);
    int rc = moves_between(rules, pos, written->other[0], written->other[1], &other);
    for (unsigned i = 0; rc == 0 && i < other.n && found->n < found->room; i++)
        found->at[found->n++] = other.at[i];
    moves_fini(&other);
    return rc;
}

/* Finds moves by the file of origin and the target. */
static int find_short(const struct rules *rules, const struct position *pos,
                      const struct written_move *written, struct moves *found)
{
    if (moves_generate(rules, pos, found) != 0)
        return -1;
    const struct squares *squares = squares_of(rules);
    KEEP_WHERE(found, mv,
               mv->to == written->sq[0] && squares->file[mv->from] == written->from_file);
    return 0;
}

/* All moves of `found` have the written ends: keeps those that best fit the squares between. */
static void keep_path(const struct rules *rules, const struct position *pos,
                      const struct written_move *written, struct moves *found, unsigned *odd)
{
    unsigned n = written->n;
    for (unsigned i = 0; i < found->n; i++) {
        enum capture_path path = capture_path_match(rules, pos, &found->at[i], written->sq, n);
        if (path == CAPTURE_PATH_NONE)
            continue;
        *odd |= path == CAPTURE_PATH_LOOSE ? NOTATION_PATH : found->n == 1 ? NOTATION_LONG : 0;
        found->at[0] = found->at[i];
        found->n = 1;
        return;
    }
    bitboard middle = set_of(written->sq + 1, n - 2);
    if (any_captured(found, middle)) {
        *odd |= NOTATION_CAPTURED_LISTED;
        keep_captured(found, middle);
        return;
    }
    *odd |= NOTATION_PATH;
    struct route route;
    KEEP_WHERE(found, mv, move_route(rules, pos, mv, written->sq + 1, n - 2, &route));
}

/* How often a square is written, not counting repetitions right after it. */
static unsigned times_written(const struct written_move *written, square sq)
{
    unsigned n = 0;
    for (unsigned i = 0; i < written->n; i++)
        n += written->sq[i] == sq && (i == 0 || written->sq[i - 1] != sq);
    return n;
}

/*
 * Whether, for a capture that ends where it began, enough squares are written: that square twice,
 * all captured squares, or each landing square but the last.
 */
static bool is_whole_round(const struct written_move *written, const struct move *mv)
{
    unsigned landings = 0;
    for (unsigned i = 0; i < written->n; i++)
        landings += written->sq[i] != mv->from && !(mv->captured & square_bit(written->sq[i]));
    return times_written(written, mv->from) > 1
           || !(mv->captured & ~set_of(written->sq, written->n))
           || landings + 1 >= POPCOUNT64(mv->captured);
}

/*
 * Whether no square is written more often than the move has a use for it: 8x15x8 claims a capture
 * more than 8x15 makes.
 */
static bool fits_repetitions(const struct written_move *written, const struct move *mv)
{
    for (unsigned i = 0; i < written->n; i++) {
        const square sq = written->sq[i];
        const bool is_taken = mv->captured & square_bit(sq), is_round = mv->from == mv->to;
        if (times_written(written, sq) > 1U + is_taken + (is_round && sq == mv->from))
            return false;
    }
    return true;
}

/* Whether each written square is an end, a captured square or a square on a route of the move. */
static bool fits_set(const struct rules *rules, const struct position *pos,
                     const struct written_move *written, const struct move *mv)
{
    bitboard set = set_of(written->sq, written->n),
             ends = square_bit(mv->from) | square_bit(mv->to);
    if ((set & ends) != ends || !fits_repetitions(written, mv)
        || (mv->from == mv->to && !is_whole_round(written, mv)))
        return false;
    struct route route;
    for (unsigned i = 0; i < written->n; i++) {
        square sq = written->sq[i];
        if (!((ends | mv->captured) & square_bit(sq))
            && !move_route(rules, pos, mv, &sq, 1, &route))
            return false;
    }
    return true;
}

static int find_set(const struct rules *rules, const struct position *pos,
                    const struct written_move *written, struct moves *found, unsigned *odd)
{
    *odd |= NOTATION_UNORDERED;
    if (moves_captures(rules, pos, found) != 0)
        return -1;
    KEEP_WHERE(found, mv, fits_set(rules, pos, written, mv));
    if (found->n > 1)
        found->n = 0; /* the reading is too loose to offer several moves */
    return 0;
}

static int find_path(const struct rules *rules, const struct position *pos,
                     const struct written_move *written, struct moves *found, unsigned *odd)
{
    const square *sq = written->sq;
    unsigned n = written->n;
    if (!(written->odd & NOTATION_CAPTURED_LISTED)) {
        if (moves_between(rules, pos, sq[0], sq[n - 1], found) != 0)
            return -1;
        unsigned more = 0;
        keep_captures(found);
        keep_path(rules, pos, written, found, &more);
        if (found->n) {
            *odd |= more;
            return 0;
        }
    }
    if (moves_between(rules, pos, sq[0], sq[1], found) != 0) /* from, to, captured: Hub */
        return -1;
    keep_captured(found, set_of(sq + 2, n - 2));
    if (found->n) {
        *odd |= NOTATION_CAPTURED_LISTED;
        return 0;
    }
    if (written->odd & NOTATION_CAPTURED_LISTED) /* those in brackets are all captured */
        return 0;
    return find_set(rules, pos, written, found, odd);
}

int notation_find_all(const struct rules *rules, const struct position *pos,
                      const struct written_move *written, struct moves *found, unsigned *odd)
{
    *odd = written->odd;
    int rc;
    if (LIKELY(written->n == 2 && written->from_file < 0))
        rc = find_ends(rules, pos, written, found);
    else if (written->from_file >= 0)
        rc = find_short(rules, pos, written, found);
    else
        rc = find_path(rules, pos, written, found, odd);
    if (UNLIKELY(written->crowns))
        keep_crowning(found);
    if (LIKELY(found->n))
        *odd |= odd_sign(rules, written, &found->at[0]);
    return rc;
}

int notation_find_first(const struct rules *rules, const struct position *pos,
                        const struct written_move *written, struct moves *found, unsigned *odd)
{
    if (notation_find_all(rules, pos, written, found, odd) != 0)
        return -1;
    int single = UNLIKELY(found->n > 1) ? notation_single_jump(rules, pos, written, found) : -1;
    if (single >= 0) {
        found->at[0] = found->at[single];
        found->n = 1;
    }
    return 0;
}

int notation_find(const struct rules *rules, const struct position *pos,
                  const struct written_move *written, struct moves *found, unsigned *odd)
{
    int rc = notation_find_first(rules, pos, written, found, odd);
    if (rc || found->n || !rules->board->every_square || !(written->odd & NOTATION_OTHER_SQUARES))
        return rc;
    struct written_move from_a1 = *written;
    notation_count_from_a1(&from_a1);
    return notation_find_first(rules, pos, &from_a1, found, odd);
}
