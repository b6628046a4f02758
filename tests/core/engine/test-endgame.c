// SPDX-License-Identifier: MIT
/*
 * Endings that a database knows, here of two kings against one in English draughts: wins are
 * finished, with and without distances, draws are kept, and what is not known is searched.
 */
#include "core/engine/engine.h"
#include "tests/lib/endings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct endings *endings;
static const struct rules *rules;
static char weights[4096]; /* a file: the evaluation has to know where kings belong */

static enum engine_exact value_only(void *ctx, const struct position *pos, int *plies)
{
    (void)ctx;
    if (plies)
        *plies = -1;
    return endings_value(endings, pos, NULL);
}

static enum engine_exact with_distance(void *ctx, const struct position *pos, int *plies)
{
    (void)ctx;
    return endings_value(endings, pos, plies);
}

static enum engine_exact not_known(void *ctx, const struct position *pos, int *plies)
{
    (void)pos, (void)plies;
    (*(unsigned *)ctx)++;
    return EXACT_UNKNOWN;
}

typedef enum engine_exact hook(void *ctx, const struct position *pos, int *plies);

static struct engine *engine_by(const char *draws, hook *endgame, void *ctx)
{
    struct engine_options options = {
        .hash = 1 << 20,
        .eval = weights,
        .draws = draws ? draw_profile_find(rules, text_of(draws), NULL) : NULL,
        .hooks = {.endgame = endgame, .endgame_pieces = 3, .ctx = ctx},
    };
    struct engine *engine;
    struct err err = {0};
    if (engine_open(rules, &options, &engine, &err) < 0)
        fail_msg("%s", err.msg);
    return engine;
}

static struct engine *engine_with(hook *endgame, void *ctx)
{
    return engine_by(NULL, endgame, ctx);
}

/* The move that holds out longest. */
static struct move defend(const struct position *pos)
{
    struct moves list;
    struct move best;
    int most = -1;
    moves_init(&list);
    assert_int_equal(moves_generate(rules, pos, &list), 0);
    best = list.at[0];
    for (unsigned i = 0; i < list.n; i++) {
        struct position next = *pos;
        int plies;
        move_play(rules, &next, &list.at[i]);
        endings_value(endings, &next, &plies);
        if (plies > most) {
            most = plies;
            best = list.at[i];
        }
    }
    moves_fini(&list);
    return best;
}

/* Lets the engine win against the best defence. @return plies that it took, or plies_max */
static unsigned finish(struct engine *engine, struct position pos, unsigned depth,
                       unsigned plies_max)
{
    struct position start = pos;
    struct move moves[100];
    unsigned n = 0;
    while (n < plies_max && moves_exist(rules, &pos)) {
        struct engine_limits limits = {.depth = depth};
        struct engine_result result;
        struct err err = {0};
        moves[n] = defend(&pos);
        if (n % 2 == 0) {
            assert_int_equal(
                engine_think(engine, &start, moves, n, &limits, NULL, NULL, &result, &err), 0);
            moves[n] = result.best;
        }
        move_play(rules, &pos, &moves[n++]);
    }
    return n;
}

/*
 * The win takes 33 plies and the search sees 16; with values alone it must not let the win slip,
 * and come nearer.
 */
static void finishes_by_value(void **state)
{
    (void)state;
    struct engine *engine = engine_with(value_only, NULL);
    struct position pos = endings_longest(endings);
    int longest;
    assert_int_equal(endings_value(endings, &pos, &longest), EXACT_WIN);
    assert_in_range(longest, 9, 60);
    unsigned plies = finish(engine, pos, 16, 99);
    assert_in_range(plies, (unsigned)longest, 98);
    engine_close(engine);
}

static void finishes_by_distance(void **state)
{
    (void)state;
    struct engine *engine = engine_with(with_distance, NULL);
    struct position pos = endings_longest(endings);
    struct engine_limits limits = {.depth = 2};
    struct engine_result result;
    int longest;
    endings_value(endings, &pos, &longest);
    assert_int_equal(engine_think(engine, &pos, NULL, 0, &limits, NULL, NULL, &result, NULL), 0);
    assert_int_equal(score_plies_to_win(result.lines[0].score), longest);
    assert_int_equal(finish(engine, pos, 1, 99), longest);
    engine_close(engine);
}

/*
 * A win that takes longer than the draw rules allow is not taken for a forced one, and is a draw
 * where the search sees as far.
 */
