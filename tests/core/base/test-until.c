// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/until.h"
#include "tests/lib/rows.h"

#include <stdlib.h>
#include <string.h>

/* Seconds since 1970 are those of UTC. */
enum { MORNING = 1795327200 /* 2026-11-22 06:00 */, DAY = 24 * 3600 };
#define NEW_YEARS_EVE (MORNING + 39 * (time_t)DAY)

static const struct row {
    const char *name, *text;
    time_t now, until; /* -1: not a time */
} rows_of_times[] = {
    {"later today", "07:30", MORNING, MORNING + 5400},
    {"without a leading zero", "7:30", MORNING, MORNING + 5400},
    {"now is tomorrow", "06:00", MORNING, MORNING + DAY},
    {"earlier is tomorrow", "05:59", MORNING, MORNING + DAY - 60},
    {"tomorrow is next year", "00:00", NEW_YEARS_EVE, NEW_YEARS_EVE + (time_t)18 * 3600},
    {"a date", "2026-11-24T06:00", MORNING, MORNING + (time_t)2 * DAY},
    {"a date that has passed", "2026-11-21T06:00", MORNING, MORNING - DAY},
    {"no such hour", "24:00", MORNING, -1},
    {"no such minute", "07:60", MORNING, -1},
    {"no such month", "2026-13-01T00:00", MORNING, -1},
    {"no such day", "2026-01-32T00:00", MORNING, -1},
    {"no such day in its month", "2027-02-29T07:30", MORNING, -1},
    {"a leap day", "2028-02-29T06:00", MORNING, MORNING + (time_t)464 * DAY},
    {"no time", "2026-01-01", MORNING, -1},
    {"more than a time", "07:30 sharp", MORNING, -1},
    {"nothing", "", MORNING, -1},
};

static void is_read(void **state)
{
    const struct row *row = *state;
    time_t until = -1;
    struct err err = {0};
    if (row->until >= 0) {
        assert_int_equal(until_read(row->text, row->now, &until, &err), 0);
        assert_int_equal(until, row->until);
    } else {
        assert_int_equal(until_read(row->text, row->now, &until, &err), -1);
        assert_non_null(strstr(err.msg, "expected a time"));
    }
}

int main(void)
{
    setenv("TZ", "UTC0", 1);
    tzset();
    for (size_t i = 0; i < ARRAY_LEN(rows_of_times); i++)
        rows_add("until_read", rows_of_times[i].name, is_read, &rows_of_times[i]);
    return rows_run("until");
}
