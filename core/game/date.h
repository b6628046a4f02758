// SPDX-License-Identifier: MIT
/*
 * Dates as people write them, whole or in part.
 * Source: PDN 3.0, "Date": YYYY.MM.DD with question marks for unknown digits.
 */
#ifndef DAMA_CORE_GAME_DATE_H
#define DAMA_CORE_GAME_DATE_H

#include "core/base/text.h"

enum { DATE_SIZE = 11 }; /* "1972.05.01" and its NUL */

/** A date of which nothing is known, as PDN writes it: ????.??.?? */
extern const char date_unknown[DATE_SIZE];

/** A value; 0 is an unknown part. A part is known only if those before it are: year, month, day. */
struct date {
    unsigned year, month, day;
};

enum date_form {
    DATE_NONE,      /* not a date, or a span: 2007/2008, 1985.05/06 */
    DATE_CANONICAL, /* as PDN writes it; "????.??.??" too */
    DATE_OTHER,     /* another form, unambiguous: 2008-12-14, 1.1.1965, 1950, "12 mei 1985",
                       "2026-04-27 15:53:12" */
    DATE_GUESSED,   /* another form, ambiguous: 05/04/1990 (read day first), 12-5-85 (read 1985),
                       2007/08 (read August, but it may be a season) */
};

/**
 * Reads a date; a time of day after a complete one is ignored.
 * @param out filled unless DATE_NONE is returned
 */
enum date_form date_read(struct text t, struct date *out);

/**
 * Reads a DATE_GUESSED the other way: 03.07.29 with the year first, 05/04/1990 with the month
 * first.
 * @return false if only one reading is a date
 */
bool date_read_otherwise(struct text t, struct date *out);

/**
 * Reads only the part of a date on which all its readings agree, for callers that act on it: of a
 * DATE_GUESSED only the year, and not even that if it has two digits, as in 12-5-85.
 * @return whether it is a date, though perhaps with nothing known
 */
bool date_read_known(struct text t, struct date *out);

/**
 * As date_read_known; of what is no date the year, if it is the only one and has four digits: "ca. 1985",
 * 1985.05.12-1985.05.19.
 */
bool date_read_roughly(struct text t, struct date *out);

/**
 * Finds the year of two digits in a date that only lacks its century, such as 25/7/73; the year of
 * 01.02.03 may be first or last.
 * @return its first digit, within `t`; NULL: there is none
 */
const char *date_short_year(struct text t);

/** Writes a date as PDN does, with a NUL. */
void date_write(struct date date, char buf[DATE_SIZE]);

/**
 * Compares the parts of dates that are known in `b`: 1972.05.01 is equal to 1972.
 * @param order set to below, equal to or above 0, as `a` is before, equal to or after `b`
 * @return false if one of those parts is unknown in `a`
 */
bool date_compare(struct date a, struct date b, int *order);

/** Whether the same parts of both dates are known, and equal. */
static inline bool date_same(struct date a, struct date b)
{
    return a.year == b.year && a.month == b.month && a.day == b.day;
}

/** Whether `more` is the same date as `less`, with more parts known. */
bool date_completes(struct date more, struct date less);

#endif
