// SPDX-License-Identifier: MIT
/* Elo, intervals and the sequential test, against numbers worked out by hand or by other means. */
#include "core/stats/elo.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void near(double got, double want, double slack)
{
    if (got == want) /* infinities */
        return;
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
    assert_true(isinf(elo_of_score(0)) && elo_of_score(0) < 0);
    assert_true(isinf(elo_of_score(1)) && elo_of_score(1) > 0);
}

static const struct {
    const char *name;
    uint64_t hits, n;
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
    struct interval got = wilson(wilson_rows[i].hits, wilson_rows[i].n, STATS_Z95);
    near(got.low, wilson_rows[i].low, 2e-4);
    near(got.high, wilson_rows[i].high, 2e-4);
    assert_true(got.low <= got.value && got.value <= got.high);
}

static void games_without_draws_are_a_coin(void **state)
{
    (void)state;
    struct tally t = tally_games(60, 0, 40);
    struct interval a = tally_score(&t, STATS_Z95), b = wilson(60, 100, STATS_Z95);
    near(a.low, b.low, 1e-3);
    near(a.high, b.high, 1e-3);
}

static void draws_narrow_the_interval(void **state)
{
    (void)state;
    struct tally sharp = tally_games(60, 0, 40), drawn = tally_games(20, 80, 0);
    struct interval a = tally_elo(&sharp, STATS_Z95), b = tally_elo(&drawn, STATS_Z95);
    near(a.value, b.value, 1e-9);
    assert_true(b.high - b.low < 0.55 * (a.high - a.low));
}

static void pairs_that_cancel_narrow_it_more(void **state)
{
    (void)state;
    /* 100 openings that White always wins: as games a coin, as pairs all equal. */
    struct tally games = tally_games(100, 0, 100);
    struct tally pairs = {.n = {0, 0, 100, 0, 0}, .kinds = TALLY_PAIRS};
    struct interval a = tally_elo(&games, STATS_Z95), b = tally_elo(&pairs, STATS_Z95);
    near(a.value, 0, 1e-9);
    near(b.value, 0, 1e-9);
    assert_true(b.high - b.low < 0.2 * (a.high - a.low));
}

static void one_sided_results_have_an_open_end(void **state)
{
    (void)state;
    struct tally won = tally_games(10, 0, 0), lost = tally_games(0, 0, 10),
                 none = tally_games(0, 0, 0);
    struct interval e = tally_elo(&won, STATS_Z95);
    assert_true(isinf(e.value) && isinf(e.high) && e.low > 100 && e.low < 200);
    e = tally_elo(&lost, STATS_Z95);
    assert_true(isinf(e.value) && isinf(e.low) && e.high < -100 && e.high > -200);
    e = tally_elo(&none, STATS_Z95);
    assert_true(e.value == 0 && isinf(e.low) && isinf(e.high));
}

static void interval_covers_as_promised(void **state)
{
    (void)state;
    /* 4,000 matches of 100 games at 60 % wins, 30 % draws: the true share 0.75 must lie inside about 95 % of the time. */
    uint64_t seed = 12345;
    unsigned inside = 0, matches = 4000;
    for (unsigned m = 0; m < matches; m++) {
        struct tally t = tally_games(0, 0, 0);
        for (int g = 0; g < 100; g++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            unsigned r = (unsigned)(seed >> 33) % 10;
            t.n[r < 6 ? 2 : r < 9 ? 1 : 0]++;
        }
        struct interval s = tally_score(&t, STATS_Z95);
        inside += s.low <= 0.75 && 0.75 <= s.high;
    }
    near((double)inside / matches, 0.95, 0.012);
}

static void superiority_is_symmetric(void **state)
{
    (void)state;
    struct tally a = tally_games(30, 50, 20), b = tally_games(20, 50, 30),
                 even = tally_games(20, 9, 20);
    near(tally_superiority(&a) + tally_superiority(&b), 1, 1e-12);
    near(tally_superiority(&even), 0.5, 1e-12);
    near(tally_superiority(&a), 0.9221, 5e-3);
}

static void test_stops_on_either_side(void **state)
{
    (void)state;
    struct sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    near(sprt_bounds(&sprt).high, 2.944439, 1e-5);
    near(sprt_bounds(&sprt).low, -2.944439, 1e-5);
    struct tally t = tally_games(0, 0, 0);
    near(sprt_ratio(&sprt, &t), 0, 0);
    assert_int_equal(sprt_judge(&sprt, &t), SPRT_GOES_ON);
    t = tally_games(1500, 7000, 1000);
    assert_int_equal(sprt_judge(&sprt, &t), SPRT_ACCEPTS_1);
    t = tally_games(1000, 7000, 1100);
    assert_int_equal(sprt_judge(&sprt, &t), SPRT_ACCEPTS_0);
    t = tally_games(55, 300, 50);
    assert_int_equal(sprt_judge(&sprt, &t), SPRT_GOES_ON);
}

static void test_errs_as_seldom_as_told(void **state)
{
    (void)state;
    /* Equal players, 60 % draws: "elo1" may be accepted in about 5 % of the matches. */
    struct sprt sprt = {.elo0 = 0, .elo1 = 40, .alpha = 0.05, .beta = 0.05};
    uint64_t seed = 99;
    unsigned wrong = 0, matches = 1000;
    for (unsigned m = 0; m < matches; m++) {
        struct tally t = tally_games(0, 0, 0);
        enum sprt_verdict verdict = SPRT_GOES_ON;
        while (verdict == SPRT_GOES_ON) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            unsigned r = (unsigned)(seed >> 33) % 10;
            t.n[r < 2 ? 2 : r < 8 ? 1 : 0]++;
            verdict = sprt_judge(&sprt, &t);
        }
        wrong += verdict == SPRT_ACCEPTS_1;
    }
    assert_in_range(wrong, 15, 75);
}

int main(void)
{
    enum { ROWS = sizeof wilson_rows / sizeof *wilson_rows };
    struct CMUnitTest tests[ROWS + 9] = {
        cmocka_unit_test(elo_and_score_are_inverse),
        cmocka_unit_test(games_without_draws_are_a_coin),
        cmocka_unit_test(draws_narrow_the_interval),
        cmocka_unit_test(pairs_that_cancel_narrow_it_more),
        cmocka_unit_test(one_sided_results_have_an_open_end),
        cmocka_unit_test(interval_covers_as_promised),
        cmocka_unit_test(superiority_is_symmetric),
        cmocka_unit_test(test_stops_on_either_side),
        cmocka_unit_test(test_errs_as_seldom_as_told),
    };
    for (size_t i = 0; i < ROWS; i++)
        tests[9 + i] = (struct CMUnitTest){wilson_rows[i].name, wilson_row, NULL, NULL, (void *)i};
    return cmocka_run_group_tests_name("elo", tests, NULL, NULL);
}
