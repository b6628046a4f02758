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

static struct CMUnitTest rows[ROWS_MAX];
static char row_names[ROWS_MAX][120];
static unsigned n_rows;

/** @param row NULL: the test has no rows */
static inline void rows_add(const char *name, const char *row, CMUnitTestFunction function,
                            const void *state)
{
    assert(n_rows < ROWS_MAX);
    snprintf(row_names[n_rows], sizeof row_names[n_rows], "%s%s%s", name, row ? ": " : "",
             row ? row : "");
    rows[n_rows] = (struct CMUnitTest){row_names[n_rows], function, NULL, NULL, (void *)state};
    n_rows++;
}

/** For main. @param group of the tests, in what is printed */
static inline int rows_run(const char *group)
{
    return _cmocka_run_group_tests(group, rows, n_rows, NULL, NULL);
}

#endif
