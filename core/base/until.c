// SPDX-License-Identifier: MIT
#include "core/base/until.h"

#include <stdbool.h>
#include <stdio.h>

static bool is_possible(int hour, int minute)
{
    return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59;
}

/*
 * The first moment after `after` at which a clock shows a time: when summer time ends, an hour
 * comes twice. When it begins, an hour is skipped; what such a time means is left to mktime.
 * @return seconds since 1970; -1: none
 */
static time_t first_moment(const struct tm *shown, time_t after)
{
    time_t first = -1;
    for (int summer = -1; summer <= 1; summer++) {
        struct tm tm = *shown;
        tm.tm_isdst = summer;
        const time_t time = mktime(&tm);
        const bool shows_it = tm.tm_hour == shown->tm_hour && tm.tm_min == shown->tm_min;
        if (time > after && (summer < 0 || shows_it) && (first < 0 || time < first))
            first = time;
    }
    return first;
}

static int minute_of(const struct tm *tm) { return 60 * tm->tm_hour + tm->tm_min; }

/*
 * The next moment at which a clock shows the time in `today`; if the clock skips that time today,
 * the moment that mktime gives instead.
 * @param shown what a clock shows now
 */
static time_t next_moment(struct tm today, const struct tm *shown, time_t now)
{
    const time_t moment = first_moment(&today, now);
    struct tm then;
    if (moment >= 0
        && (minute_of(shown) < minute_of(&today)
            || minute_of(localtime_r(&moment, &then)) == minute_of(&today)))
        return moment;
    today.tm_mday++; /* mktime turns the 32nd into the first */
    return first_moment(&today, now);
}

/* @return seconds since 1970; -1: there is no such day (mktime would take another one for it) */
static time_t on_date(struct tm tm, int year, int month, int day, time_t now)
{
    tm.tm_year = year - 1900;
    tm.tm_mon = month - 1;
    tm.tm_mday = day;
    struct tm taken = tm;
    taken.tm_isdst = -1;
    mktime(&taken);
    if (taken.tm_mon != month - 1 || taken.tm_mday != day)
        return -1;
    const time_t next = first_moment(&tm, now);
    return next >= 0 ? next : first_moment(&tm, 0);
}

/* @return seconds since 1970; -1: not a time */
static time_t read_time(const char *text, time_t now)
{
    struct tm tm;
    int year, month, day, hour, minute, end = 0;
    tzset(); /* localtime_r, unlike mktime, need not call it */
    localtime_r(&now, &tm);
    bool dated =
        sscanf(text, "%4d-%2d-%2dT%2d:%2d%n", &year, &month, &day, &hour, &minute, &end) == 5;
    if ((!dated && sscanf(text, "%2d:%2d%n", &hour, &minute, &end) != 2) || !end || text[end]
        || !is_possible(hour, minute))
        return -1;
    const struct tm shown = tm;
    tm.tm_hour = hour;
    tm.tm_min = minute;
    tm.tm_sec = 0;
    return dated ? on_date(tm, year, month, day, now) : next_moment(tm, &shown, now);
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
