// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/study/player-sums.h"
#include "core/study/verdict.h"
#include "tests/lib/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Chances before and after a move, and what it is called. */
static const struct verdict_row {
    const char *name;
    struct wdl best, played;
    unsigned flags;
    enum move_verdict verdict;
} rows[] = {
    {"nothing given away", {0.2F, 0.7F, 0.1F}, {0.2F, 0.7F, 0.1F}, 0, VERDICT_GOOD},
    {"better than the best is no loss", {0.2F, 0.7F, 0.1F}, {0.4F, 0.6F, 0}, 0, VERDICT_GOOD},
    {"a little", {0.2F, 0.7F, 0.1F}, {0.09F, 0.8F, 0.11F}, 0, VERDICT_INACCURACY},
    {"just less than a little", {0.2F, 0.7F, 0.1F}, {0.12F, 0.78F, 0.1F}, 0, VERDICT_GOOD},
    {"more", {0.4F, 0.6F, 0}, {0.1F, 0.8F, 0.1F}, 0, VERDICT_MISTAKE},
    {"a lot", {0.6F, 0.4F, 0}, {0.1F, 0.6F, 0.3F}, 0, VERDICT_BLUNDER},
    {"a win becomes a draw", {0.95F, 0.05F, 0}, {0.05F, 0.95F, 0}, 0, VERDICT_MISSED_WIN},
    {"a win becomes a loss", {0.95F, 0.05F, 0}, {0, 0.05F, 0.95F}, 0, VERDICT_BLUNDER},
    {"a draw becomes a loss", {0.05F, 0.9F, 0.05F}, {0, 0.1F, 0.9F}, 0, VERDICT_MISSED_DRAW},
    {"lost before and after", {0, 0.1F, 0.9F}, {0, 0.02F, 0.98F}, 0, VERDICT_GOOD},
    {"the only move", {0.1F, 0.8F, 0.1F}, {0.1F, 0.8F, 0.1F}, JUDGED_ONLY, VERDICT_ONLY},
    {"a single reply", {0.9F, 0.1F, 0}, {0, 0.1F, 0.9F}, JUDGED_SINGLE, VERDICT_NONE},
    {"a book move", {0.9F, 0.1F, 0}, {0, 0.1F, 0.9F}, JUDGED_BOOK, VERDICT_NONE},
    {"not asked for", {0.9F, 0.1F, 0}, {0, 0.1F, 0.9F}, JUDGED_OTHER, VERDICT_NONE},
};

static struct judged_ply ply_of(const struct verdict_row *row)
{
    return (struct judged_ply){
        .flags = JUDGED | row->flags, .best.wdl = row->best, .wdl = row->played};
}

static void is_called(void **state)
{
    const struct verdict_row *row = *state;
    struct judged_ply ply = ply_of(row);
    assert_string_equal(verdict_word(verdict_of(&ply, &verdict_thresholds_default)),
                        verdict_word(row->verdict));
}

static void nothing_is_said_of_what_was_not_judged(void **state)
{
    (void)state;
    struct judged_ply ply = ply_of(&rows[7]);
    ply.flags = 0;
    assert_int_equal(verdict_of(&ply, &verdict_thresholds_default), VERDICT_NONE);
    assert_true(judge_loss(&ply) == 0);
}

static void what_loses_nothing_is_no_fault_by_any_threshold(void **state)
{
    (void)state;
    const struct verdict_thresholds none = {.win = 0.75};
    struct judged_ply good = ply_of(&rows[0]), only = ply_of(&rows[10]), little = ply_of(&rows[3]);
    assert_int_equal(verdict_of(&good, &none), VERDICT_GOOD);
    assert_int_equal(verdict_of(&only, &none), VERDICT_ONLY);
    assert_int_equal(verdict_of(&little, &none), VERDICT_BLUNDER);
}

