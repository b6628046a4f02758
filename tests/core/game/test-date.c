// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/game/date.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *text;
    enum date_form form;
    const char *written;
} rows[] = {
    {"1972.05.01", DATE_CANONICAL, "1972.05.01"},
    {"1972.??.??", DATE_CANONICAL,
     "1972.?"
     "?.?"
     "?"},
    {"????.??.??", DATE_CANONICAL,
     "?"
     "?"
     "?"
     "?.?"
     "?.?"
     "?"},
    {"1972.??.05", DATE_CANONICAL,
     "1972.?"
     "?.?"
     "?"},
    {"1985.05.00", DATE_OTHER,
     "1985.05.?"
     "?"},
    {"1985.xx.xx", DATE_OTHER,
     "1985.?"
     "?.?"
     "?"},
    {"2008-12-14", DATE_OTHER, "2008.12.14"},
    {"2026-04-27 15:53:12", DATE_OTHER, "2026.04.27"},
    {"2026-04-27T15:53:12Z", DATE_OTHER, "2026.04.27"},
    {"2026-04-27T15:53:12.25+02:00", DATE_OTHER, "2026.04.27"},
    {"2026-04-27T15:53-0230", DATE_OTHER, "2026.04.27"},
    {"2026.04.27 15:53", DATE_OTHER, "2026.04.27"},
    {"27/04/2026 15:53", DATE_OTHER, "2026.04.27"},
    {"27/04/2026, 9:05", DATE_OTHER, "2026.04.27"},
    {"05/04/2026 15:53", DATE_GUESSED, "2026.04.05"},
    {"12 mei 1985 14:30", DATE_OTHER, "1985.05.12"},
    {"2026-04-27 25:53", DATE_NONE, NULL},
    {"2026-04-27 15:60", DATE_NONE, NULL},
    {"2026-04-27 15:53:12.", DATE_NONE, NULL},
    {"2026-04-27 15:53 and more", DATE_NONE, NULL},
    {"2026-04-2715:53", DATE_NONE, NULL},
    {"2026-04 15:53", DATE_NONE, NULL},
    {"1985 14:30", DATE_NONE, NULL},
    {"15:53", DATE_NONE, NULL},
    {":", DATE_NONE, NULL},
    {"1841-?"
     "?-?"
     "?",
     DATE_OTHER,
     "1841.?"
     "?.?"
     "?"},
    {"1950.", DATE_OTHER,
     "1950.?"
     "?.?"
     "?"},
    {"1950", DATE_OTHER,
     "1950.?"
     "?.?"
     "?"},
    {"1950.7", DATE_OTHER,
     "1950.07.?"
     "?"},
    {"1950-7", DATE_OTHER,
     "1950.07.?"
     "?"},
    {"2007/08", DATE_GUESSED,
     "2007.08.?"
     "?"},
    {"2001-02", DATE_GUESSED,
     "2001.02.?"
     "?"},
    {"1999/00", DATE_GUESSED,
     "1999.?"
     "?.?"
     "?"},
    {"1998/99", DATE_NONE, NULL},
    {"1985.05/06", DATE_NONE, NULL},
    {"1985-05/06", DATE_NONE, NULL},
    {"May 1985-1986", DATE_NONE, NULL},
    {"Dec 1985/1986", DATE_NONE, NULL},
    {"5-6 May", DATE_NONE, NULL},
    {"1.1.1965", DATE_OTHER, "1965.01.01"},
    {"05-06-1985", DATE_OTHER, "1985.06.05"},
    {"31-12-1999", DATE_OTHER, "1999.12.31"},
    {"12/31/1999", DATE_OTHER, "1999.12.31"},
    {"05/04/1990", DATE_GUESSED, "1990.04.05"},
    {"05/04/1990.", DATE_GUESSED, "1990.04.05"},
    {"1990.04.05,", DATE_OTHER, "1990.04.05"},
    {"12-5-85", DATE_GUESSED, "1985.05.12"},
    {"12-5-05", DATE_GUESSED, "2005.05.12"},
    {"12 mei 1985", DATE_OTHER, "1985.05.12"},
    {"maart 1985", DATE_OTHER,
     "1985.03.?"
     "?"},
    {"12 maaie 1985", DATE_OTHER, "1985.05.12"},
    {"12 marraskuu 1985", DATE_NONE, NULL},
    {"Marseille 1990", DATE_NONE, NULL},
    {"Sept. 1985", DATE_OTHER,
     "1985.09.?"
     "?"},
    {"3 d\xC3\xA9"
     "cembre 1985",
     DATE_OTHER, "1985.12.03"},
    {"3/4 1985", DATE_GUESSED, "1985.04.03"},
    {"May 12, 1985", DATE_OTHER, "1985.05.12"},
    {"3 ao\xC3\xBBt 1985", DATE_OTHER, "1985.08.03"},
    {"29.02.2000", DATE_OTHER, "2000.02.29"},
    {"1900.02.29", DATE_NONE, NULL},
    {"1972.13.01", DATE_NONE, NULL},
    {"1972.04.31", DATE_NONE, NULL},
    {"2007/2008", DATE_NONE, NULL},
    {"2004.10.27 - 2004.11.01", DATE_NONE, NULL},
    {"", DATE_NONE, NULL},
    {"yesterday", DATE_NONE, NULL},
    {"1 2 3 4", DATE_NONE, NULL},
    {"12345.01.01", DATE_NONE, NULL},
};

