// SPDX-License-Identifier: MIT
/*
 * Joint ratings: the ratings that games were generated from are found again, and nothing is ever
 * infinite.
 */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/stats/elo.h"
#include "core/stats/ratings.h"
#include "tests/lib/rows.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void near(double got, double want, double slack)
{
    if (!(fabs(got - want) <= slack)) {
        printf("# got %.6f, want %.6f\n", got, want);
        fail();
    }
}

static void two_players_agree_with_elo(void **state)
{
    (void)state;
    struct ratings_meeting m[] = {{0, 1, 12, 63, 4, false}, {1, 0, 4, 64, 11, false}};
    struct ratings_player p[2];
    struct ratings_model model;
    assert_int_equal(ratings_fit(m, 2, 2, NULL, p, &model), 0);
    near(p[0].elo.value - p[1].elo.value, 33.07, 1.5);
    near(p[0].elo.value + p[1].elo.value, 0, 1e-6);
    near(p[0].score, 0.54747, 1e-4);
    assert_int_equal(p[0].games, 158);
    /* Each is half the difference from the mean, and so is its interval. */
    near(p[0].elo.high - p[0].elo.low, (56.85 - 9.58) / 2, 1.5);
    near(model.drawn, 127.0 / 158, 0.02);
    assert_int_equal(model.groups, 1);
}

static const struct {
    const char *name;
    struct ratings_meeting at[3];
    size_t n;
    unsigned players, groups;
} odd_rows[] = {
    {"odd: nobody", {{0}}, 0, 0, 0},
    {"odd: no games", {{0}}, 0, 3, 0},
    {"odd: all won", {{0, 1, 100, 0, 0, false}, {1, 0, 0, 0, 100, false}}, 2, 2, 1},
    {"odd: all drawn", {{0, 1, 0, 100, 0, false}}, 1, 2, 1},
    {"odd: one game", {{0, 1, 1, 0, 0, false}}, 1, 2, 1},
    {"odd: two groups", {{0, 1, 5, 5, 0, false}, {2, 3, 0, 5, 5, false}}, 2, 4, 2},
    {"odd: a meeting without games", {{0, 1, 0, 0, 0, false}}, 1, 2, 0},
    {"odd: a player without games comes last",
     {{0, 1, 0, 0, 0, false}, {1, 2, 5, 5, 0, false}},
     2,
     3,
     1},
    {"odd: very many",
     {{0, 1, 1000000000, 1000000000, 0, false}, {1, 2, 1000000000, 0, 0, false}},
     2,
     3,
     1},
};

static void odd_row(void **state)
{
    size_t i = (size_t)*state;
    struct ratings_player p[4];
    struct ratings_model model;
    assert_int_equal(
        ratings_fit(odd_rows[i].at, odd_rows[i].n, odd_rows[i].players, NULL, p, &model), 0);
    assert_int_equal(model.groups, odd_rows[i].groups);
    assert_true(isfinite(model.white.low) && isfinite(model.white.high) && isfinite(model.drawn));
    for (unsigned k = 0; k < odd_rows[i].players; k++)
        assert_true(isfinite(p[k].elo.low) && isfinite(p[k].elo.value) && isfinite(p[k].elo.high)
                    && p[k].elo.low <= p[k].elo.high
                    && (p[k].group < odd_rows[i].groups) == (p[k].games > 0));
}

static void winners_stand_above_losers(void **state)
{
    (void)state;
    struct ratings_meeting m[] = {{0, 1, 10, 0, 0, false}, {1, 2, 10, 0, 0, false}};
    struct ratings_player p[3];
    struct ratings_model model;
    assert_int_equal(ratings_fit(m, 2, 3, NULL, p, &model), 0);
    assert_true(p[0].elo.value > p[1].elo.value && p[1].elo.value > p[2].elo.value);
}

static void games_without_colours_say_nothing_of_white(void **state)
{
    (void)state;
    struct ratings_meeting m = {0, 1, 23, 127, 8, true};
    struct ratings_player p[2];
    struct ratings_model model;
    assert_int_equal(ratings_fit(&m, 1, 2, NULL, p, &model), 0);
    near(p[0].elo.value - p[1].elo.value, elo_of_score(p[0].score), 0.2);
    near(model.white.value, 0, 1e-9);
}

/*
 * Games of players whose ratings are known, all meeting all; 75 % draws between equals, White worth
 * 15 Elo.
 */
static size_t play(unsigned players, unsigned games, struct ratings_meeting *m)
{
    struct random random;
    size_t n = 0;
    random_seed(&random, 3);
    for (unsigned a = 0; a < players; a++) {
        for (unsigned b = 0; b < players; b++) {
            if (a == b)
                continue;
            struct ratings_meeting *at = &m[n++];
            *at = (struct ratings_meeting){.white = a, .black = b};
            double s = elo_to_score(10.0 * ((double)b - a) + 15), drawn = 1.5 * fmin(s, 1 - s);
            for (unsigned g = 0; g < games; g++) {
                double r = (double)(random_next(&random) >> 11) / 9007199254740992.0;
                if (r < s - drawn / 2)
                    at->won++;
                else if (r < s + drawn / 2)
                    at->drawn++;
                else
                    at->lost++;
            }
        }
    }
    return n;
}

static void fifty_players_in_a_moment(void **state)
{
    (void)state;
    enum { PLAYERS = 50, GAMES = 8 };
    struct ratings_meeting *m = malloc(PLAYERS * PLAYERS * sizeof *m);
    struct ratings_player p[PLAYERS];
    struct ratings_model model;
    size_t n = play(PLAYERS, GAMES, m); /* 19,600 games */
    int64_t before = clock_ms();
    assert_int_equal(ratings_fit(m, n, PLAYERS, NULL, p, &model), 0);
    int64_t took = clock_ms() - before;
    printf("# %zu games of %d players in %lld ms\n", n * GAMES, PLAYERS, (long long)took);
    assert_true(took < 1000);
    unsigned inside = 0;
    for (unsigned i = 0; i < PLAYERS; i++) {
        double truth = 10 * ((PLAYERS - 1) / 2.0 - i);
        inside += p[i].elo.low <= truth && truth <= p[i].elo.high;
        near(p[i].elo.value, truth, 45);
    }
    assert_in_range(inside, 42, 50);
    near(model.white.value, 15, 6);
    free(m);
}

static unsigned asked, patience;
static bool is_impatient(void) { return ++asked > patience; }

static void it_stops_when_asked(void **state)
{
    (void)state;
    enum { PLAYERS = 50 };
    struct ratings_meeting *m = malloc(PLAYERS * PLAYERS * sizeof *m);
    struct ratings_player p[PLAYERS];
    struct ratings_model model;
    assert_non_null(m);
    size_t n = play(PLAYERS, 20, m);
    for (patience = 0; patience < PLAYERS; patience += 7) {
        asked = 0;
        assert_int_equal(ratings_fit(m, n, PLAYERS, is_impatient, p, &model), 1);
        assert_in_range(asked, patience + 1, patience + 8); /* it does no more than end its loops */
    }
    free(m);
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(two_players_agree_with_elo),
        cmocka_unit_test(winners_stand_above_losers),
        cmocka_unit_test(games_without_colours_say_nothing_of_white),
        cmocka_unit_test(fifty_players_in_a_moment),
        cmocka_unit_test(it_stops_when_asked),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(odd_rows, name, odd_row);
    return rows_run("ratings");
}
