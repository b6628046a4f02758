// SPDX-License-Identifier: MIT
/* Slices solved, and proved with the move generator. */
#include "core/egdb/build.h"
#include "core/egdb/verify.h"
#include "tests/lib/given.h"

#include <stdlib.h>
#include <string.h>

/** The material of that name among those with two and three pieces. */
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
    assert_int_equal(egdb_solve_all(tables, 3, 1, &err), 0);
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
    assert_int_equal(egdb_solve_all(tables, 3, 1, &err), 0);
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

/** Three threads come to what one does. */
static void threads_change_nothing(void **state)
{
    (void)state;
    struct egdb_tables *tables = malloc(sizeof *tables);
    const struct egdb_material material = {1, 1, 0, 1};
    struct egdb_solution one = {0}, three = {0};
    struct err err = {0};
    assert_non_null(tables);
    egdb_tables_init(rules_named("frisian"), tables);
    assert_int_equal(egdb_solve_all(tables, 2, 1, &err), 0);
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

/** A single wrong value, or a wrong distance, does not pass. */
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
    assert_int_equal(egdb_solve_all(tables, 2, 1, &err), 0);
    struct egdb_table *table = tables->table[egdb_material_code(material)];
    while (egdb_table_value(table, at) != EGDB_WIN || table->plies[at] != 5)
        at++;
    table->plies[at] = 7;
    assert_int_equal(egdb_verify_slice(&verifier, material, &proof, &err), 0);
    assert_true(proof.wrong > 0);
    table->plies[at] = 5;
    egdb_table_set(table, at, EGDB_DRAW);
    assert_int_equal(egdb_verify_slice(&verifier, material, &proof, &err), 0);
    assert_true(proof.wrong > 0);
    egdb_table_set(table, at, EGDB_WIN);
    assert_int_equal(egdb_verify_slice(&verifier, material, &proof, &err), 0);
    assert_int_equal(proof.wrong, 0);
    egdb_tables_fini(tables);
    free(tables);
}

/** Where successors have no distances, values are compared alone. */
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
    assert_int_equal(egdb_solve_all(tables, 2, 1, &err), 0);
    struct egdb_table *table = tables->table[egdb_material_code(crowned)];
    free(table->plies);
    table->plies = NULL;
    assert_int_equal(egdb_verify_slice(&verifier, men, &proof, &err), 0);
    assert_int_equal(proof.wrong, 0);
    assert_int_equal(proof.positions, 1985);
    egdb_tables_fini(tables);
    free(tables);
}

/** Nothing is guessed where a slice is missing. */
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(published_counts),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_wrong_value_is_found),
        cmocka_unit_test(distances_may_be_missing),
        cmocka_unit_test(a_missing_slice_is_an_error),
        cmocka_unit_test(stopping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
