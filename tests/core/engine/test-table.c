// SPDX-License-Identifier: MIT
/* What threads share while they search: the table, the marks of what is being searched, their trails. */
#include "core/engine/busy.h"
#include "core/engine/table.h"
#include "core/engine/trail.h"

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

static void table_size(void **state)
{
    (void)state;
    struct table table;
    struct err small = {0}, large = {0};
    assert_int_equal(table_open(&table, TABLE_MIN - 1, &small), -1);
    assert_non_null(strstr(small.msg, "too small"));
    assert_int_equal(table_open(&table, (size_t)1 << 50, &large), -1);
    assert_non_null(strstr(large.msg, "larger than memory"));
}

static void busy_marks(void **state)
{
    (void)state;
    struct busy *busy = calloc(1, sizeof *busy);
    uint64_t key = 0x123456789abcdef0;
    assert_non_null(busy);
    assert_false(busy_is(busy, key));
    busy_enter(busy, key);
    busy_enter(busy, key); /* two threads */
    busy_leave(busy, key);
    assert_true(busy_is(busy, key));
    busy_leave(busy, key);
    assert_false(busy_is(busy, key));
    for (unsigned i = 1; i <= BUSY_WAYS + 1; i++) /* one too many for the set: it is not marked */
        busy_enter(busy, i);
    assert_true(busy_is(busy, BUSY_WAYS));
    assert_false(busy_is(busy, BUSY_WAYS + 1));
    busy_leave(busy, BUSY_WAYS + 1);
    assert_true(busy_is(busy, 1));
    free(busy);
}

static void trails_meet(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    struct trail *trail = calloc(THREADS, sizeof *trail);
    assert_non_null(trail);
    for (unsigned i = 0; i < THREADS; i++)
        trail_clear(&trail[i]);
    assert_false(trail_is_told(&trail[0]));
    trail_enter(&trail[0], 3, 33);
    trail_enter(&trail[0], 5, 55);
    trail_enter(&trail[1], 4, 55);
    trail_enter(&trail[2], 5, 55);
    trail_leave(&trail[2], 5);

    trail_settle(trail, THREADS, 5, 55);
    assert_true(trail_is_told(&trail[0]));
    assert_false(trail_is_told(&trail[1])); /* at another ply */
    assert_false(trail_is_told(&trail[2])); /* not there any more */
    trail_settle(trail, THREADS, 3, 33);    /* nearer to the root: more is saved */
    trail_settle(trail, THREADS, 5, 55);
    assert_int_equal(trail_take(&trail[0]), 3);
    assert_false(trail_is_told(&trail[0]));
    assert_int_equal(trail_take(&trail[0]), TRAIL_NONE);
    free(trail);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_keeps), cmocka_unit_test(table_replaces),
        cmocka_unit_test(table_size),  cmocka_unit_test(busy_marks),
        cmocka_unit_test(trails_meet),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
