// SPDX-License-Identifier: MIT
#include "core/base/until.h"

#include <stdbool.h>
#include <stdio.h>

static bool is_possible(int hour, int minute)
{
    return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59;
}

/** @return seconds since 1970; -1: there is no such day (mktime would take another one for it) */
static time_t on_date(struct tm tm, int year, int month, int day)
{
    tm.tm_year = year - 1900;
    tm.tm_mon = month - 1;
    tm.tm_mday = day;
    const time_t time = mktime(&tm);
    return tm.tm_mon == month - 1 && tm.tm_mday == day ? time : -1;
}

/** @return seconds since 1970; -1: not a time */
static time_t read_time(const char *text, time_t now)
{
    struct tm tm;
    int year, month, day, hour, minute, end = 0;
    tzset(); /* localtime_r need not do it, mktime does */
    localtime_r(&now, &tm);
    bool dated =
        sscanf(text, "%4d-%2d-%2dT%2d:%2d%n", &year, &month, &day, &hour, &minute, &end) == 5;
    if ((!dated && sscanf(text, "%2d:%2d%n", &hour, &minute, &end) != 2) || !end || text[end]
        || !is_possible(hour, minute))
        return -1;
    bool tomorrow = hour < tm.tm_hour || (hour == tm.tm_hour && minute <= tm.tm_min);
    tm.tm_hour = hour;
    tm.tm_min = minute;
    tm.tm_sec = 0;
    tm.tm_isdst = -1;
    if (dated)
        return on_date(tm, year, month, day);
    tm.tm_mday += tomorrow; /* mktime turns the 32nd into the first */
    return mktime(&tm);
}

int until_read(const char *text, time_t now, time_t *until, struct err *err)
{
    const time_t time = read_time(text, now);
    if (time < 0)
        return err_plain(err, "expected a time such as 07:30 or 2026-05-01T07:30, found '%.40s'",
                         text);
    *until = time;
    return 0;
}
