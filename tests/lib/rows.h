// SPDX-License-Identifier: MIT
/*
 * Tests made of rows: each row of a table is a test of its own, with a name.
 *
 *     for (size_t i = 0; i < ARRAY_LEN(shots); i++)
 *         rows_add("shot", shots[i].name, finds_shot, &shots[i]);
 *     return rows_run("engine");
 */
#ifndef DAMA_TESTS_LIB_ROWS_H
#define DAMA_TESTS_LIB_ROWS_H

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { ROWS_MAX = 400 };

static struct CMUnitTest rows_tests[ROWS_MAX];
static char rows_names[ROWS_MAX][200];
static unsigned rows_n;

/** @param row NULL: the test has no rows */
static inline void rows_add(const char *name, const char *row, CMUnitTestFunction function,
                            const void *state)
{
    assert(rows_n < ROWS_MAX);
    snprintf(rows_names[rows_n], sizeof rows_names[rows_n], "%.120s%s%.70s", name, row ? ": " : "",
             row ? row : "");
    rows_tests[rows_n] =
        (struct CMUnitTest){rows_names[rows_n], function, NULL, NULL, (void *)state};
    rows_n++;
}

/** Adds a test for each row of a table, named by a field; its state is the index of the row. */
#define ROWS_BY_INDEX(table, field, test)                                    \
 do {                                                                        \
  for (size_t row_ = 0; row_ < sizeof(table) / sizeof *(table); row_++)      \
   rows_add((table)[row_].field, NULL, test, (const void *)(uintptr_t)row_); \
 } while (0)

/** As ROWS_BY_INDEX; the state is the address of the row. */
#define ROWS_BY_ADDRESS(table, field, test)                             \
 do {                                                                   \
  for (size_t row_ = 0; row_ < sizeof(table) / sizeof *(table); row_++) \
   rows_add((table)[row_].field, NULL, test, &(table)[row_]);           \
 } while (0)

/** Adds the tests of a list, each with what is to be done before and after it. */
static inline void rows_add_list(const struct CMUnitTest *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        rows_add(list[i].name, NULL, list[i].test_func, list[i].initial_state);
        rows_tests[rows_n - 1].setup_func = list[i].setup_func;
        rows_tests[rows_n - 1].teardown_func = list[i].teardown_func;
    }
}

/** The same, for an array. */
#define ROWS_LIST(list) rows_add_list(list, sizeof(list) / sizeof *(list))

/** Adds a test that is named by its function. */
#define ROWS_SINGLE(test) rows_add(#test, NULL, test, NULL)

/** As rows_run; `before` and `after` run once, before and after all tests. */
static inline int rows_run_within(const char *group, CMFixtureFunction before,
                                  CMFixtureFunction after)
{
    return _cmocka_run_group_tests(group, rows_tests, rows_n, before, after);
}

/** For main. @param group of the tests, in what is printed */
static inline int rows_run(const char *group) { return rows_run_within(group, NULL, NULL); }

#endif
