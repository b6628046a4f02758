// SPDX-License-Identifier: MIT
/*
 * Elo, its interval and the sequential test, against numbers worked out by hand or by other means.
 */
#include "core/base/array.h"
#include "core/base/random.h"
#include "core/stats/elo.h"
#include "core/stats/sprt.h"
#include "tests/lib/effort.h"
#include "tests/lib/rows.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void near(double got, double want, double slack)
{
    if (!(fabs(got - want) <= slack)) {
        printf("# got %.6f, want %.6f\n", got, want);
        fail();
    }
}

static void elo_and_score_are_inverse(void **state)
{
    (void)state;
    near(elo_to_score(0), 0.5, 1e-12);
    near(elo_to_score(400), 10.0 / 11, 1e-12);
    near(elo_of_score(0.75), 190.848501887865, 1e-9);
    for (double elo = -900; elo <= 900; elo += 45)
        near(elo_of_score(elo_to_score(elo)), elo, 1e-7);
    near(elo_of_score(0), -ELO_MAX, 0);
    near(elo_of_score(1), ELO_MAX, 0);
    near(elo_of_score((double)NAN), -ELO_MAX, 0);
}

static const struct {
    const char *name;
    double hits, n;
    double low, high;
} wilson_rows[] = {
    {"wilson: nothing tried", 0, 0, 0, 1},
    {"wilson: none of ten", 0, 10, 0, 0.277533},
    {"wilson: five of ten", 5, 10, 0.236593, 0.763407},
    {"wilson: ten of ten", 10, 10, 0.722467, 1},
    {"wilson: 81 of 263", 81, 263, 0.255287, 0.366212},
};

static void wilson_row(void **state)
{
    size_t i = (size_t)*state;
    double hits = wilson_rows[i].hits, n = wilson_rows[i].n;
    struct interval got = interval_wilson(n > 0 ? hits / n : 0.5, n, INTERVAL_95);
    near(got.low, wilson_rows[i].low, 2e-4);
    near(got.high, wilson_rows[i].high, 2e-4);
    assert_true(got.low <= got.value && got.value <= got.high);
}

/*
 * Of matches between programs, 158 games each: mean and standard error of the score, worked out
 * with a calculator.
 */
static const struct {
    const char *name;
    uint64_t won, drawn, lost;
    double percent, elo, low, high, superiority;
} match_rows[] = {
    {"match: +23 =127 -8", 23, 127, 8, 54.747, 33.07, 9.58, 56.85, 0.9965},
    {"match: +55 =101 -2", 55, 101, 2, 66.772, 121.25, 91.67, 152.69, 1},
    {"match: +6 =124 -28", 6, 124, 28, 43.038, -48.69, -73.43, -24.45, 0.00004},
};

static void match_row(void **state)
{
    size_t i = (size_t)*state;
    struct elo_counts counts =
        elo_games(match_rows[i].won, match_rows[i].drawn, match_rows[i].lost);
    struct interval elo = elo_estimate(&counts, INTERVAL_95);
    near(elo_score(&counts, INTERVAL_95).value * 100, match_rows[i].percent, 1e-3);
    near(elo.value, match_rows[i].elo, 0.02);
    near(elo.low, match_rows[i].low, 0.2);
    near(elo.high, match_rows[i].high, 0.2);
    near(elo_superiority(&counts), match_rows[i].superiority, 2e-4);
}

/*
 * One-sided results. The likelihood of superiority is that of the usual formula, by the difference
 * of wins and losses over the root of their sum. Without draws, the interval of the Elo is Wilson's,
 * and the normalized one follows from it.
 */
static const struct {
    const char *name;
    struct elo_counts counts;
    double superiority, low, high, normal_low, normal_high;
} lopsided_rows[] = {
    {"lopsided: +3=0-0", {{0, 0, 3}, ELO_GAMES}, 0.95837, -43, ELO_MAX, -93, ELO_MAX},
    {"lopsided: +4=0-0", {{0, 0, 4}, ELO_GAMES}, 0.97725, 7, ELO_MAX, -40, ELO_MAX},
    {"lopsided: +0=0-3", {{3, 0, 0}, ELO_GAMES}, 0.04163, -ELO_MAX, 43, -ELO_MAX, 93},
    {"lopsided: three pairs won", {{0, 0, 0, 0, 3}, ELO_PAIRS}, 0.95837, -43, ELO_MAX, -66, 1761},
    {"lopsided: +997=0-3", {{3, 0, 997}, ELO_GAMES}, 1, 821, 1196, 1821, ELO_MAX},
    {"lopsided: +198=0-2", {{2, 0, 198}, ELO_GAMES}, 1, 573, 1024, 860, ELO_MAX},
    {"lopsided: +197=0-3", {{3, 0, 197}, ELO_GAMES}, 1, 538, 916, 777, ELO_MAX},
    {"lopsided: +196=0-4", {{4, 0, 196}, ELO_GAMES}, 1, 512, 850, 720, 1934},
    {"lopsided: +3=0-197", {{197, 0, 3}, ELO_GAMES}, 0, -916, -538, -ELO_MAX, -777},
    {"lopsided: +180=0-20", {{20, 0, 180}, ELO_GAMES}, 1, 311, 479, 342, 609},
    {"lopsided: +120=38-0", {{0, 38, 120}, ELO_GAMES}, 1, 296, 408, 512, 738},
    {"lopsided: +2=133-0", {{0, 133, 2}, ELO_GAMES}, 0.91140, -2, 13, -17, 100},
};

