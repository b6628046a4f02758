// SPDX-License-Identifier: MIT
/* The rows that reports are made from: their order, their times, and numbers that are too large. */
#include "core/store/results-internal.h"
#include "tests/lib/results-bed.h"
#include "tests/lib/rows.h"

static int add_up(void *ctx, const struct results_row *row)
{
    int64_t *sum = ctx;
    *sum +=
        row->clock[WHITE].used + 10 * row->clock[BLACK].claimed + 100 * row->clock[BLACK].against;
    assert_int_equal(row->clock[WHITE].least, 597000 + 1000);
    assert_int_equal(row->clock[BLACK].least, RESULTS_NO_CLOCK);
    return 0;
}

static void rows_have_the_times(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game game = bed_game(1, 0, RESULT_WHITE);
    struct results_filter which = {.match = bed->match};
    int64_t sum = 0;
    game.plies = plies;
    game.n = bed_plies("32-28 19-23 28x19 14x23", 0, plies);
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    assert_int_equal(results_rows(bed->results, &which, add_up, &sum, &bed->err), 0);
    assert_int_equal(sum, 2002 + 10 * 1800 + 100 * 2004);
}

static int add_numbers(void *ctx, const struct results_row *row)
{
    int64_t *numbers = ctx;
    *numbers = *numbers * 10 + row->number;
    return 0;
}

static void rows_after_a_game_are_those_added_since(void **state)
{
    struct bed *bed = *state;
    static const unsigned order[][2] = {{2, 1}, {1, 0}, {2, 0}, {1, 1}}; /* pair and game */
    static const int64_t want[] = {2431, 243, 43, 4, 0};
    for (unsigned i = 0; i < 4; i++) {
        struct results_game game = bed_game(order[i][0], order[i][1], RESULT_DRAW);
        assert_int_equal(bed_add(bed, &game, NULL), 0);
    }
    for (int64_t after = 0; after < 5; after++) {
        const struct results_filter which = {.match = bed->match, .after = after};
        int64_t numbers = 0;
        assert_int_equal(results_rows(bed->results, &which, add_numbers, &numbers, &bed->err), 0);
        assert_int_equal(numbers, want[after]);
    }
}

static int flag_stays_fallen(void *ctx, const struct results_row *row)
{
    (void)ctx;
    assert_int_equal(row->clock[WHITE].least, -300);
    return 0;
}

static void rows_have_the_time_left_before_any_is_added(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game game = bed_game(1, 0, RESULT_WHITE);
    struct results_filter which = {.match = bed->match};
    game.plies = plies;
    game.n = bed_plies("32-28 19-23 28x19 14x23", 0, plies);
    plies[2].left = 200;
    plies[2].added = 500;
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    assert_int_equal(results_rows(bed->results, &which, flag_stays_fallen, NULL, &bed->err), 0);
}

static int overdue_counts(void *ctx, const struct results_row *row)
{
    (void)ctx;
    assert_int_equal(row->clock[WHITE].longest, 601000);
    assert_int_equal(row->clock[WHITE].least, -3000);
    assert_int_equal(row->clock[WHITE].used, 2002);
    assert_int_equal(row->clock[WHITE].moves, 2);
    assert_int_equal(row->clock[BLACK].longest, 1003);
    assert_int_equal(row->clock[BLACK].least, RESULTS_NO_CLOCK);
    return 0;
}

static void rows_have_the_wait_for_a_move_that_was_overdue(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    const struct results_ply overdue = {.ms = 601000, .left = -3000};
    struct results_game game = bed_game(1, 0, RESULT_BLACK);
    struct results_filter which = {.match = bed->match};
    game.plies = plies;
    game.n = bed_plies("32-28 19-23 28x19 14x23", 0, plies);
    game.overdue = &overdue;
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    assert_int_equal(results_rows(bed->results, &which, overdue_counts, NULL, &bed->err), 0);
}

/* Numbers that are too large for what is worked out from them. */
static const struct {
    const char *name, *sql, *comment; /* of the third move */
} huge[] = {
    {"huge: none", "", "[%eval 0.24] [%emt 0:00:01.002]"},
    {"huge: the largest score", "UPDATE record SET plies = '[[1],[1],[1002,null,null,30000]]'",
     "[%eval #0] [%emt 0:00:01.002]"},
    {"huge: the winner has one move left, the loser makes the last",
     "UPDATE record SET plies = '[[1],[1],[1002,null,null,-29997]]'",
     "[%eval #-1] [%emt 0:00:01.002]"},
    {"huge: the loser makes the last move",
     "UPDATE record SET plies = '[[1],[1],[1002,null,null,-29999]]'",
     "[%eval #-1] [%emt 0:00:01.002]"},
    {"huge: one more is unknown", "UPDATE record SET plies = '[[1],[1],[1002,null,null,30001]]'",
     "[%emt 0:00:01.002]"},
    {"huge: a score", "UPDATE record SET plies = '[[1],[1],[1002,null,null,2147483647]]'",
     "[%emt 0:00:01.002]"},
    {"huge: a score below 0", "UPDATE record SET plies = '[[1],[1],[1002,null,null,-2147483647]]'",
     "[%emt 0:00:01.002]"},
    {"huge: times",
     "UPDATE game SET white_used = 9223372036854775807, white_claimed = 9223372036854775807,"
     " white_against = -9223372036854775807, white_least = -9223372036854775807",
     "[%eval 0.24] [%emt 0:00:01.002]"},
};

