// SPDX-License-Identifier: MIT
/* What is left of a deadline when both clocks run, stand still, or are set. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/deadline.h"
#include "tests/lib/rows.h"

#include <string.h>

enum { START = 5000, HOUR = 3600000 }; /* ms since the machine was started */
#define NIGHT INT64_C(1795327200000)   /* ms since 1970 */

static const struct row {
    const char *name;
    struct deadline deadline;
    int64_t ran, passed; /* ms since START and NIGHT: monotonic, and on the wall */
    int64_t left;
} rows[] = {
    {"none", {0}, HOUR, HOUR, INT64_MAX},
    {"a span", {.monotonic = START + HOUR}, 1000, 1000, HOUR - 1000},
    {"a span that is over", {.monotonic = START + HOUR}, HOUR, HOUR, 0},
    {"a span, the machine slept", {.monotonic = START + HOUR}, 1000, 2 * HOUR, HOUR - 1000},
    {"a span, the clock was set back", {.monotonic = START + HOUR}, HOUR, -HOUR, 0},
    {"a time", {.unix_ms = NIGHT + HOUR}, 1000, 1000, HOUR - 1000},
    {"a time that has come", {.unix_ms = NIGHT + HOUR}, HOUR, HOUR, 0},
    {"a time, the machine slept", {.unix_ms = NIGHT + HOUR}, 1000, HOUR - 1, 1},
    {"a time, the machine slept too long", {.unix_ms = NIGHT + HOUR}, 1000, HOUR + 1, -1},
    {"a time, the clock was set forward", {.unix_ms = NIGHT + HOUR}, 0, HOUR / 2, HOUR / 2},
    {"a time, the clock was set back", {.unix_ms = NIGHT + HOUR}, HOUR, HOUR / 2, HOUR / 2},
    {"both, the span ends first",
     {.monotonic = START + HOUR / 2, .unix_ms = NIGHT + HOUR},
     0,
     0,
     HOUR / 2},
    {"both, the machine slept",
     {.monotonic = START + HOUR / 2, .unix_ms = NIGHT + HOUR},
     0,
     HOUR - 1,
     1},
};

static void is_left(void **state)
{
    const struct row *row = *state;
    assert_int_equal(deadline_left_at(&row->deadline, START + row->ran, NIGHT + row->passed),
                     row->left);
    assert_int_equal(deadline_is_set(&row->deadline), row->left != INT64_MAX);
}

static void the_earlier_of_two_counts(void **state)
{
    struct deadline deadline = {0};
    (void)state;
    deadline_add_span(&deadline, START, HOUR);
    deadline_add_span(&deadline, START, 2 * HOUR);
    assert_int_equal(deadline.monotonic, START + HOUR);
    deadline_add_span(&deadline, START, 1000);
    assert_int_equal(deadline.monotonic, START + 1000);
    assert_int_equal(deadline.unix_ms, 0);
}

static void a_time_is_read(void **state)
{
    struct deadline deadline = {0};
    struct err err = {0};
    (void)state;
    assert_int_equal(deadline_add_time(&deadline, "noon", true, &err), -1);
    assert_non_null(strstr(err.msg, "expected a time"));
    assert_false(deadline_is_set(&deadline));
    err = (struct err){0};
    assert_int_equal(deadline_add_time(&deadline, "2001-02-03T04:05", false, &err), -1);
    assert_string_equal(err.msg, "2001-02-03T04:05 has already passed");
    assert_false(deadline_is_set(&deadline));
    assert_int_equal(deadline_add_time(&deadline, "2001-02-03T04:05", true, NULL), 0);
    assert_true(deadline_is_over(&deadline));
    deadline = (struct deadline){0};
    assert_int_equal(deadline_add_time(&deadline, "00:00", false, NULL), 0);
    assert_in_range(deadline_left(&deadline), 1, 25 * HOUR); /* 25: when summer time ends */
    assert_int_equal(deadline.unix_ms % 60000, 0);
    assert_int_equal(deadline.monotonic, 0);
}

static void what_is_brought_forward_stays_set(void **state)
{
    const struct deadline both = {.monotonic = START, .unix_ms = NIGHT};
    const struct deadline earlier = deadline_before(&both, 1000);
    const struct deadline over = deadline_before(&both, START);
    const struct deadline none = deadline_before(&(struct deadline){0}, 1000);
    (void)state;
    assert_int_equal(earlier.monotonic, START - 1000);
    assert_int_equal(earlier.unix_ms, NIGHT - 1000);
    assert_true(over.monotonic > 0);
    assert_true(deadline_is_over(&over));
    assert_false(deadline_is_set(&none));
}

/* The wait is monotonic and may sleep past the time. */
static void a_time_is_looked_at_often(void **state)
{
    const struct deadline none = {0}, span = {.monotonic = clock_ms() + HOUR},
                          time = {.unix_ms = clock_unix_ms() + HOUR};
    (void)state;
    assert_int_equal(deadline_next_check(&none), INT64_MAX);
    assert_in_range(span.monotonic - deadline_next_check(&span), 0, 5); /* two looks at the clock */
    assert_true(deadline_next_check(&time) <= clock_ms() + 1000);
}

int main(void)
{
    ROWS_BY_ADDRESS(rows, name, is_left);
    ROWS_SINGLE(the_earlier_of_two_counts);
    ROWS_SINGLE(a_time_is_read);
    ROWS_SINGLE(what_is_brought_forward_stays_set);
    ROWS_SINGLE(a_time_is_looked_at_often);
    return rows_run("deadline");
}