static void reads(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct date date;
        char buf[DATE_SIZE];
        enum date_form form = date_read(text_of(rows[i].text), &date);
        if (form != rows[i].form)
            fail_msg("\"%s\": form %d, expected %d", rows[i].text, form, rows[i].form);
        if (form == DATE_NONE)
            continue;
        date_write(date, buf);
        assert_string_equal(buf, rows[i].written);
        struct date again;
        assert_int_equal(date_read(text_of(buf), &again), DATE_CANONICAL);
        assert_memory_equal(&date, &again, sizeof date);
    }
}

static void keeps_what_all_readings_share(void **state)
{
    static const struct {
        const char *text;
        struct date known;
    } dates[] = {
        {"5/6/1985", {1985, 0, 0}},
        {"5/13/1985", {1985, 5, 13}},
        {"5/5/1985", {1985, 5, 5}},
        {"25/7/73", {0, 0, 0}},
        {"12-5-12", {0, 0, 0}},
        {"12-05-?"
         "?",
         {0, 0, 0}},
        {"7/25/73 10:00", {0, 0, 0}},
        {"12-5-85", {0, 0, 0}},
        {"01.02.03", {0, 0, 0}},
        {"2007/08", {2007, 0, 0}},
        {"05-06-1985", {1985, 6, 5}},
        {"1985.05.??", {1985, 5, 0}},
        {"3/4 1985", {1985, 0, 0}},
        {"5/6/1985 15:53", {1985, 0, 0}},
        {"2026-04-27T15:53:12Z", {2026, 4, 27}},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(dates); i++) {
        struct date date;
        assert_true(date_read_known(text_of(dates[i].text), &date));
        if (memcmp(&date, &dates[i].known, sizeof date) != 0)
            fail_msg("\"%s\": read as %u.%u.%u", dates[i].text, date.year, date.month, date.day);
    }
    struct date none;
    assert_false(date_read_known(text_of("2007/2008"), &none));
}

static void takes_the_year_of_what_is_no_date(void **state)
{
    static const struct {
        const char *text;
        unsigned year; /* 0: there is none */
    } years[] = {
        {"1985.13.05", 1985},
        {"1985?", 1985},
        {"ca. 1985", 1985},
        {"12e mei 1985", 1985},
        {"zondag 12 mei 1985", 1985},
        {"1985.05.12-1985.05.19", 1985},
        {"5/6/1985", 1985},
        {"1985.05.12", 1985},
        {"12-5-85", 0},
        {"2007/2008", 0},
        {"1998/99", 0},
        {"May 1985-1986", 0},
        {"19851", 0},
        {"1985.05.123", 0},
        {"0000", 0},
        {"yesterday", 0},
        {"", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof years / sizeof *years; i++) {
        struct date date;
        const bool is_known = date_read_roughly(text_of(years[i].text), &date) && date.year;
        if ((is_known ? date.year : 0) != years[i].year)
            fail_msg("\"%s\": read as %u", years[i].text, date.year);
    }
}

static void finds_years_that_lack_a_century(void **state)
{
    static const struct {
        const char *text;
        int at; /* -1: nowhere */
    } years[] = {
        {"25/7/73", 5},
        {" 12-5-85. ", 6},
        {"5/6/73 14:30", 4},
        {"12-5-12", 5},
        {"?"
         "?-?"
         "?-85",
         6},
        {"01.02.03", -1},
        {"5/6/1973", -1},
        {"1973.07.25", -1},
        {"2007/08", -1},
        {"12-05-?"
         "?",
         -1},
        {"31-31-73", -1},
        {"", -1},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(years); i++) {
        const char *s = years[i].text, *year = date_short_year(text_of(s));
        if ((year ? year - s : -1) != years[i].at)
            fail_msg("\"%s\": found \"%s\"", s, year ? year : "");
    }
}

static void compares_as_far_as_known(void **state)
{
    (void)state;
    int order;
    struct date may = {1972, 5, 1}, year = {1972, 0, 0}, next = {1973, 0, 0};
    assert_true(date_compare(may, year, &order) && order == 0);
    assert_false(date_compare(year, may, &order));
    assert_true(date_compare(next, may, &order) && order > 0);
    assert_true(date_compare(may, next, &order) && order < 0);
    assert_false(date_compare((struct date){0}, year, &order));
    assert_true(date_completes(may, year));
    assert_false(date_completes(year, may));
    assert_false(date_completes(may, may));
    assert_false(date_completes(may, next));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads),
        cmocka_unit_test(keeps_what_all_readings_share),
        cmocka_unit_test(takes_the_year_of_what_is_no_date),
        cmocka_unit_test(finds_years_that_lack_a_century),
        cmocka_unit_test(compares_as_far_as_known),
    };
    return cmocka_run_group_tests_name("date", tests, NULL, NULL);
}
