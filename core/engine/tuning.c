// SPDX-License-Identifier: MIT
#include "core/engine/tuning.h"

#include "core/base/array.h"

#include <stddef.h>
#include <stdlib.h>

/*
 * What decided: matches of the engine against itself, international draughts, random openings of 2
 * to 8 plies with both colours. Elo with its 95 % interval. What is kept, 2,000 games at 5,000
 * nodes a move, against the search without it:
 *
 *     reductions of late moves           +46   37 to 56
 *     extension of single replies        +40   30 to 50
 *     evaluation's word near the leaves  +21   12 to 30
 *     less deep without a table move     +18    9 to 27
 *     three pieces against a king         +5    2 to 9
 *
 * What was tried and left out, 1,000 games at 2,000 nodes a move where nothing else is said:
 *
 *     extension of all captures           +1   -16 to 18
 *     replies to threats in quiescence   -33   -50 to -16   two plies of them -78, -95 to -61
 *     reductions from two plies on         0   -17 to 16    from three on is kept
 *     ProbCut                             +1   -14 to 16    and -12, -32 to 8, 500 games at 3,000 nodes
 *     skipping late moves far below      -24   -45 to -2    500 games at 3,000 nodes
 *
 * The same, 400 games at 20,000 nodes a move:
 *
 *     ProbCut from depth 5 on             -2   -21 to 18    margin 100 + 10 a ply, 40 % as deep
 *     razoring                            -5   -25 to 15    300 a ply, up to three plies
 *     singular extensions                -14   -31 to 4     from depth 6 on, margin 30 a ply
 *     history of replies                  +5   -15 to 26    reply_history
 *     evaluation's word at 200 a ply      +6   -13 to 25    static_cut
 *     late moves reduced by depth         +6   -12 to 24    from the fifth on by 40 % of the depth
 *     the last two together              -10   -30 to 10    240 games at 100,000 nodes
 *     reductions by logarithms            -1   -26 to 23    262 games, with the history of replies
 *     ProbCut from depth 3 on            -22   -38 to -5    margin 50 a ply, 40 % as deep; 100: -27
 *     no_move_reduce=3                   +24   7 to 42      at 100,000 nodes -21, -38 to -3
 *     late_moves=1,late_more=5           -18   -35 to -1
 *
 * Late moves reduced by depth took 1.2 s to depth 24 of the start position instead of 2.7, but what
 * it no longer looks at is missed in games. In 200 games at 10,000 nodes each: english +31
 * (5 to 58), turkish 0 (-31 to 31), dameo 0 (-38 to 38), frisian -19 (-48 to 9), russian -21
 * (-41 to -1). Of these only the options that are named are still in the program.
 *
 * From iterations of depth 12 on (table_deep) the transposition table is not used at the last ply,
 * and the evaluation may cut before the table is looked into: nearly half of the time of deep
 * searches was spent in waiting for entries to come from memory. bench --hash 256M, with the table
 * at all plies (table_deep=1000) and as it is, processor time on a busy machine:
 *
 *     depth 14     8,655,840 nodes  1.08 s      9,005,544 nodes  0.93 s
 *     depth 16    22,232,918 nodes  2.37 s     21,889,778 nodes  1.97 s
 *
 * The trees are the same within 4 %, the time is a sixth less. At 5,000 nodes a move, where the
 * table stays in the cache, doing without it everywhere lost 67 Elo (49 to 86, 600 games), so
 * shallow searches use it.
 *
 * Reductions from the third move instead of a later one: +24, 5 to 42 in 500 games at 5,000 nodes.
 *
 * Reductions that grow with depth (late_growth=4): +8, -4 to 20 in 600 games at 100,000 nodes, and
 * less time to a depth, `dama-engine bench` with 256 MiB, without and with them:
 *
 *     depth 20   159,456,800 nodes 10.8 s     129,735,409 nodes  8.6 s
 *
 * With a first step at depth 10, and another at 14: +4, -6 to 13 in 800 games.
 *
 * Contempt, a bonus for every piece on the board where one side is known to be the stronger, won no
 * more: 100,000 nodes a move took 76.2 % of 400 games from 15,000 without it, 76.2 % with a bonus
 * of 10 and 76.8 % with one of 25.
 *
 * Scores that shrink while only kings move, so that a lead is converted sooner, won nothing either.
 * Losing 1/40 a ply: +3, -3 to 8 from endings of 7 to 9 pieces, +2, -4 to 9 from 10 to 14; 1/80:
 * -3, -9 to 3 and 0, -6 to 5. Each 800 games of 10,000 nodes, drawn after 40 moves.
 */