static void counted_moves_come_first(void **state)
{
    (void)state;
    static const struct {
        const char *draws;
        unsigned depth;
        bool forced, drawn;
    } cases[] = {
        {"threefold,limit=17", 2, true, false}, /* 34 plies for the 33 of the win */
        {"threefold,limit=16", 2, false, false},
        {"threefold,limit=5", 9, false, false},
        {"threefold,limit=5", 11, false, true}, /* late moves are searched less deeply */
    };
    struct position pos = endings_longest(endings);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct engine *engine = engine_by(cases[i].draws, with_distance, NULL);
        struct engine_limits limits = {.depth = cases[i].depth};
        struct engine_result result;
        assert_int_equal(engine_think(engine, &pos, NULL, 0, &limits, NULL, NULL, &result, NULL),
                         0);
        const int score = result.lines[0].score;
        assert_int_equal(score_plies_to_win(score) != 0, cases[i].forced);
        assert_int_equal(score == 0, cases[i].drawn);
        assert_true(cases[i].drawn || score >= SCORE_KNOWN_WIN);
        engine_close(engine);
    }
}

/* The single king draws where it can, and says so. */
static void keeps_draws(void **state)
{
    (void)state;
    struct engine *engine = engine_with(value_only, NULL);
    unsigned drawn = 0;
    bitboard all = rules->board->playing;
    for (bitboard a = all; a; a &= a - 1)
        for (bitboard b = a & (a - 1); b; b &= b - 1) {
            bitboard one = a & -a, two = b & -b;
            struct position pos = {.pieces = {two, one}, .kings = one | two, .turn = BLACK};
            struct engine_limits limits = {.depth = 1};
            struct engine_result result;
            if (one & two || endings_value(endings, &pos, NULL) != EXACT_DRAW)
                continue;
            assert_int_equal(
                engine_think(engine, &pos, NULL, 0, &limits, NULL, NULL, &result, NULL), 0);
            assert_int_equal(result.lines[0].score, 0);
            assert_true(result.lines[0].wdl.draw == 1);
            move_play(rules, &pos, &result.best);
            assert_int_equal(endings_value(endings, &pos, NULL), EXACT_DRAW);
            drawn++;
        }
    assert_true(drawn > 20);
    engine_close(engine);
}

/* A database that knows nothing changes nothing. */
static void searches_the_unknown(void **state)
{
    (void)state;
    unsigned asked = 0;
    struct engine *engine = engine_with(not_known, &asked), *plain = engine_with(NULL, NULL);
    struct position pos = endings_longest(endings);
    struct engine_limits limits = {.depth = 8};
    struct engine_result with, without;
    assert_int_equal(engine_think(engine, &pos, NULL, 0, &limits, NULL, NULL, &with, NULL), 0);
    assert_int_equal(engine_think(plain, &pos, NULL, 0, &limits, NULL, NULL, &without, NULL), 0);
    assert_true(asked > 100);
    assert_true(with.nodes == without.nodes);
    assert_int_equal(with.lines[0].score, without.lines[0].score);
    engine_close(engine);
    engine_close(plain);
}

/* From outside, the first position inside ends the search: what comes of it is known. */
static void probes_from_outside(void **state)
{
    (void)state;
    struct engine *engine = engine_with(value_only, NULL);
    struct position pos = endings_longest(endings);
    struct engine_limits limits = {.depth = 3};
    struct engine_result result;
    bitboard free = rules->board->playing & ~pos.kings & ~rules->board->crowning[WHITE];
    unsigned won = 0;
    for (; free; free &= free - 1) { /* a white man more */
        struct position more = pos;
        more.pieces[WHITE] |= free & -free;
        assert_int_equal(engine_think(engine, &more, NULL, 0, &limits, NULL, NULL, &result, NULL),
                         0);
        won += result.lines[0].score >= SCORE_KNOWN_WIN;
        assert_true(result.lines[0].score < SCORE_FORCED_WIN
                    || score_plies_to_win(result.lines[0].score) <= 9);
    }
    assert_true(won > 0);
    engine_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finishes_by_value),   cmocka_unit_test(finishes_by_distance),
        cmocka_unit_test(keeps_draws),         cmocka_unit_test(searches_the_unknown),
        cmocka_unit_test(probes_from_outside), cmocka_unit_test(counted_moves_come_first),
    };
    struct err err = {0};
    const char *source = getenv("DAMA_SOURCE");
    snprintf(weights, sizeof weights, "%s/data/eval/english.eval", source ? source : ".");
    if (rules_find(text_of("english"), &rules, &err) == 0)
        endings = endings_open(rules);
    int failed = endings ? cmocka_run_group_tests_name("endgame", tests, NULL, NULL) : 1;
    endings_close(endings);
    return failed;
}
