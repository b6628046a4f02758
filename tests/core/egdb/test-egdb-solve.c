// SPDX-License-Identifier: MIT
/* Slices solved, and proved with the move generator. */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/history.h"
#include "core/egdb/play-out.h"
#include "core/egdb/verify.h"
#include "tests/lib/given.h"
#include "tests/lib/rows.h"
#include "tests/lib/solve-slices.h"

#include <stdlib.h>
#include <string.h>

/* The material of that name among those with two and three pieces. */
static struct egdb_material material_named(const char *name)
{
    for (unsigned pieces = 2; pieces <= 3; pieces++) {
        struct egdb_material material[EGDB_SLICES_MAX];
        unsigned n = egdb_material_list(rules_international, pieces, material);
        for (unsigned i = 0; i < n; i++) {
            char found[EGDB_NAME_SIZE];
            egdb_material_name(material[i], found);
            if (strcmp(found, name) == 0)
                return material[i];
        }
    }
    fail_msg("no material is called %s", name);
    return (struct egdb_material){0};
}

/*
 * International draughts, captures pending or not. DAM.END and Scan 2.0 agree with each of these
 * positions.
 */
static void counts(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned wins, draws, losses, longest;
    } rows[] = {
        {"KvK", 424, 2024, 2, 3},         {"KvM", 1924, 281, 0, 7},
        {"MvK", 121, 574, 1510, 3},       {"MvM", 736, 799, 450, 17},
        {"KvKK", 3240, 54988, 572, 3},    {"KKvK", 19398, 39402, 0, 7},
        {"KvKM", 16367, 88967, 506, 9},   {"KMvK", 24373, 81465, 2, 9},
        {"KKvM", 51041, 1879, 0, 9},      {"MvKK", 245, 8645, 44030, 3},
        {"KvMM", 26807, 20636, 77, 27},   {"MMvK", 5269, 30939, 11312, 7},
        {"MvKM", 1745, 24414, 69121, 17}, {"KMvM", 85503, 9776, 1, 11},
        {"MvMM", 3343, 19298, 20149, 33}, {"MMvM", 28464, 13754, 572, 23},
    };
    struct egdb_tables *tables = malloc(sizeof *tables);
    struct egdb_solution solution = {0};
    struct err err = {0};
    assert_non_null(tables);
    egdb_tables_init(rules_international, tables);
    assert_int_equal(solve_slices(tables, 3, 1, &err), 0);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct egdb_solver solver = {.tables = tables, .threads = 3};
        struct egdb_counts counts;
        assert_int_equal(egdb_solve(&solver, material_named(rows[i].name), &solution, &err), 0);
        egdb_half_count(&solution.half[0], true, &counts);
        assert_int_equal(counts.wins, rows[i].wins);
        assert_int_equal(counts.draws, rows[i].draws);
        assert_int_equal(counts.losses, rows[i].losses);
        assert_int_equal(counts.longest, rows[i].longest);
        egdb_solution_fini(&solution);
    }
    egdb_tables_fini(tables);
    free(tables);
}

/*
 * English draughts, as E. Trice published them for king against king (damforum.nl, 2603): 992
 * positions, of which 230 are won, 72 of these by a jump, 654 drawn and 108 lost, the longest win
 * taking 11 plies. J. Schaeffer counts 261,224 positions with three pieces, 65,192 of them with
 * pieces of one side only.
 */
static void published_counts(void **state)
{
    (void)state;
    struct egdb_tables *tables = malloc(sizeof *tables);
    const struct egdb_solver solver = {.tables = tables, .threads = 1};
    const struct egdb_material kings = {0, 1, 0, 1};
    struct egdb_material material[EGDB_SLICES_MAX];
    struct egdb_solution solution;
    struct egdb_counts counts;
    struct err err = {0};
    uint64_t positions = 0;
    assert_non_null(tables);
    egdb_tables_init(rules_named("english"), tables);
    assert_int_equal(solve_slices(tables, 3, 1, &err), 0);
    assert_int_equal(egdb_solve(&solver, kings, &solution, &err), 0);
    egdb_half_count(&solution.half[0], true, &counts);
    egdb_solution_fini(&solution);
    assert_int_equal(counts.positions, 992);
    assert_int_equal(counts.wins, 230);
    assert_int_equal(counts.draws, 654);
    assert_int_equal(counts.losses, 108);
    assert_int_equal(counts.pending[EGDB_WIN], 72);
    assert_int_equal(counts.longest, 11);
    const unsigned n = egdb_material_list(tables->squares.rules, 3, material);
    for (unsigned i = 0; i < n; i += egdb_material_is_mirror(material[i]) ? 1 : 2) {
        assert_int_equal(egdb_solve(&solver, material[i], &solution, &err), 0);
        for (unsigned h = 0; h < solution.n; h++) {
            egdb_half_count(&solution.half[h], true, &counts);
            positions += counts.positions;
        }
        egdb_solution_fini(&solution);
    }
    assert_int_equal(positions, 261224 - 65192);
    egdb_tables_fini(tables);
    free(tables);
}