static void lopsided_row(void **state)
{
    size_t i = (size_t)*state;
    const struct elo_counts *counts = &lopsided_rows[i].counts;
    struct interval elo = elo_estimate(counts, INTERVAL_95),
                    normal = elo_normalized(counts, INTERVAL_95);
    near(elo_superiority(counts), lopsided_rows[i].superiority, 2e-4);
    near(elo.low, lopsided_rows[i].low, 2);
    near(elo.high, lopsided_rows[i].high, 2);
    near(normal.low, lopsided_rows[i].normal_low, 20);
    near(normal.high, lopsided_rows[i].normal_high, 20);
}

/* What breaks formulas: each must give finite numbers in order. */
static const struct {
    const char *name;
    struct elo_counts counts;
    double value, low_most, high_least; /* of the Elo */
} odd_rows[] = {
    {"odd: nothing", {{0}, ELO_GAMES}, 0, -ELO_MAX, ELO_MAX},
    {"odd: one win", {{0, 0, 1}, ELO_GAMES}, 190.85, 0, ELO_MAX},
    {"odd: one draw", {{0, 1, 0}, ELO_GAMES}, 0, -100, 100},
    {"odd: ten wins", {{0, 0, 10}, ELO_GAMES}, 528.9, 200, ELO_MAX},
    {"odd: ten losses", {{10, 0, 0}, ELO_GAMES}, -528.9, -ELO_MAX, -170},
    {"odd: a thousand draws", {{0, 1000, 0}, ELO_GAMES}, 0, -0.2, 0.2},
    {"odd: one win in a hundred draws", {{0, 100, 1}, ELO_GAMES}, 3.44, 0, 4},
    {"odd: no pair", {{0}, ELO_PAIRS}, 0, -ELO_MAX, ELO_MAX},
    {"odd: one pair drawn twice", {{0, 0, 1, 0, 0}, ELO_PAIRS}, 0, -100, 100},
    {"odd: one pair won", {{0, 0, 0, 0, 1}, ELO_PAIRS}, 279.59, 0, ELO_MAX},
    {"odd: one pair, one and a half points", {{0, 0, 0, 1, 0}, ELO_PAIRS}, 190.85, 0, 191},
    {"odd: only one-one pairs", {{0, 0, 79, 0, 0}, ELO_PAIRS}, 0, -2, 2},
    {"odd: all pairs won", {{0, 0, 0, 0, 79}, ELO_PAIRS}, 1000.42, 600, ELO_MAX},
    {"odd: very many", {{UINT32_MAX, UINT32_MAX, UINT32_MAX, 0, 0}, ELO_GAMES}, 0, 0, 0},
};

static void finite_in_order(struct interval i)
{
    assert_true(isfinite(i.low) && isfinite(i.value) && isfinite(i.high));
    if (!(i.low <= i.value && i.value <= i.high))
        printf("# %g %g %g\n", i.low, i.value, i.high);
    assert_true(i.low <= i.value && i.value <= i.high);
}

static void odd_row(void **state)
{
    size_t i = (size_t)*state;
    const struct elo_counts *counts = &odd_rows[i].counts;
    struct sprt tests[] = {SPRT_OVERNIGHT, SPRT_OVERNIGHT};
    struct interval elo = elo_estimate(counts, INTERVAL_95);
    tests[1].normalized = true;
    near(elo.value, odd_rows[i].value, 0.1);
    if (!(elo.low <= odd_rows[i].low_most && elo.high >= odd_rows[i].high_least))
        printf("# %g to %g\n", elo.low, elo.high);
    assert_true(elo.low <= odd_rows[i].low_most);
    assert_true(elo.high >= odd_rows[i].high_least);
    finite_in_order(elo);
    finite_in_order(elo_score(counts, INTERVAL_95));
    finite_in_order(elo_normalized(counts, INTERVAL_95));
    assert_true(elo_superiority(counts) >= 0 && elo_superiority(counts) <= 1);
    for (unsigned k = 0; k < 2; k++)
        assert_true(isfinite(sprt_ratio(&tests[k], counts)));
}

