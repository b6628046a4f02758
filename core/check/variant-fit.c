// SPDX-License-Identifier: MIT
#include "core/check/variant-fit.h"

#include "core/check/look-ahead.h"
#include "core/check/start-position.h"

bool variant_fit_start(struct checker *c, const struct rules *rules)
{
    struct position pos;
    return start_position_read(c, rules, &pos, NULL)
           && !fen_check(rules, &pos, (struct src_pos){0}, NULL);
}

static unsigned plies_counted(struct checker *c, const struct rules *rules, enum counting counting,
                              bool *whole)
{
    struct move_reader *reader = checker_counting_reader(c, rules, counting);
    struct position pos;
    struct look_ahead f;
    *whole = false;
    if (!reader || !start_position_read(c, rules, &pos, NULL))
        return 0;
    look_ahead_start(&f, &pos);
    look_ahead_line(c, reader, &f, c->game->line.first, false, 10000);
    *whole = f.ended;
    return f.plies;
}

unsigned variant_fit_plies(struct checker *c, const struct rules *rules, bool *whole)
{
    bool whole_from_a1 = false;
    unsigned plies = plies_counted(c, rules, COUNTING_USUAL, whole);
    if (*whole || !rules->board->every_square)
        return plies;
    unsigned from_a1 = plies_counted(c, rules, COUNTING_FROM_A1, &whole_from_a1);
    *whole = whole_from_a1;
    return from_a1 > plies ? from_a1 : plies;
}

/*
 * Tries the rules that write squares the same way first. The others come second: on 32 squares,
 * some people write numbers for rules that use letters, and vice versa.
 */
const struct rules *variant_fit_best(struct checker *c, const struct rules *least,
                                     const struct variant_clues *clues, unsigned *plies,
                                     bool *whole)
{
    const struct rules *best = least;
    *plies = variant_fit_plies(c, least, whole);
    for (unsigned i = 0; i < 2 * rules_count && !*whole; i++) {
        const struct rules *r = rules_all[i % rules_count];
        bool letters = r->numbering == NUMBERING_LETTERS, first = i < rules_count, all_legal;
        bool same = letters == (clues->letters > 0);
        bool fits = same == first && (same || r->board->squares == 32)
                    && (clues->letters || clues->largest <= r->board->squares);
        if (r->board->squares == 64 && !clues->light)
            fits = false; /* a game on all squares would soon have used the light ones */
        if (r == least || !fits)
            continue;
        unsigned n = variant_fit_plies(c, r, &all_legal);
        if (n > *plies || all_legal) {
            best = r;
            *plies = n;
            *whole = all_legal;
        }
    }
    return best;
}

/*
 * The greatest number of plies from `next` on that are legal after some move in a position: `next`
 * follows a move that is illegal there.
 */
static unsigned plies_after_any(struct checker *c, const struct move_reader *reader,
                                const struct position *pos, const struct node *next)
{
    struct moves legal;
    unsigned most = 0;
    moves_init(&legal);
    if (moves_generate(reader->rules, pos, &legal))
        legal.n = 0;
    for (unsigned i = 0; i < legal.n; i++) {
        struct position after = *pos;
        struct look_ahead f;
        move_play(reader->rules, &after, &legal.at[i]);
        look_ahead_start(&f, &after);
        look_ahead_line(c, reader, &f, next, false, 10000);
        most = f.plies > most ? f.plies : most;
    }
    moves_fini(&legal);
    return most;
}

unsigned variant_fit_around_slip(struct checker *c, const struct rules *rules)
{
    const struct move_reader *reader = checker_reader(c, rules);
    const struct node *slip = c->game->line.first;
    struct position pos;
    struct look_ahead f;
    if (!reader || !start_position_read(c, rules, &pos, NULL))
        return 0;
    look_ahead_start(&f, &pos);
    look_ahead_line(c, reader, &f, slip, false, 10000);
    for (unsigned i = 0; slip && i < f.plies; i++)
        slip = slip->next;
    if (f.ended || !slip)
        return f.plies;
    const unsigned after = plies_after_any(c, reader, &f.states[0], slip->next);
    return f.plies || after >= VARIANT_FIT_BY_CHANCE ? f.plies + after : 0;
}