/* Three threads come to what one does. */
static void threads_change_nothing(void **state)
{
    (void)state;
    struct egdb_tables *tables = malloc(sizeof *tables);
    const struct egdb_material material = {1, 1, 0, 1};
    struct egdb_solution one = {0}, three = {0};
    struct err err = {0};
    assert_non_null(tables);
    egdb_tables_init(rules_named("frisian"), tables);
    assert_int_equal(solve_slices(tables, 2, 1, &err), 0);
    const struct egdb_material kings = {0, 2, 0, 1};
    struct egdb_solver solver = {.tables = tables, .threads = 3};
    assert_int_equal(egdb_solve(&solver, kings, &one, &err), 0);
    for (unsigned h = 0; h < one.n; h++)
        egdb_half_copy(&one.half[h], egdb_tables_add(tables, one.half[h].index.material, true));
    egdb_solution_fini(&one);
    assert_int_equal(egdb_solve(&solver, material, &three, &err), 0);
    solver.threads = 1;
    assert_int_equal(egdb_solve(&solver, material, &one, &err), 0);
    for (unsigned h = 0; h < one.n; h++)
        assert_memory_equal((const void *)one.half[h].cell, (const void *)three.half[h].cell,
                            (size_t)one.half[h].index.size * sizeof(uint16_t));
    egdb_solution_fini(&one);
    egdb_solution_fini(&three);
    egdb_tables_fini(tables);
    free(tables);
}

/* A single wrong value, or a wrong distance, does not pass. */
static void a_wrong_value_is_found(void **state)
{
    (void)state;
    struct egdb_tables *tables = malloc(sizeof *tables);
    const struct egdb_verifier verifier = {.tables = tables, .threads = 1};
    const struct egdb_material material = {0, 1, 1, 0};
    struct egdb_proof proof;
    struct err err = {0};
    uint64_t at = 0;
    assert_non_null(tables);
    egdb_tables_init(rules_international, tables);
    assert_int_equal(solve_slices(tables, 2, 1, &err), 0);
    struct egdb_table *table = tables->table[egdb_material_code(material)];
    while (egdb_table_value(table, at) != EGDB_WIN || table->plies[at] != 5)
        at++;
    table->plies[at] = 7;
    assert_int_equal(egdb_verify_slice(&verifier, material, &proof, &err), 0);
    assert_int_equal(proof.wrong, 1);
    assert_int_equal(egdb_index_of(&table->index, &proof.first), at);
    assert_int_equal(proof.says.plies, 7);
    assert_int_equal(proof.is.plies, 5);
    table->plies[at] = 5;
    egdb_table_set(table, at, EGDB_DRAW);
    assert_int_equal(egdb_verify_slice(&verifier, material, &proof, &err), 0);
    assert_int_equal(proof.wrong, 1);
    assert_int_equal(proof.says.value, EGDB_DRAW);
    assert_int_equal(proof.is.value, EGDB_WIN);
    egdb_table_set(table, at, EGDB_WIN);
    assert_int_equal(egdb_verify_slice(&verifier, material, &proof, &err), 0);
    assert_int_equal(proof.wrong, 0);
    egdb_tables_fini(tables);
    free(tables);
}

