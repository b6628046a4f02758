// SPDX-License-Identifier: MIT
#include "core/check/position-ambiguity.h"

#include "core/base/ascii.h"
#include "core/check/look-ahead.h"

#include <limits.h>

bool position_ambiguity_numbers_are_open(const struct checker *c, unsigned odd)
{
    return odd & FEN_OTHER_SQUARES && c->reader->rules->board->every_square;
}

/* Whether the line has a move written in numbers, for a game that has letters. */
static bool has_numbers(const struct node *node)
{
    for (; node && node->kind == NODE_MOVE; node = node->next)
        if (node->text.n && ascii_is_digit(node->text.s[0]))
            return true;
    return false;
}

/* Bits of an interpretation of a position and its moves; 0: as it was read. */
enum meaning {
    MEANING_OTHER_TURN = 1,
    MEANING_OTHER_NUMBERS = 2,
    MEANING_MOVES_OTHERWISE = 4, /* the moves do not count squares as the FEN does */
    MEANING_COUNT = 8
};

/* The best interpretation so far. */
struct choice {
    struct position pos;
    unsigned odd;
    struct move_reader *reader;
    unsigned plies;
    bool whole;
};

/* Tries one interpretation. @return whether it is possible */
static bool weigh(struct checker *c, const struct node *first, struct choice *one)
{
    struct look_ahead f;
    if (!one->reader)
        return false;
    look_ahead_start(&f, &one->pos);
    look_ahead_line(c, one->reader, &f, first, false, UINT_MAX);
    one->plies = f.plies;
    one->whole = f.ended;
    return true;
}

static struct choice meant(struct checker *c, const struct position *pos, unsigned odd,
                           unsigned meaning, bool moves_open)
{
    struct choice one = {.pos = *pos, .odd = odd, .reader = c->reader};
    if (meaning & MEANING_OTHER_TURN)
        one.pos.turn = !one.pos.turn;
    if (meaning & MEANING_OTHER_NUMBERS) {
        position_renumber(&one.pos);
        one.odd ^= FEN_FROM_A1;
        if (fen_check_loosely(c->reader->rules, &one.pos, (struct src_pos){0}, NULL))
            one.reader = NULL;
    }
    bool from_a1 = one.odd & FEN_FROM_A1;
    if (one.reader && moves_open)
        one.reader = checker_counting_reader(
            c, c->reader->rules,
            from_a1 != !!(meaning & MEANING_MOVES_OTHERWISE) ? COUNTING_FROM_A1 : COUNTING_USUAL);
    return one;
}

bool position_ambiguity_start(struct checker *c, const struct node *first, struct position *pos,
                              unsigned *odd)
{
    bool moves_open = c->reader->counting == COUNTING_USUAL && !c->numbers_decided
                      && c->reader->rules->board->every_square && has_numbers(first);
    unsigned open = (*odd & FEN_TURN_UNKNOWN ? MEANING_OTHER_TURN : 0)
                    | (position_ambiguity_numbers_are_open(c, *odd) ? MEANING_OTHER_NUMBERS : 0)
                    | (moves_open ? MEANING_MOVES_OTHERWISE : 0);
    struct choice best = {.pos = *pos, .odd = *odd, .reader = c->reader};
    if (!first || first->kind != NODE_MOVE || !open)
        return false;
    for (unsigned meaning = 0; meaning < MEANING_COUNT && !best.whole; meaning++) {
        struct choice one;
        if (meaning & ~open)
            continue;
        one = meant(c, pos, *odd, meaning, moves_open);
        if (weigh(c, first, &one) && one.plies > best.plies)
            best = one;
    }
    bool changed = !position_same(pos, &best.pos);
    c->numbers_decided |= moves_open && best.plies;
    c->reader = best.reader;
    *pos = best.pos;
    *odd = best.odd;
    return changed;
}