static const struct tuning usual = {
    .late_moves = 2,
    .late_more = 4,
    .late_depth = 3,
    .late_growth = 4,
    .reply_history = 0,
    .static_cut = 300,
    .single_reply = 1,
    .capture_reply = 0,
    .threats = 0,
    .no_move_reduce = 4,
    .drawish = 8,
    .window = 150,
    .table_deep = 12,
};

static const struct {
    const char *name;
    size_t offset;
    int least, most;
} settings[] = {
    {"late_moves", offsetof(struct tuning, late_moves), 0, 100},
    {"late_more", offsetof(struct tuning, late_more), 0, 100},
    {"late_depth", offsetof(struct tuning, late_depth), 1, 100},
    {"late_growth", offsetof(struct tuning, late_growth), 0, 100},
    {"reply_history", offsetof(struct tuning, reply_history), 0, 1},
    {"static_cut", offsetof(struct tuning, static_cut), 0, 10000},
    {"single_reply", offsetof(struct tuning, single_reply), 0, 1},
    {"capture_reply", offsetof(struct tuning, capture_reply), 0, 1},
    {"threats", offsetof(struct tuning, threats), 0, 20},
    {"no_move_reduce", offsetof(struct tuning, no_move_reduce), 0, 100},
    {"drawish", offsetof(struct tuning, drawish), 1, 1000},
    {"window", offsetof(struct tuning, window), 10, 20000},
    {"table_deep", offsetof(struct tuning, table_deep), 1, 1000},
};

/**
 * Reductions that grow with depth are off where men capture along ranks and files too: frisian -20,
 * -42 to 2 in 400 games at 50,000 nodes. Russian +1, -11 to 12, english 0, -17 to 17; the others
 * were not played.
 */
struct tuning tuning_of(const struct rules *rules)
{
    struct tuning tuning = usual;
    if (rules->man_captures & DIRS_ORTHOGONAL)
        tuning.late_growth = 0;
    return tuning;
}

static int set_one(struct tuning *tuning, struct text name, struct text value, struct err *err)
{
    char digits[12] = "";
    char *end = digits;
    for (size_t i = 0; i < ARRAY_LEN(settings); i++) {
        if (!text_is(name, settings[i].name))
            continue;
        if (value.n && value.n < sizeof digits)
            memcpy(digits, value.s, value.n);
        long number = strtol(digits, &end, 10);
        if (end == digits || *end || number < settings[i].least || number > settings[i].most)
            return err_plain(err, "%s: expected %d to %d, found \"%.*s\"", settings[i].name,
                             settings[i].least, settings[i].most, TEXT_ARGS(value));
        *(int *)(void *)((char *)tuning + settings[i].offset) = (int)number;
        return 0;
    }
    return err_plain(err, "no search parameter is named \"%.*s\"", TEXT_ARGS(name));
}

int tuning_set(struct tuning *tuning, struct text text, struct err *err)
{
    while (text.n) {
        const char *comma = memchr(text.s, ',', text.n);
        struct text item = {text.s, comma ? (size_t)(comma - text.s) : text.n};
        const char *equals = memchr(item.s, '=', item.n);
        struct text name = {item.s, equals ? (size_t)(equals - item.s) : item.n};
        struct text value = {item.s + name.n + 1, equals ? item.n - name.n - 1 : 0};
        if (set_one(tuning, name, value, err))
            return -1;
        size_t used = item.n + (comma ? 1 : 0);
        text = (struct text){text.s + used, text.n - used};
    }
    return 0;
}