/* @return the highest number below `end` that a position has */
static uint64_t position_below(const struct egdb_table *table, uint64_t end)
{
    struct egdb_sets sets;
    struct egdb_cursor cursor;
    struct position pos;
    assert_int_equal(egdb_sets_init(&table->index, &sets), 0);
    do
        egdb_cursor_set(&cursor, &table->index, &sets, --end);
    while (!egdb_cursor_position(&cursor, &pos));
    egdb_sets_fini(&sets);
    return end;
}

static void add_up(void *ctx, uint64_t positions)
{
    atomic_fetch_add((_Atomic uint64_t *)ctx, positions);
}

/* A slice that threads share in pieces is verified to its end; the first wrong value is named. */
static void a_large_slice_is_verified_whole(void **state)
{
    (void)state;
    struct egdb_tables *tables = malloc(sizeof *tables);
    _Atomic uint64_t done = 0;
    struct egdb_verifier verifier = {
        .tables = tables, .threads = 3, .progress = add_up, .ctx = &done};
    const struct egdb_material material = {0, 2, 0, 1};
    struct egdb_proof proof, sampled;
    struct err err = {0};
    assert_non_null(tables);
    egdb_tables_init(rules_international, tables);
    assert_int_equal(solve_slices(tables, 3, 1, &err), 0);
    struct egdb_table *table = tables->table[egdb_material_code(material)];
    const uint64_t size = table->index.size;
    assert_int_equal(egdb_verify_slice(&verifier, material, &proof, &err), 0);
    assert_int_equal(proof.wrong, 0);
    assert_int_equal(proof.positions, 50 * (49 * 48 / 2));
    assert_true(size > 1 << 15); /* more than a piece */
    assert_int_equal(done, size);
    verifier.sample = 10;
    assert_int_equal(egdb_verify_slice(&verifier, material, &sampled, &err), 0);
    assert_true(sampled.positions > size / 12 && sampled.positions < size / 8);
    verifier.sample = 0;
    const uint64_t late = position_below(table, size), early = position_below(table, 1 << 15);
    const enum egdb_value at_late = egdb_table_value(table, late),
                          at_early = egdb_table_value(table, early);
    egdb_table_set(table, late, egdb_value_turned(at_late) == at_late ? EGDB_WIN : EGDB_DRAW);
    assert_int_equal(egdb_verify_slice(&verifier, material, &proof, &err), 0);
    assert_int_equal(proof.wrong, 1);
    assert_int_equal(egdb_index_of(&table->index, &proof.first), late);
    egdb_table_set(table, early, egdb_value_turned(at_early) == at_early ? EGDB_WIN : EGDB_DRAW);
    assert_int_equal(egdb_verify_slice(&verifier, material, &proof, &err), 0);
    assert_int_equal(proof.wrong, 2);
    assert_int_equal(egdb_index_of(&table->index, &proof.first), early);
    egdb_tables_fini(tables);
    free(tables);
}

/* Without distances on one side of a choice none is claimed. */
static void distances_are_claimed_only_where_all_have_them(void **state)
{
    static const struct {
        struct egdb_answer best, after, is;
    } cases[] = {
        /* wins: the sooner one; `after` is of the other side */
        {{EGDB_WIN, true, 5}, {EGDB_LOSS, true, 2}, {EGDB_WIN, true, 3}},
        {{EGDB_WIN, true, 5}, {EGDB_LOSS, true, 6}, {EGDB_WIN, true, 5}},
        {{EGDB_WIN, true, 5}, {EGDB_LOSS, false, 0}, {EGDB_WIN, false, 1}},
        {{EGDB_WIN, false, 5}, {EGDB_LOSS, true, 6}, {EGDB_WIN, false, 5}},
        /* losses: the later one */
        {{EGDB_LOSS, true, 4}, {EGDB_WIN, true, 5}, {EGDB_LOSS, true, 6}},
        {{EGDB_LOSS, true, 4}, {EGDB_WIN, true, 1}, {EGDB_LOSS, true, 4}},
        {{EGDB_LOSS, true, 4}, {EGDB_LOSS, true, 8}, {EGDB_WIN, true, 9}},
        {{EGDB_WIN, true, 4}, {EGDB_DRAW, true, 0}, {EGDB_WIN, true, 4}},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct egdb_answer best = cases[i].best;
        assert_true(egdb_value_improve(&best, &cases[i].after));
        assert_int_equal(best.value, cases[i].is.value);
        assert_int_equal(best.has_plies, cases[i].is.has_plies);
        assert_int_equal(best.plies, cases[i].is.plies);
    }
}

