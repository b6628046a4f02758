// SPDX-License-Identifier: MIT
#include "core/check/tag-value.h"

#include "core/base/ascii.h"
#include "core/game/date.h"

static bool unknown_value(struct text t) { return t.n == 0 || text_is(t, "?"); }

/*
 * Reads `n` digits or `n` question marks at s.
 * @return the number, -1 for question marks, -2 for anything else
 */
static int date_part(const char *s, unsigned n)
{
    int number = 0;
    unsigned digits = 0, marks = 0;
    for (unsigned i = 0; i < n; i++) {
        digits += ascii_is_digit(s[i]);
        marks += s[i] == '?';
        number = number * 10 + (s[i] - '0');
    }
    return digits == n ? number : marks == n ? -1 : -2;
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year < 0 || (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    return days[month - 1] + (month == 2 && leap);
}

/* @return a message if there is no such day; else NULL */
static const char *impossible_day(int year, int month, int day)
{
    if (month == 0 || month > 12)
        return MESSAGE_NO_SUCH_MONTH;
    if (day == 0 || day > 31)
        return MESSAGE_NO_SUCH_DAY;
    if (day > 0 && month < 0)
        return MESSAGE_DAY_WITHOUT_MONTH;
    return month > 0 && day > days_in(year, month) ? MESSAGE_MONTH_TOO_SHORT : NULL;
}

/*
 * Adds a finding about the value of a tag; `what` completes a sentence that begins with the value.
 */
static struct finding *report_value(struct checker *c, enum finding_code code,
                                    const struct tag *tag, const char *what)
{
    return checker_report_tag(c, code, tag,
                              findings_text(c->found, MESSAGE_TAG_VALUE, TEXT_ARGS(tag->name),
                                            TEXT_ARGS(tag->value), what),
                              (struct text){0});
}

/* Reports a date that is not YYYY.MM.DD, and what it probably means. */
static void report_date_form(struct checker *c, const struct tag *tag)
{
    struct text v = tag->value, should_be = {0};
    struct date date, other;
    char text[DATE_SIZE];
    enum date_form form = date_read(v, &date);
    if (form != DATE_OTHER && form != DATE_GUESSED) {
        report_value(c, FINDING_DATE_FORM, tag, MESSAGE_DATE_UNREADABLE);
        return;
    }
    date_write(date, text);
    should_be = findings_text(c->found, "%s", text);
    if (date_read_otherwise(v, &other)) {
        date_write(other, text);
        checker_report_tag(c, FINDING_DATE_FORM, tag,
                           findings_text(c->found, MESSAGE_DATE_EITHER, TEXT_ARGS(tag->name),
                                         TEXT_ARGS(v), TEXT_ARGS(should_be), DATE_SIZE - 1, text),
                           (struct text){0});
        return;
    }
    struct text message =
        form == DATE_GUESSED ? findings_text(c->found, MESSAGE_DATE_MAY_BE, TEXT_ARGS(tag->name),
                                             TEXT_ARGS(v), TEXT_ARGS(should_be))
                             : findings_text(c->found, MESSAGE_DATE_SHOULD_BE, TEXT_ARGS(tag->name),
                                             TEXT_ARGS(v), TEXT_ARGS(should_be));
    struct finding *f = checker_report_tag(c, FINDING_DATE_FORM, tag, message, should_be);
    if (f && f->repair && form == DATE_GUESSED)
        f->repair->certain = false;
}

/* Whether a date is empty, blank or all zeros, as programs write an unknown date. */
static bool is_unknown_date(struct text v)
{
    for (size_t i = 0; i < v.n; i++)
        if (v.s[i] != '0' && v.s[i] != '.' && v.s[i] != '-' && v.s[i] != '/' && v.s[i] != ' ')
            return false;
    return true;
}

static void report_unknown_date(struct checker *c, const struct tag *tag)
{
    struct text message = findings_text(c->found, MESSAGE_EMPTY_DATE, TEXT_ARGS(tag->name),
                                        tag->value.n ? "unknown" : "empty");
    checker_report_tag(c, FINDING_EMPTY_TAG, tag, message, text_of(date_unknown));
}

static void check_date(struct checker *c, const struct tag *tag)
{
    struct text v = tag->value;
    bool shape = v.n == 10 && v.s[4] == v.s[7] && (v.s[4] == '.' || v.s[4] == '-');
    int year = shape ? date_part(v.s, 4) : -2;
    int month = shape ? date_part(v.s + 5, 2) : -2, day = shape ? date_part(v.s + 8, 2) : -2;
    if (text_is(v, "?"))
        return;
    if (is_unknown_date(v)) {
        report_unknown_date(c, tag);
        return;
    }
    if (year == -2 && shape && ascii_is_digit(v.s[0]) && v.s[3] == '?')
        year = -1; /* 19??: only partly known */
    if (year == -2 || month == -2 || day == -2) {
        report_date_form(c, tag);
        return;
    }
    if (month == 0 && day == 0) { /* 1998.00.00: only the year is known */
        struct text should_be = findings_text(c->found, "%.4s.\?\?.\?\?", v.s);
        checker_report_tag(c, FINDING_DATE_FORM, tag,
                           findings_text(c->found, MESSAGE_DATE_SHOULD_BE, TEXT_ARGS(tag->name),
                                         TEXT_ARGS(v), TEXT_ARGS(should_be)),
                           should_be);
        return;
    }
    if (month > 0 && month <= 12 && day == 0) {
        struct text should_be = findings_text(c->found, "%.4s.%.2s.\?\?", v.s, v.s + 5);
        checker_report_tag(c, FINDING_DATE_FORM, tag,
                           findings_text(c->found, MESSAGE_DATE_SHOULD_BE, TEXT_ARGS(tag->name),
                                         TEXT_ARGS(v), TEXT_ARGS(should_be)),
                           should_be);
        return;
    }
    const char *impossible = impossible_day(year, month, day);
    if (impossible) { /* putting points between the numbers would not make it a date */
        report_value(c, FINDING_IMPOSSIBLE_DATE, tag, impossible);
    } else if (v.s[4] == '-') {
        struct text should_be = findings_text(c->found, "%.4s.%.2s.%.2s", v.s, v.s + 5, v.s + 8);
        checker_report_tag(c, FINDING_DATE_HYPHENS, tag,
                           findings_text(c->found, MESSAGE_DATE_SHOULD_BE, TEXT_ARGS(tag->name),
                                         TEXT_ARGS(v), TEXT_ARGS(should_be)),
                           should_be);
    }
}

/*
 * Checks numbers with points between them: each is at least 1, and no tournament has a thousand
 * rounds.
 */
static void check_round(struct checker *c, const struct tag *tag)
{
    struct text v = tag->value;
    long number = -1;
    bool negative = v.n > 1 && v.s[0] == '-' && ascii_is_digit(v.s[1]), impossible = negative;
    for (size_t i = 0; i <= v.n; i++) {
        if (i < v.n && ascii_is_digit(v.s[i])) {
            number = (number < 0 ? 0 : number) * 10 + (v.s[i] - '0');
            if (number > 999999)
                number = 999999;
        } else if (i == v.n || v.s[i] == '.') {
            impossible |= number == 0 || number > 9999;
            number = -1;
        } else if (i || !negative) {
            return; /* words */
        }
    }
    if (impossible)
        checker_report_tag(c, FINDING_IMPOSSIBLE_ROUND, tag,
                           findings_text(c->found, MESSAGE_ROUND_IMPOSSIBLE, TEXT_ARGS(v)),
                           (struct text){0});
}

static void check_rating(struct checker *c, const struct tag *tag)
{
    struct text v = tag->value;
    unsigned number;
    if (unknown_value(v) || text_is(v, "-"))
        return;
    if (!text_number(v, 4000, &number) || number < 1)
        report_value(c, FINDING_IMPOSSIBLE_RATING, tag, MESSAGE_RATING_IMPOSSIBLE);
}

static bool is_one_of(struct text v, const char *const *words)
{
    for (; *words; words++)
        if (text_is_nocase(v, *words))
            return true;
    return false;
}

static void check_words(struct checker *c, const struct tag *tag, enum finding_code code,
                        const char *const *words, const char *what)
{
    if (!unknown_value(tag->value) && !is_one_of(tag->value, words))
        report_value(c, code, tag, what);
}

static size_t skip_digits(struct text v, size_t i)
{
    while (i < v.n && ascii_is_digit(v.s[i]))
        i++;
    return i;
}

/* Like skip_digits, but allows a fraction: engines play at tenths of a second. */
static size_t skip_seconds(struct text v, size_t i)
{
    const size_t end = skip_digits(v, i);
    const bool fraction =
        end > i && end + 1 < v.n && v.s[end] == '.' && ascii_is_digit(v.s[end + 1]);
    return fraction ? skip_digits(v, end + 1) : end;
}

/*
 * Reads moves/seconds, seconds+increment, seconds or *seconds at i. @return its end, 0 if there
 * is none
 */
static size_t control_end(struct text v, size_t i, bool *whole)
{
    *whole = true; /* nothing can come after it */
    if (i < v.n && v.s[i] == '*') {
        size_t end = skip_seconds(v, i + 1);
        return end > i + 1 ? end : 0;
    }
    size_t moves = skip_digits(v, i), end = skip_seconds(v, i);
    if (end == i)
        return 0;
    if (end < v.n && ((v.s[end] == '/' && end == moves) || v.s[end] == '+')) {
        *whole = v.s[end] == '+';
        size_t second = skip_seconds(v, end + 1);
        return second > end + 1 ? second : 0;
    }
    return end;
}

/* Whether the part of a time control at i, which can be read, is "0/seconds". */
static bool is_for_no_moves(struct text v, size_t i)
{
    size_t end = i;
    while (end < v.n && v.s[end] == '0')
        end++;
    return end > i && end < v.n && v.s[end] == '/';
}

static void check_control(struct checker *c, const struct tag *tag)
{
    struct text v = tag->value;
    const char *wrong = NULL;
    size_t i = 0;
    if (unknown_value(v) || text_is(v, "-"))
        return;
    while (!wrong) {
        bool whole;
        size_t end = control_end(v, i, &whole);
        if (!end)
            wrong = MESSAGE_CONTROL_UNREADABLE;
        else if (is_for_no_moves(v, i))
            wrong = MESSAGE_CONTROL_NO_MOVES;
        else if (end == v.n)
            return;
        else if (v.s[end] != ':')
            wrong = MESSAGE_CONTROL_TEXT_AFTER;
        else if (whole)
            wrong = MESSAGE_CONTROL_GOES_ON;
        i = end + 1;
    }
    report_value(c, FINDING_TIME_CONTROL, tag, wrong);
}

/*
 * Whether a value is two or three numbers with colons or points between them, the later ones below
 * 60.
 */
static bool is_time(struct text v, unsigned least_parts, int most_first)
{
    unsigned parts = 0;
    for (size_t i = 0;; i++) {
        size_t end = skip_digits(v, i);
        if (end == i || end - i > 3 || (parts && end - i != 2))
            return false;
        int number = 0;
        for (size_t k = i; k < end; k++)
            number = number * 10 + (v.s[k] - '0');
        if (number > (parts ? 59 : most_first))
            return false;
        parts++;
        i = end;
        if (i == v.n)
            return parts >= least_parts && parts <= 3;
        if (v.s[i] != ':' && v.s[i] != '.')
            return false;
    }
}

static bool is_time_of_day(struct text v)
{
    return v.n == 8 && v.s[2] == ':' && v.s[5] == ':' && is_time(v, 3, 23);
}

static void check_time(struct checker *c, const struct tag *tag, bool of_day)
{
    if (unknown_value(tag->value) || text_is(tag->value, "??:??:??")
        || (of_day ? is_time_of_day(tag->value) : is_time(tag->value, 2, 999)))
        return;
    report_value(c, FINDING_TIME_FORM, tag, of_day ? MESSAGE_TIME_OF_DAY : MESSAGE_TIME_USED);
}

void tag_value_check(struct checker *c, const struct tag *tag, enum tag_value_kind kind)
{
    static const char *const types[] = {"human", "program", NULL};
    static const char *const ends[] = {"abandoned",    "adjudication", "death",
                                       "emergency",    "normal",       "rules infraction",
                                       "time forfeit", "unterminated", NULL};
    switch (kind) {
    case TAG_VALUE_TEXT:
        if (tag->value.n == 1 && tag->value.s[0] == '-')
            checker_report_tag(c, FINDING_EMPTY_TAG, tag,
                               findings_text(c->found, MESSAGE_HYPHEN_VALUE, TEXT_ARGS(tag->name)),
                               (struct text){0});
        break;
    case TAG_VALUE_DATE:
        check_date(c, tag);
        break;
    case TAG_VALUE_ROUND:
        check_round(c, tag);
        break;
    case TAG_VALUE_RATING:
        check_rating(c, tag);
        break;
    case TAG_VALUE_PLAYER:
        check_words(c, tag, FINDING_PLAYER_TYPE, types, MESSAGE_PLAYER_TYPE);
        break;
    case TAG_VALUE_TERMINATION:
        check_words(c, tag, FINDING_TERMINATION, ends, MESSAGE_TERMINATION);
        break;
    case TAG_VALUE_CONTROL:
        check_control(c, tag);
        break;
    case TAG_VALUE_USED:
        check_time(c, tag, false);
        break;
    case TAG_VALUE_CLOCK:
        check_time(c, tag, true);
        break;
    case TAG_VALUE_ANY:
    case TAG_VALUE_OTHER:
        break;
    }
}
