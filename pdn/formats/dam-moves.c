// SPDX-License-Identifier: MIT
/*
 * The record of moves. No file with moves is known, so every possible reading of the author's
 * macros is tried. One is accepted only if every move is legal and leads to the file's board at the
 * current node.
 *
 * A node: the index after it (or a link back) | the index of the next one, 0: none | pieces
 * captured | squares
 */
#include "core/base/array.h"
#include "core/board/notation.h"
#include "pdn/formats/dam-internal.h"

#include <string.h>

enum { CAPTURED_MAX = 20, MOVES_MAX = 4096 };

/* A move as in the record: numbers of squares, not yet checked. */
struct coded {
    unsigned from, to;
    unsigned captured[CAPTURED_MAX];
    unsigned n_captured;
};

struct layout {
    const char *name;
    bool pairs;   /* two squares in a word */
    bool swapped; /* the second square comes first */
};

static const struct layout layouts[] = {
    {"two squares a word, the first in the high byte", true, false},
    {"two squares a word, the first in the low byte", true, true},
    {"one square a word", false, false},
    {"one square a word, the target first", false, true},
};

struct dam_record {
    const char *bytes;
    unsigned used; /* words */
};

static unsigned word_at(const struct dam_record *r, unsigned index)
{
    return dam_word(r->bytes, DAM_RECORD + 2 * (size_t)index);
}

/* The i-th square of a node under a layout; 0 if the record ends before it. */
static unsigned square_at(const struct dam_record *r, const struct layout *layout, unsigned node,
                          unsigned i)
{
    if (layout->swapped && i < 2)
        i = 1 - i;
    if (!layout->pairs)
        return node + 3 + i < r->used ? word_at(r, node + 3 + i) : 0;
    if (node + 3 + i / 2 >= r->used)
        return 0;
    unsigned word = word_at(r, node + 3 + i / 2);
    return i % 2 == 0 ? word >> 8 : word & 0xFF;
}

static bool read_node(const struct dam_record *r, const struct layout *layout, unsigned node,
                      struct coded *out)
{
    if (node < DAM_RECORD_HEAD + 2 || node + 3 >= r->used)
        return false;
    out->n_captured = word_at(r, node + 2);
    if (out->n_captured > CAPTURED_MAX)
        return false;
    out->from = square_at(r, layout, node, 0);
    out->to = square_at(r, layout, node, 1);
    for (unsigned i = 0; i < out->n_captured; i++) {
        out->captured[i] = square_at(r, layout, node, 2 + i);
        if (out->captured[i] < 1 || out->captured[i] > DAM_SQUARES)
            return false;
    }
    return out->from >= 1 && out->from <= DAM_SQUARES && out->to >= 1 && out->to <= DAM_SQUARES;
}

/* Follows the chain of nodes. @return the number of moves, 0 if it is broken */
static unsigned read_chain(const struct dam_record *r, const struct layout *layout,
                           struct coded *moves, unsigned *current)
{
    unsigned n = 0, here = word_at(r, DAM_RECORD_CURRENT);
    bool met = here == DAM_RECORD_HEAD;
    *current = 0;
    for (unsigned node = word_at(r, DAM_RECORD_FIRST); node; node = word_at(r, node + 1)) {
        if (n == MOVES_MAX || n >= r->used || !read_node(r, layout, node, &moves[n]))
            return 0;
        n++;
        if (node == here) {
            met = true;
            *current = n;
        }
    }
    return met ? n : 0;
}

static bitboard bit_of(unsigned number)
{
    return (bitboard)1 << notation_square_numbered(rules_international, number);
}

/* Finds the legal move that a coded move stands for. */
static bool find_move(const struct position *pos, const struct coded *coded, struct move *out)
{
    struct moves list;
    bitboard captured = 0;
    bool found = false;
    for (unsigned i = 0; i < coded->n_captured; i++)
        captured |= bit_of(coded->captured[i]);
    moves_init(&list);
    if (moves_between(rules_international, pos,
                      notation_square_numbered(rules_international, coded->from),
                      notation_square_numbered(rules_international, coded->to), &list)
        == 0) {
        for (unsigned i = 0; i < list.n && !found; i++) {
            found = list.at[i].captured == captured;
            *out = list.at[i];
        }
    }
    moves_fini(&list);
    return found;
}

/*
 * Plays all moves from a start position; at the current node, the position must be the file's
 * board.
 */
static bool prove(const struct position *start, const struct coded *coded, struct dam_line *line,
                  const struct position *board)
{
    struct position pos = *start;
    bool met = false;
    for (unsigned i = 0; i <= line->n; i++) {
        if (i == line->current) {
            struct position here = pos;
            here.turn = board->turn;
            met = position_same(&here, board);
        }
        if (i == line->n)
            break;
        if (!find_move(&pos, &coded[i], &line->moves[i]))
            return false;
        move_play(rules_international, &pos, &line->moves[i]);
    }
    return met;
}

/*
 * Takes moves back from the board; captured pieces are assumed to be men.
 * @return false if that is impossible
 */
static bool take_back(const struct coded *coded, unsigned n, enum side last, struct position *pos)
{
    for (unsigned i = n; i-- > 0;) {
        enum side side = (n - 1 - i) % 2 == 0 ? last : 1 - last;
        bitboard from = bit_of(coded[i].from), to = bit_of(coded[i].to), captured = 0;
        for (unsigned k = 0; k < coded[i].n_captured; k++)
            captured |= bit_of(coded[i].captured[k]);
        bitboard occupied = pos->pieces[WHITE] | pos->pieces[BLACK];
        if (!(pos->pieces[side] & to) || (from != to && occupied & from) || occupied & captured)
            return false;
        pos->pieces[side] = (pos->pieces[side] & ~to) | from;
        if (pos->kings & to)
            pos->kings = (pos->kings & ~to) | from;
        pos->pieces[1 - side] |= captured;
        pos->turn = (uint8_t)side;
    }
    return true;
}

/*
 * Tries the start of the game, then the positions that taking moves back leads to, with either side
 * as the one that moved last.
 */
static bool prove_from_anywhere(const struct coded *coded, struct dam_line *line,
                                const struct position *board)
{
    position_start(rules_international, &line->start);
    if (prove(&line->start, coded, line, board))
        return true;
    for (unsigned last = WHITE; last <= BLACK; last++) {
        line->start = *board;
        line->start.turn = (uint8_t)(1 - last);
        if (take_back(coded, line->current, last, &line->start)
            && prove(&line->start, coded, line, board))
            return true;
    }
    return false;
}

int dam_read_moves(const char *bytes, size_t n, const struct position *board, struct arena *arena,
                   struct dam_line *line)
{
    struct dam_record r = {bytes, dam_word(bytes, DAM_RECORD)};
    unsigned room = r.used < MOVES_MAX ? r.used + 1 : MOVES_MAX;
    struct coded *coded = arena_alloc(arena, room * sizeof *coded);
    *line = (struct dam_line){.moves = arena_alloc(arena, room * sizeof *line->moves)};
    if (!coded || !line->moves)
        return -1;
    if (DAM_RECORD + 2 * (size_t)r.used > n)
        return 0;
    for (size_t i = 0; i < ARRAY_LEN(layouts); i++) {
        line->n = read_chain(&r, &layouts[i], coded, &line->current);
        if (line->n && prove_from_anywhere(coded, line, board)) {
            line->layout = layouts[i].name;
            return 0;
        }
    }
    line->n = line->current = 0;
    return 0;
}