/* The best move comes first, whatever the order of the moves. */
static void choices_are_sorted(void **state)
{
    static const char *const fens[] = {"W:WK28,K31:B3", "W:WK1:BK50,45", "B:WK1,K7:BK36",
                                       "W:WK46,32:BK4", "B:W31,K40:BK2", "W:WK28,31:B3"};
    struct egdb *egdb;
    (void)state;
    assert_int_equal(egdb_open(rules_international, NULL, &egdb, NULL), 0);
    for (size_t i = 0; i < ARRAY_LEN(fens); i++) {
        struct position pos;
        struct egdb_choice *choice;
        struct egdb_answer answer;
        assert_int_equal(
            fen_read(rules_international, text_of(fens[i]), (struct src_pos){0}, &pos, NULL, NULL),
            0);
        const int n = egdb_choices(egdb, rules_international, &pos, &choice);
        assert_true(n > 0);
        egdb_resolve(egdb, &pos, &answer);
        assert_int_equal(choice[0].answer.value, answer.value);
        if (answer.value != EGDB_DRAW)
            assert_int_equal(choice[0].answer.plies, answer.plies);
        for (int k = 1; k < n; k++) {
            const struct egdb_answer *a = &choice[k - 1].answer, *b = &choice[k].answer;
            assert_true(a->value >= b->value);
            if (a->value == b->value && a->value == EGDB_WIN)
                assert_true(a->plies <= b->plies);
            if (a->value == b->value && a->value == EGDB_LOSS)
                assert_true(a->plies >= b->plies);
            if (a->value == b->value && (a->value == EGDB_DRAW || a->plies == b->plies))
                assert_true(choice[k - 1].number < choice[k].number);
        }
        free(choice);
    }
    egdb_close(egdb);
}

/* Wins are played to their ends, or until the draw rules come first. */
static const struct play_out_row {
    const char *name, *variant, *fen, *draws;
    unsigned tries;
    enum egdb_outcome outcome;
    int plies; /* -1: as many as the database says */
} play_out_rows[] = {
    {"a win", "international", "W:WK28:B3", "none", 1000, EGDB_OUTCOME_WON, 5},
    {"a win beyond the limit", "international", "W:WK28:B3", "none,limit=1", 1000,
     EGDB_OUTCOME_DRAWN, 2},
    {"a loss", "international", "W:WK46:BK5", "none", 1000, EGDB_OUTCOME_WON, 2},
    {"a draw", "international", "W:WK46:BK4", "none", 1000, EGDB_OUTCOME_UNKNOWN, -1},
    /* 9-4 wins in 17 as well, but crowns at once: the 7 moves of two kings against one begin */
    {"the second of two quickest wins", "frisian", "W:WK8,9:BK32", "frisian", 1000,
     EGDB_OUTCOME_WON, -1},
    {"the first of two quickest wins", "frisian", "W:WK8,9:BK32", "frisian", 0, EGDB_OUTCOME_DRAWN,
     15},
    {"after the second of two", "frisian", "B:W9,K17:BK32", "frisian", 1000, EGDB_OUTCOME_WON, -1},
    {"after the first of two", "frisian", "B:WK4,K8:BK32", "frisian", 1000, EGDB_OUTCOME_DRAWN, 14},
    {"drawn before the first move", "frisian", "W:WK10:BK5", "frisian", 1000, EGDB_OUTCOME_DRAWN,
     0},
    {"drawn after a capture", "frisian", "B:WK10,K19:BK14", "frisian", 1000, EGDB_OUTCOME_DRAWN, 1},
    {"the same by other rules", "frisian", "W:WK10:BK5", "lidraughts", 1000, EGDB_OUTCOME_WON, 3},
};

/* The endings of a variant, which the next row finds solved: under a sanitizer that takes a while. */
static struct egdb *solved_for(const struct rules *rules)
{
    static const struct rules *last;
    static struct egdb *egdb;
    if (last != rules) {
        egdb_close(egdb);
        assert_int_equal(egdb_open(rules, NULL, &egdb, NULL), 0);
        last = rules;
    }
    return egdb;
}

