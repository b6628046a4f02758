// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/until.h"
#include "tests/lib/rows.h"

#include <stdlib.h>
#include <string.h>

/* Seconds since 1970 are those of UTC. */
enum { MORNING = 1795327200 /* 2026-11-22 06:00 */, DAY = 24 * 3600 };
#define NEW_YEARS_EVE (MORNING + 39 * (time_t)DAY)
#define WINTER_BEGINS (MORNING - 28 * (time_t)DAY - (time_t)5 * 3600) /* 2026-10-25 01:00 */
#define SUMMER_BEGINS (WINTER_BEGINS - 210 * (time_t)DAY)             /* 2026-03-29 01:00 */
#define UTC           "UTC0"
#define AMSTERDAM     "CET-1CEST,M3.5.0,M10.5.0/3"

static const struct row {
    const char *name, *text;
    time_t now, until; /* -1: not a time */
    const char *zone;  /* as TZ */
} rows_of_times[] = {
    {"later today", "07:30", MORNING, MORNING + 5400, UTC},
    {"without a leading zero", "7:30", MORNING, MORNING + 5400, UTC},
    {"now is tomorrow", "06:00", MORNING, MORNING + DAY, UTC},
    {"earlier is tomorrow", "05:59", MORNING, MORNING + DAY - 60, UTC},
    {"tomorrow is next year", "00:00", NEW_YEARS_EVE, NEW_YEARS_EVE + (time_t)18 * 3600, UTC},
    {"a date", "2026-11-24T06:00", MORNING, MORNING + (time_t)2 * DAY, UTC},
    {"a date that has passed", "2026-11-21T06:00", MORNING, MORNING - DAY, UTC},
    {"no such hour", "24:00", MORNING, -1, UTC},
    {"no such minute", "07:60", MORNING, -1, UTC},
    {"no such month", "2026-13-01T00:00", MORNING, -1, UTC},
    {"no such day", "2026-01-32T00:00", MORNING, -1, UTC},
    {"no such day in its month", "2027-02-29T07:30", MORNING, -1, UTC},
    {"a leap day", "2028-02-29T06:00", MORNING, MORNING + (time_t)464 * DAY, UTC},
    {"no time", "2026-01-01", MORNING, -1, UTC},
    {"more than a time", "07:30 sharp", MORNING, -1, UTC},
    {"nothing", "", MORNING, -1, UTC},
    {"summer time", "08:30", MORNING - (time_t)100 * DAY, MORNING - (time_t)100 * DAY + 1800,
     AMSTERDAM},
    {"the first of two", "02:50", WINTER_BEGINS - 1200, WINTER_BEGINS - 600, AMSTERDAM},
    {"the second of two", "02:50", WINTER_BEGINS - 300, WINTER_BEGINS + 3000, AMSTERDAM},
    {"in the second hour", "02:50", WINTER_BEGINS + 2400, WINTER_BEGINS + 3000, AMSTERDAM},
    {"a date with two, after the first", "2026-10-25T02:50", WINTER_BEGINS - 300,
     WINTER_BEGINS + 3000, AMSTERDAM},
    {"a skipped time", "02:30", SUMMER_BEGINS + 300, SUMMER_BEGINS + DAY - 1800, AMSTERDAM},
    {"a date with two", "2026-10-25T02:50", MORNING, WINTER_BEGINS - 600, AMSTERDAM},
};

static void is_read(void **state)
{
    const struct row *row = *state;
    time_t until = -1;
    struct err err = {0};
    setenv("TZ", row->zone, 1);
    tzset();
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
    for (size_t i = 0; i < ARRAY_LEN(rows_of_times); i++)
        rows_add("until_read", rows_of_times[i].name, is_read, &rows_of_times[i]);
    return rows_run("until");
}
