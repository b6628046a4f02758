// SPDX-License-Identifier: MIT
/*
 * What threads share while they search: the table, the marks of what is being searched, and
 * split points.
 */
#include "core/engine/deferral.h"
#include "core/engine/split-points.h"
#include "core/engine/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void table_keeps(void **state)
{
    (void)state;
    struct table table;
    struct err err = {0};
    struct table_hit in = {.move = 0x8123, .score = -1234, .depth = 12, .bound = BOUND_EXACT};
    struct table_hit out;
    assert_int_equal(table_open(&table, TABLE_MIN, &err), 0);
    assert_false(table_probe(&table, 77, &out));
    table_store(&table, 77, &in);
    assert_true(table_probe(&table, 77, &out));
    assert_int_equal(out.move, in.move);
    assert_int_equal(out.score, in.score);
    assert_int_equal(out.depth, in.depth);
    assert_int_equal(out.bound, in.bound);
    in.move = TABLE_NO_MOVE; /* a bound that knows no move keeps the old one */
    in.score = 9;
    table_store(&table, 77, &in);
    assert_true(table_probe(&table, 77, &out));
    assert_int_equal(out.move, 0x8123);
    assert_int_equal(out.score, 9);
    table_clear(&table);
    assert_false(table_probe(&table, 77, &out));
    table_close(&table);
}

static void table_replaces(void **state)
{
    (void)state;
    struct table table;
    struct err err = {0};
    struct table_hit hit = {.bound = BOUND_LOWER};
    assert_int_equal(table_open(&table, TABLE_MIN, &err), 0);
    /* all in the first bucket; the shallowest gives way */
    for (uint64_t key = 1; key <= 5; key++) {
        hit.depth = (int8_t)(key == 3 ? 1 : 10);
        table_store(&table, key, &hit);
    }
    assert_false(table_probe(&table, 3, &hit));
    for (uint64_t key = 1; key <= 5; key++)
        assert_true(key == 3 || table_probe(&table, key, &hit));
    for (unsigned i = 0; i < 3; i++)
        table_next_age(&table);
    hit.depth = 2;
    hit.bound = BOUND_LOWER;
    table_store(&table, 6, &hit); /* younger, so it finds a place among deeper ones */
    assert_true(table_probe(&table, 6, &hit));
    table_close(&table);
}

/* Also in memory that another one has used. */
static void new_table_is_empty(void **state)
{
    const struct table_hit in = {.bound = BOUND_EXACT};
    struct table_hit out;
    struct table table;
    struct err err = {0};
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(table_open(&table, TABLE_MIN, &err), 0);
        for (uint64_t key = 1; key <= 1000; key++) {
            assert_false(table_probe(&table, key << 50 | key, &out));
            table_store(&table, key << 50 | key, &in);
        }
        table_close(&table);
    }
}

static void table_size(void **state)
{
    (void)state;
    struct table table;
    struct err small = {0}, large = {0};
    assert_int_equal(table_open(&table, TABLE_MIN - 1, &small), -1);
    assert_non_null(strstr(small.msg, "too small"));
    assert_int_equal(table_open(&table, SIZE_MAX, &large), -1);
    assert_non_null(strstr(large.msg, "larger than memory"));
}

static void deferrals_are_counted(void **state)
{
    (void)state;
    struct deferral *deferral = calloc(1, sizeof *deferral);
    uint64_t key = 0x123456789abcdef0;
    assert_non_null(deferral);
    assert_false(deferral_has(deferral, key));
    deferral_begin(deferral, key);
    deferral_begin(deferral, key); /* two threads */
    deferral_end(deferral, key);
    assert_true(deferral_has(deferral, key));
    deferral_end(deferral, key);
    assert_false(deferral_has(deferral, key));
    for (unsigned i = 1; i <= DEFERRAL_WAYS + 1;
         i++) /* one too many for the set: it is not marked */
        deferral_begin(deferral, i);
    assert_true(deferral_has(deferral, DEFERRAL_WAYS));
    assert_false(deferral_has(deferral, DEFERRAL_WAYS + 1));
    deferral_end(deferral, DEFERRAL_WAYS + 1);
    assert_true(deferral_has(deferral, 1));
    free(deferral);
}

static void split_points_meet(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    struct split_points *split = calloc(THREADS, sizeof *split);
    assert_non_null(split);
    for (unsigned i = 0; i < THREADS; i++)
        split_points_clear(&split[i]);
    assert_false(split_points_was_settled(&split[0]));
    split_points_enter(&split[0], 3, 33);
    split_points_enter(&split[0], 5, 55);
    split_points_enter(&split[1], 4, 55);
    split_points_enter(&split[2], 5, 55);
    split_points_leave(&split[2], 5);

    split_points_settle(split, THREADS, 5, 55);
    assert_true(split_points_was_settled(&split[0]));
    assert_false(split_points_was_settled(&split[1])); /* at another ply */
    assert_false(split_points_was_settled(&split[2])); /* not there any more */
    split_points_settle(split, THREADS, 3, 33);        /* nearer to the root: more is saved */
    split_points_settle(split, THREADS, 5, 55);
    assert_int_equal(split_points_take(&split[0]), 3);
    assert_false(split_points_was_settled(&split[0]));
    assert_int_equal(split_points_take(&split[0]), SPLIT_POINTS_NONE);
    free(split);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_keeps),           cmocka_unit_test(table_replaces),
        cmocka_unit_test(new_table_is_empty),    cmocka_unit_test(table_size),
        cmocka_unit_test(deferrals_are_counted), cmocka_unit_test(split_points_meet),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