static void any_small_count_is_finite(void **state)
{
    (void)state;
    struct sprt sprt = SPRT_OVERNIGHT;
    for (unsigned code = 0; code < 5 * 5 * 5 * 5 * 5; code++) {
        struct elo_counts c = {.kinds = ELO_PAIRS};
        for (unsigned i = 0, rest = code; i < ELO_PAIRS; i++, rest /= 5)
            c.n[i] = rest % 5;
        finite_in_order(elo_estimate(&c, INTERVAL_95));
        finite_in_order(elo_normalized(&c, INTERVAL_95));
        finite_in_order(elo_score(&c, INTERVAL_95));
        assert_true(isfinite(sprt_ratio(&sprt, &c)));
        assert_true(elo_superiority(&c) >= 0 && elo_superiority(&c) <= 1);
    }
}

static void pairs_that_cancel_narrow_the_interval(void **state)
{
    (void)state;
    /* 100 openings that White always wins: as games a coin, as pairs all equal. */
    struct elo_counts games = elo_games(100, 0, 100);
    struct elo_counts pairs = {.n = {0, 0, 100, 0, 0}, .kinds = ELO_PAIRS};
    struct interval a = elo_estimate(&games, INTERVAL_95), b = elo_estimate(&pairs, INTERVAL_95);
    near(a.value, 0, 1e-9);
    near(b.value, 0, 1e-9);
    assert_true(b.high - b.low < 0.2 * (a.high - a.low));
}

static void normalized_elo_is_the_same_for_games_and_independent_pairs(void **state)
{
    (void)state;
    /* Pairs of independent games with 20 % wins, 70 % draws, 10 % losses, 10,000 of them. */
    struct elo_counts games = elo_games(4000, 14000, 2000);
    struct elo_counts pairs = {.n = {100, 1400, 5300, 2800, 400}, .kinds = ELO_PAIRS};
    struct interval a = elo_normalized(&games, INTERVAL_95),
                    b = elo_normalized(&pairs, INTERVAL_95);
    near(a.value, 0.05 / sqrt(0.0725) * 800 / log(10), 0.01);
    near(b.value, a.value, 0.01);
    near(b.low, a.low, 0.1);
    near(a.high - a.value, 1.96 * 347.4356 / sqrt(20000), 0.1);
}

static void single_games_weigh_as_much_as_those_of_pairs(void **state)
{
    (void)state;
    struct elo_counts games = elo_games(40, 140, 20), none = {.kinds = ELO_PAIRS}, won = none,
                      lost = elo_games(0, 0, 20);
    elo_add_singles(&none, &games);
    near(elo_count(&none), 100, 1e-9);
    struct interval a = elo_score(&games, INTERVAL_95), b = elo_score(&none, INTERVAL_95);
    near(a.value, b.value, 1e-9);
    near(a.low, b.low, 1e-4);
    won.n[4] = 10;
    elo_add_singles(&won, &lost);
    near(elo_estimate(&won, INTERVAL_95).value, 0, 1e-9);
    near(elo_superiority(&won), 0.5, 1e-9);
}

static void interval_covers_as_promised(void **state)
{
    (void)state;
    /*
     * Matches of 158 games at 12 % wins, 80 % draws: the true share 0.52 lies inside about 95 % of
     * the time.
     */
    struct random random;
    unsigned inside = 0, matches = effort(4000, 1000);
    random_seed(&random, 5);
    for (unsigned m = 0; m < matches; m++) {
        struct elo_counts t = elo_games(0, 0, 0);
        for (int g = 0; g < 158; g++) {
            unsigned r = random_below(&random, 100);
            t.n[r < 12 ? 2 : r < 92 ? 1 : 0]++;
        }
        struct interval s = elo_score(&t, INTERVAL_95);
        inside += s.low <= 0.52 && 0.52 <= s.high;
    }
    near((double)inside / matches, 0.95, 0.02);
}

static void superiority_is_symmetric(void **state)
{
    (void)state;
    struct elo_counts a = elo_games(30, 50, 20), b = elo_games(20, 50, 30),
                      even = elo_games(20, 9, 20);
    near(elo_superiority(&a) + elo_superiority(&b), 1, 1e-12);
    near(elo_superiority(&even), 0.5, 1e-12);
    near(elo_superiority(&a), 0.9214, 2e-4);
}

static void ratio_is_that_of_the_binomial_without_draws(void **state)
{
    (void)state;
    /*
     * Two outcomes only: the best distribution with a given mean is known, and the ratio with it.
     */
    struct sprt sprt = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    struct elo_counts counts = elo_games(60, 0, 40);
    double s = elo_to_score(50);
    near(sprt_ratio(&sprt, &counts), 60 * log(s / 0.5) + 40 * log((1 - s) / 0.5), 0.01);
}