static void what_is_missed_depends_on_the_probability_of_a_win_alone(void **state)
{
    (void)state;
    struct verdict_thresholds lenient = {
        .inaccuracy = 0.6, .mistake = 0.7, .blunder = 0.8, .win = 0.75};
    struct judged_ply win = ply_of(&rows[6]), draw = ply_of(&rows[8]), little = ply_of(&rows[5]);
    assert_int_equal(verdict_of(&win, &lenient), VERDICT_MISSED_WIN);
    assert_int_equal(verdict_of(&draw, &lenient), VERDICT_MISSED_DRAW);
    assert_int_equal(verdict_of(&little, &lenient), VERDICT_GOOD);
    struct judged_ply all = ply_of(&rows[7]); /* a win becomes a loss */
    assert_int_equal(verdict_of(&all, &lenient), VERDICT_BLUNDER);
    lenient.inaccuracy = lenient.mistake = lenient.blunder = 1;
    assert_int_equal(verdict_of(&all, &lenient), VERDICT_GOOD);
}

static void a_side_is_summed_up_by_its_own_plies(void **state)
{
    (void)state;
    struct judged_ply plies[] = {ply_of(&rows[7]), ply_of(&rows[0]), ply_of(&rows[2])};
    struct verdict_sum white = {0}, black = {0};
    verdict_sum_add(&white, plies, 3, WHITE, WHITE, &verdict_thresholds_default);
    verdict_sum_add(&black, plies, 3, WHITE, BLACK, &verdict_thresholds_default);
    assert_int_equal(white.moves, 2);
    assert_int_equal(white.count[VERDICT_BLUNDER], 1);
    assert_int_equal(white.count[VERDICT_INACCURACY], 1);
    assert_int_equal(black.moves, 1);
    assert_true(fabs(verdict_accuracy(&black) - 100) < 1e-6);
    assert_true(verdict_accuracy(&white) < 50);
}

static void the_move_that_lost_is_found(void **state)
{
    (void)state;
    struct judged_ply plies[] = {ply_of(&rows[0]), ply_of(&rows[8]), ply_of(&rows[0]),
                                 ply_of(&rows[9])};
    assert_int_equal(verdict_decisive_ply(plies, 4, WHITE, 2, &verdict_thresholds_default), 1);
    assert_int_equal(verdict_decisive_ply(plies, 1, WHITE, 2, &verdict_thresholds_default), -1);
}

static void players_are_sorted_and_escaped(void **state)
{
    (void)state;
    struct player_sums sums = {0};
    char text[1024] = "";
    for (unsigned i = 0; i < 300; i++) { /* past the first table */
        char name[16];
        snprintf(name, sizeof name, "p%u", i);
        assert_non_null(player_sums_of(&sums, text_of(name)));
    }
    struct verdict_sum *bad = player_sums_of(&sums, text_of("a\"b\033[m"));
    bad->moves = 1;
    bad->loss = 1;
    assert_int_equal(sums.n, 301);
    assert_ptr_equal(bad, player_sums_of(&sums, text_of("a\"b\033[m")));
    FILE *out = tmpfile();
    player_sums_write(&sums, PLAYER_SUMS_CSV, out);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    fclose(out);
    /* those of whom nothing was judged come last, without an accuracy */
    assert_non_null(strstr(text, "\n\"a\"\"b\\x1b[m\",0,1,0.1,1.0000,0,0,0,0,0\np0,0,0,,,0,0,"));
    player_sums_fini(&sums);
}

int main(void)
{
    ROWS_BY_ADDRESS(rows, name, is_called);
    ROWS_SINGLE(nothing_is_said_of_what_was_not_judged);
    ROWS_SINGLE(what_loses_nothing_is_no_fault_by_any_threshold);
    ROWS_SINGLE(what_is_missed_depends_on_the_probability_of_a_win_alone);
    ROWS_SINGLE(a_side_is_summed_up_by_its_own_plies);
    ROWS_SINGLE(the_move_that_lost_is_found);
    ROWS_SINGLE(players_are_sorted_and_escaped);
    return rows_run("verdict");
}
