// SPDX-License-Identifier: MIT
/* Openings that were drawn too often are retired from a match. */
#include "core/store/results-internal.h"
#include "tests/lib/results-bed.h"
#include "tests/lib/rows.h"

static bool may_not(void *ctx, unsigned pair)
{
    *(unsigned *)ctx = pair;
    return false;
}

/* Pairs that are retired in a new match with the same openings. */
static unsigned retired_of_another_match(struct bed *bed, const char *variant, const char *second)
{
    const struct results_player others[] = {bed_plan.players[0], {second, "dxp", ""}};
    const struct results_dead dead = {.least = 1};
    struct results_match other = bed_plan;
    int64_t match;
    unsigned n;
    other.variant = variant;
    other.players = others;
    assert_int_equal(results_match_begin(bed->results, &other, 0, &match, &bed->err), 0);
    assert_int_equal(results_retire_dead(bed->results, match, &dead, &n, &bed->err), 0);
    return n;
}

static void dead_openings_are_retired(void **state)
{
    struct bed *bed = *state;
    struct results_progress progress;
    struct results_game game = bed_game(1, 0, RESULT_DRAW);
    int64_t first = bed->match;
    unsigned n, asked = 0;
    const struct results_dead spared = {.least = 1, .may_retire = may_not, .ctx = &asked};
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    game = bed_game(2, 0, RESULT_DRAW);
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    game = bed_game(2, 1, RESULT_WHITE);
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    assert_int_equal(results_match_begin(bed->results, &bed_plan, 0, &bed->match, &bed->err), 0);
    game = bed_game(1, 0, RESULT_DRAW);
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    assert_int_equal(results_match_begin(bed->results, &bed_plan, 0, &bed->match, &bed->err), 0);
    assert_int_equal(results_retire_dead(bed->results, bed->match,
                                         &(struct results_dead){.least = 1}, &n, &bed->err),
                     0);
    assert_int_equal(n, 0); /* halves of two pairs are no pair */
    game = bed_game(1, 1, RESULT_DRAW);
    assert_int_equal(results_game_add(bed->results, first, &game, NULL, &bed->err), 0);
    assert_int_equal(results_retire_dead(bed->results, bed->match,
                                         &(struct results_dead){.least = 2}, &n, &bed->err),
                     0);
    assert_int_equal(n, 0);
    assert_int_equal(results_retire_dead(bed->results, bed->match, &spared, &n, &bed->err), 0);
    assert_int_equal(n, 0); /* what is being played */
    assert_int_equal(retired_of_another_match(bed, "frisian", "Bob"), 0);
    assert_int_equal(retired_of_another_match(bed, "international", "Carl"), 0);
    assert_int_equal(retired_of_another_match(bed, "international", "Bob"), 1);
    assert_int_equal(results_retire_dead(bed->results, bed->match,
                                         &(struct results_dead){.least = 1}, &n, &bed->err),
                     0);
    assert_int_equal(n, 1);
    assert_int_equal(asked, 1);
    assert_int_equal(results_match_progress(bed->results, bed->match, &progress, &bed->err), 0);
    assert_int_equal(progress.games, 3);
}

/* Begins a match whose first two openings are dead: their four games in the one before are drawn. */
static void begin_after_draws(struct bed *bed)
{
    for (unsigned i = 0; i < 4; i++) {
        struct results_game game = bed_game(1 + i / 2, i % 2, RESULT_DRAW);
        assert_int_equal(bed_add(bed, &game, NULL), 0);
    }
    assert_int_equal(results_match_begin(bed->results, &bed_plan, 0, &bed->match, &bed->err), 0);
}

/* Of two dead openings, only that of the pair asked about. */
static void the_dead_opening_of_a_pair_is_retired(void **state)
{
    struct bed *bed = *state;
    const struct results_dead dead = {.least = 1, .pair = 2};
    struct results_match out;
    struct arena arena = {0};
    unsigned n;
    begin_after_draws(bed);
    assert_int_equal(results_retire_dead(bed->results, bed->match, &dead, &n, &bed->err), 0);
    assert_int_equal(n, 1);
    assert_int_equal(results_match_load(bed->results, bed->match, &arena, &out, &bed->err), 0);
    for (unsigned i = 0; i < out.n_pairs; i++)
        assert_int_equal(out.pairs[i].retired, i == 1);
    arena_fini(&arena);
}

/* As results_dead.may_retire: counts the pairs that somebody else sees to be retired. */
static bool look_at_retired(void *ctx, unsigned pair)
{
    struct results *reader = NULL;
    struct err err = {0};
    int64_t n = -1;
    (void)pair;
    assert_int_equal(results_open(ctx, RESULTS_READ, &reader, &err), 0);
    assert_int_equal(
        results_number(reader, "SELECT count(*) FROM pair WHERE retired = ?", 1, NULL, &n, &err),
        1);
    results_close(reader);
    assert_int_equal(n, 0);
    return true;
}

static void dead_openings_are_retired_in_one_transaction(void **state)
{
    struct bed *bed = *state;
    const struct results_dead dead = {
        .least = 1, .may_retire = look_at_retired, .ctx = (void *)bed->results->db.path};
    unsigned n;
    begin_after_draws(bed);
    assert_int_equal(results_retire_dead(bed->results, bed->match, &dead, &n, &bed->err), 0);
    assert_int_equal(n, 2);
}

#define BED(test) cmocka_unit_test_setup_teardown(test, bed_set_up, bed_tear_down)
int main(void)
{
    static const struct CMUnitTest others[] = {
        BED(dead_openings_are_retired),
        BED(the_dead_opening_of_a_pair_is_retired),
        BED(dead_openings_are_retired_in_one_transaction),
    };
    ROWS_LIST(others);
    return rows_run("results-dead");
}