static void test_stops_on_either_side(void **state)
{
    (void)state;
    struct sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    near(sprt_bounds(&sprt).high, 2.944439, 1e-5);
    near(sprt_bounds(&sprt).low, -2.944439, 1e-5);
    struct elo_counts t = elo_games(0, 0, 0);
    near(sprt_ratio(&sprt, &t), 0, 0);
    assert_int_equal(sprt_judge(&sprt, &t), SPRT_GOES_ON);
    t = elo_games(1500, 7000, 1000);
    assert_int_equal(sprt_judge(&sprt, &t), SPRT_ACCEPTS_1);
    t = elo_games(1000, 7000, 1100);
    assert_int_equal(sprt_judge(&sprt, &t), SPRT_ACCEPTS_0);
    t = elo_games(55, 300, 50);
    assert_int_equal(sprt_judge(&sprt, &t), SPRT_GOES_ON);
    sprt.normalized = true; /* 10 of them are less of a difference where most games are drawn */
    t = elo_games(450, 4000, 300);
    assert_int_equal(sprt_judge(&sprt, &t), SPRT_ACCEPTS_1);
}

static void test_errs_as_seldom_as_stated(void **state)
{
    (void)state;
    /* Pairs of equal players, 80 % draws: "elo1" may be accepted in about 5 % of the matches. */
    struct sprt sprt = {.elo0 = 0, .elo1 = 40, .alpha = 0.05, .beta = 0.05};
    struct random random;
    unsigned wrong = 0, matches = effort(1000, 300), pairs = 0;
    random_seed(&random, 99);
    for (unsigned m = 0; m < matches; m++) {
        struct elo_counts t = {.kinds = ELO_PAIRS};
        enum sprt_verdict verdict = SPRT_GOES_ON;
        for (; verdict == SPRT_GOES_ON; pairs++) {
            unsigned points = 0;
            for (int g = 0; g < 2; g++) {
                unsigned r = random_below(&random, 10);
                points += r < 1 ? 2 : r < 9 ? 1 : 0;
            }
            t.n[points]++;
            verdict = sprt_judge(&sprt, &t);
        }
        wrong += verdict == SPRT_ACCEPTS_1;
    }
    if (wrong < matches / 66 || wrong > matches / 13)
        printf("# %u of %u, %u pairs each\n", wrong, matches, pairs / matches);
    assert_in_range(wrong, matches / 66, matches / 13);
}

static void night_is_long_enough(void **state)
{
    (void)state;
    /*
     * What sprt.h says about SPRT_OVERNIGHT: games until it is decided, at 80 % draws, when equal and
     * at 20 Elo.
     */
    const struct sprt sprt = SPRT_OVERNIGHT;
    static const struct {
        unsigned wins; /* per mille */
        unsigned least, most;
    } rows[] = {{100, 125, 175}, {129, 70, 120}};
    for (unsigned row = 0; row < 2; row++) {
        struct random random;
        unsigned games = 0, matches = effort(1000, 300);
        random_seed(&random, row + 1);
        for (unsigned m = 0; m < matches; m++) {
            struct elo_counts t = elo_games(0, 0, 0);
            while (sprt_judge(&sprt, &t) == SPRT_GOES_ON) {
                unsigned r = random_below(&random, 1000);
                t.n[r < rows[row].wins ? 2 : r < rows[row].wins + 800 ? 1 : 0]++;
                games++;
            }
        }
        if (games / matches < rows[row].least || games / matches > rows[row].most)
            printf("# %u games\n", games / matches);
        assert_in_range(games / matches, rows[row].least, rows[row].most);
    }
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(elo_and_score_are_inverse),
        cmocka_unit_test(any_small_count_is_finite),
        cmocka_unit_test(pairs_that_cancel_narrow_the_interval),
        cmocka_unit_test(normalized_elo_is_the_same_for_games_and_independent_pairs),
        cmocka_unit_test(single_games_weigh_as_much_as_those_of_pairs),
        cmocka_unit_test(interval_covers_as_promised),
        cmocka_unit_test(superiority_is_symmetric),
        cmocka_unit_test(ratio_is_that_of_the_binomial_without_draws),
        cmocka_unit_test(test_stops_on_either_side),
        cmocka_unit_test(test_errs_as_seldom_as_stated),
        cmocka_unit_test(night_is_long_enough),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(wilson_rows, name, wilson_row);
    ROWS_BY_INDEX(match_rows, name, match_row);
    ROWS_BY_INDEX(lopsided_rows, name, lopsided_row);
    ROWS_BY_INDEX(odd_rows, name, odd_row);
    return rows_run("elo");
}