static void win_is_played_out(void **state)
{
    const struct play_out_row *row = *state;
    const struct rules *rules = rules_named(row->variant);
    struct egdb *egdb = solved_for(rules);
    struct position pos;
    struct egdb_answer answer;
    unsigned plies;
    assert_int_equal(fen_read(rules, text_of(row->fen), (struct src_pos){0}, &pos, NULL, NULL), 0);
    egdb_resolve(egdb, &pos, &answer);
    struct history *history =
        history_open(rules, draw_profile_find(rules, text_of(row->draws), NULL));
    history_start(history, &pos);
    assert_int_equal(egdb_play_out(egdb, rules, &pos, row->tries, history, &plies), row->outcome);
    assert_int_equal(plies, history_plies(history));
    assert_int_equal(plies, row->plies < 0 ? answer.plies : (unsigned)row->plies);
    history_close(history);
}

/* Where successors have no distances, values are compared alone. */
static void distances_may_be_missing(void **state)
{
    (void)state;
    struct egdb_tables *tables = malloc(sizeof *tables);
    const struct egdb_verifier verifier = {.tables = tables, .threads = 1};
    const struct egdb_material men = {1, 0, 1, 0}, crowned = {1, 0, 0, 1};
    struct egdb_proof proof;
    struct err err = {0};
    assert_non_null(tables);
    egdb_tables_init(rules_international, tables);
    assert_int_equal(solve_slices(tables, 2, 1, &err), 0);
    struct egdb_table *table = tables->table[egdb_material_code(crowned)];
    free(table->plies);
    table->plies = NULL;
    assert_int_equal(egdb_verify_slice(&verifier, men, &proof, &err), 0);
    assert_int_equal(proof.wrong, 0);
    assert_int_equal(proof.positions, 1985);
    egdb_tables_fini(tables);
    free(tables);
}

/* Nothing is guessed where a slice is missing. */
static void a_missing_slice_is_an_error(void **state)
{
    (void)state;
    struct egdb_tables *tables = malloc(sizeof *tables);
    struct egdb_solution solution = {0};
    struct egdb_proof proof;
    struct err err = {0}, other = {0};
    const struct egdb_material two = {0, 2, 0, 1};
    assert_non_null(tables);
    egdb_tables_init(rules_international, tables);
    const struct egdb_solver solver = {.tables = tables, .threads = 1};
    const struct egdb_verifier verifier = {.tables = tables, .threads = 1};
    assert_int_equal(egdb_solve(&solver, two, &solution, &err), -1);
    assert_non_null(strstr(err.msg, "KKvK: a slice that it depends on is missing"));
    egdb_solution_fini(&solution);
    assert_int_equal(egdb_verify_slice(&verifier, two, &proof, &other), -1);
    assert_non_null(strstr(other.msg, "KKvK is missing"));
    egdb_tables_fini(tables);
    free(tables);
}

static void stopping(void **state)
{
    (void)state;
    struct egdb_tables *tables = malloc(sizeof *tables);
    struct egdb_solution solution = {0};
    struct err err = {0};
    atomic_bool stop = true;
    assert_non_null(tables);
    egdb_tables_init(rules_international, tables);
    const struct egdb_solver solver = {.tables = tables, .threads = 2, .stop = &stop};
    assert_int_equal(egdb_solve(&solver, (struct egdb_material){0, 1, 0, 1}, &solution, &err), 1);
    egdb_solution_fini(&solution);
    egdb_tables_fini(tables);
    free(tables);
}

int main(void)
{
    ROWS_SINGLE(counts);
    ROWS_SINGLE(published_counts);
    ROWS_SINGLE(threads_change_nothing);
    ROWS_SINGLE(a_wrong_value_is_found);
    ROWS_SINGLE(a_large_slice_is_verified_whole);
    ROWS_SINGLE(distances_are_claimed_only_where_all_have_them);
    ROWS_SINGLE(choices_are_sorted);
    ROWS_SINGLE(distances_may_be_missing);
    ROWS_SINGLE(a_missing_slice_is_an_error);
    ROWS_SINGLE(stopping);
    for (size_t i = 0; i < ARRAY_LEN(play_out_rows); i++)
        rows_add("played out", play_out_rows[i].name, win_is_played_out, &play_out_rows[i]);
    return rows_run("egdb-solve");
}
