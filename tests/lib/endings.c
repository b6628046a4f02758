// SPDX-License-Identifier: MIT
/*
 * A position is numbered by its turn, by which of three squares are White's, and by the squares
 * themselves; a square used twice means a missing piece. In the n-th round all positions
 * are found that end in n plies.
 */
#include "tests/lib/endings.h"

#include <stdlib.h>

enum { KINGS = 3, NOT_SOLVED = -1, ROUNDS_MAX = 200 };

struct endings {
    const struct rules *rules;
    int16_t *plies; /* by number; even: the side to move loses; NOT_SOLVED: a draw */
    size_t n;
};

static const size_t NUMBERS = (size_t)2 * 8 * BOARD_BITS * BOARD_BITS * BOARD_BITS;

/* The number of a position of one to three kings. */
static size_t number_of(const struct position *pos)
{
    size_t number = pos->turn, squares = 0;
    unsigned white = 0, last = 0, n = 0;
    for (bitboard set = pos->pieces[WHITE] | pos->pieces[BLACK]; set; set &= set - 1, n++) {
        last = LOWEST64(set);
        squares = squares * BOARD_BITS + last;
        white |= (unsigned)(pos->pieces[WHITE] >> last & 1) << n;
    }
    for (; n < KINGS; n++)
        squares = squares * BOARD_BITS + last;
    return (number * 8 + white) * BOARD_BITS * BOARD_BITS * BOARD_BITS + squares;
}

/*
 * @return whether all moves lead to what is solved; `least` and `most` are set among those of the
 *         other side's losses and wins
 */
static bool look_ahead(const struct endings *e, const struct position *pos, struct moves *list,
                       int *loss, int *win)
{
    bool all = true;
    *loss = *win = NOT_SOLVED;
    for (unsigned i = 0; i < list->n; i++) {
        struct position next = *pos;
        move_play(e->rules, &next, &list->at[i]);
        bool gone = !next.pieces[next.turn];
        int plies = gone ? 0 : e->plies[number_of(&next)];
        if (plies == NOT_SOLVED)
            all = false;
        else if (plies % 2)
            *win = plies > *win ? plies : *win;
        else if (*loss == NOT_SOLVED || plies < *loss)
            *loss = plies;
    }
    return all;
}

/* Solves one position in the round `n`. @return whether it was */
static bool solve(struct endings *e, const struct position *pos, struct moves *list, int n)
{
    int16_t *plies = &e->plies[number_of(pos)];
    int loss, win;
    if (*plies != NOT_SOLVED || moves_generate(e->rules, pos, list) < 0)
        return false;
    bool all = look_ahead(e, pos, list, &loss, &win);
    int found = loss != NOT_SOLVED ? loss + 1 : !all ? NOT_SOLVED : win + 1;
    if (found != n)
        return false;
    *plies = (int16_t)found;
    return true;
}

typedef bool ending_visit(struct endings *e, const struct position *pos, struct moves *list, int n);

/*
 * Goes through all positions of two kings and of two against one.
 * @return how many the visit counts
 */
static size_t each(struct endings *e, ending_visit *visit, struct moves *list, int n)
{
    size_t count = 0;
    const bitboard all = e->rules->board->playing;
    for (bitboard a = all; a; a &= a - 1)
        for (bitboard b = all; b; b &= b - 1)
            for (bitboard c = b; c; c &= c - 1) {
                bitboard one = a & -a, two = (b & -b) | (c & -c);
                if (one & two)
                    continue;
                for (unsigned k = 0; k < 4; k++) {
                    struct position pos = {.kings = one | two, .turn = (uint8_t)(k & 1)};
                    pos.pieces[k >> 1] = one;
                    pos.pieces[1 - (k >> 1)] = two;
                    count += visit(e, &pos, list, n);
                }
            }
    return count;
}

struct endings *endings_open(const struct rules *rules)
{
    struct endings *e = calloc(1, sizeof *e);
    struct moves list;
    if (!e || !(e->plies = malloc(NUMBERS * sizeof *e->plies))) {
        free(e);
        return NULL;
    }
    e->rules = rules;
    for (size_t i = 0; i < NUMBERS; i++)
        e->plies[i] = NOT_SOLVED;
    moves_init(&list);
    for (int n = 0, idle = 0; n < ROUNDS_MAX && idle < 3; n++)
        idle = each(e, solve, &list, n) ? 0 : idle + 1;
    moves_fini(&list);
    return e;
}

void endings_close(struct endings *endings)
{
    if (!endings)
        return;
    free(endings->plies);
    free(endings);
}

enum engine_exact endings_value(const struct endings *e, const struct position *pos, int *plies)
{
    bitboard all = pos->pieces[WHITE] | pos->pieces[BLACK];
    int found = NOT_SOLVED;
    bool known = POPCOUNT64(all) <= KINGS && all == pos->kings;
    if (known && !pos->pieces[pos->turn])
        found = 0;
    else if (known && pos->pieces[1 - pos->turn])
        found = e->plies[number_of(pos)];
    if (plies)
        *plies = found;
    return !known                ? EXACT_UNKNOWN
           : found == NOT_SOLVED ? EXACT_DRAW
           : found % 2           ? EXACT_WIN
                                 : EXACT_LOSS;
}

struct position endings_longest(const struct endings *e)
{
    struct position longest = {.turn = WHITE};
    int most = 0;
    const bitboard all = e->rules->board->playing;
    for (bitboard a = all; a; a &= a - 1)
        for (bitboard b = all; b; b &= b - 1)
            for (bitboard c = b; c; c &= c - 1) {
                bitboard one = a & -a, two = (b & -b) | (c & -c);
                struct position pos = {.pieces = {two, one}, .kings = one | two, .turn = WHITE};
                int plies = one & two ? 0 : e->plies[number_of(&pos)];
                if (plies % 2 && plies > most) {
                    most = plies;
                    longest = pos;
                }
            }
    return longest;
}