static int times_can_be_added(void *ctx, const struct results_row *row)
{
    const struct results_clock *clock = &row->clock[WHITE];
    const int64_t times[] = {clock->used, clock->longest, clock->claimed, clock->against,
                             clock->least == RESULTS_NO_CLOCK ? 0 : clock->least};
    (void)ctx;
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++)
        assert_true(times[i] >= INT64_MIN >> 20 && times[i] <= INT64_MAX >> 20);
    return 0;
}

static void huge_row(void **state)
{
    size_t i = (size_t)*state;
    struct results_ply plies[64];
    struct results_game from = bed_game(1, 0, RESULT_WHITE);
    struct arena arena = {0};
    struct game game = {.arena = &arena};
    const struct results_filter which = {0};
    struct bed *bed;
    bed_set_up((void **)&bed);
    from.plies = plies;
    from.n = bed_plies("32-28 19-23 28x19", 0, plies);
    plies[2].left = RESULTS_NO_CLOCK;
    plies[2].win = plies[2].loss = -1;
    plies[2].depth = 0;
    plies[2].nodes = 0;
    assert_int_equal(bed_add(bed, &from, NULL), 0);
    assert_int_equal(db_exec(&bed->results->db, huge[i].sql, &bed->err), 0);
    assert_int_equal(results_game_read(bed->results, bed->match, &bed_plan, 1, &game, &bed->err),
                     1);
    struct text comment = game.line.first->next->next->items->comment;
    if (!text_is(comment, huge[i].comment))
        fail_msg("%.*s", TEXT_ARGS(comment));
    assert_int_equal(results_rows(bed->results, &which, times_can_be_added, NULL, &bed->err), 0);
    arena_fini(&arena);
    bed_tear_down((void **)&bed);
}

static int take_any_row(void *ctx, const struct results_row *row)
{
    unsigned *n = ctx;
    (void)row;
    ++*n;
    return 0;
}

/* What reports count by must be in its range, or sums and indexes would leave theirs. */
static void damaged_rows_are_reported(void **state)
{
    struct bed *bed = *state;
    static const struct {
        const char *sql, *message;
    } damage[] = {
        {"UPDATE game SET black_id = white_id", "damaged: the players of game 1"},
        {"UPDATE game SET black_id = 3 - white_id, blame = 2", "damaged: game 1"},
        {"PRAGMA foreign_keys = OFF; UPDATE game SET blame = NULL, pair_id = 9223372036854775807;"
         "UPDATE pair SET id = 9223372036854775807 WHERE id = 1",
         "damaged: the pair of game 1"},
        {"UPDATE game SET pair_id = -1; UPDATE pair SET id = -1 WHERE number = 1",
         "damaged: the pair of game 1"},
    };
    const struct results_game game = bed_game(1, 0, RESULT_WHITE);
    const struct results_filter which = {0};
    unsigned n = 0;
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    assert_int_equal(results_rows(bed->results, &which, take_any_row, &n, &bed->err), 0);
    assert_int_equal(n, 1);
    for (unsigned i = 0; i < sizeof damage / sizeof *damage; i++) {
        assert_int_equal(db_exec(&bed->results->db, damage[i].sql, &bed->err), 0);
        assert_int_equal(results_rows(bed->results, &which, take_any_row, &n, &bed->err), -1);
        assert_string_equal(bed->err.msg, damage[i].message);
        bed->err = (struct err){0};
    }
    assert_int_equal(n, 1);
}

#define BED(test) cmocka_unit_test_setup_teardown(test, bed_set_up, bed_tear_down)
int main(void)
{
    static const struct CMUnitTest others[] = {
        BED(rows_after_a_game_are_those_added_since),
        BED(rows_have_the_times),
        BED(rows_have_the_time_left_before_any_is_added),
        BED(rows_have_the_wait_for_a_move_that_was_overdue),
        BED(damaged_rows_are_reported),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(huge, name, huge_row);
    return rows_run("results-rows");
}
