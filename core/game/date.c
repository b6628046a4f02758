// SPDX-License-Identifier: MIT
/*
 * A date is split into at most three words, and their lengths say which is which: four characters
 * at the beginning are a year, and the order is that of PDN; the name of a month settles the order
 * too; else the year comes last, and which of the words before it can be a month decides the order
 * of day and month. If another reading is possible, the result is called a guess. A time of day
 * after a complete date is ignored.
 */
#include "core/game/date.h"

#include "core/base/array.h"
#include "core/base/ascii.h"

#include <stdio.h>
#include <string.h>

const char date_unknown[DATE_SIZE] = "????.??.??"; /* none of its marks makes a trigraph */

/*
 * The parts of a date: up to three words of digits, question marks or letters, and the separators.
 */
struct parts {
    struct text word[3];
    unsigned n;
    char sign;  /* the separators: one of . - / or a blank; 0 if they differ */
    char first; /* the first separator; 0: there is none */
};

static bool is_sign(char c) { return c == '.' || c == '-' || c == '/' || c == ' ' || c == ','; }

static bool split(struct text t, struct parts *parts)
{
    *parts = (struct parts){.n = 0};
    for (size_t i = 0; i < t.n;) {
        size_t begin = i;
        while (i < t.n && !is_sign(t.s[i]))
            i++;
        if (i == begin || parts->n == 3)
            return false;
        parts->word[parts->n++] = (struct text){t.s + begin, i - begin};
        if (i == t.n)
            break;
        char sign = t.s[i];
        while (i < t.n && is_sign(t.s[i])) { /* ". " and ", " are one separator */
            if (t.s[i] != sign && t.s[i] != ' ')
                return false;
            i++;
        }
        if (i == t.n) /* a period after the date */
            break;
        if (parts->n == 1)
            parts->first = sign;
        else if (parts->sign != sign)
            sign = 0;
        parts->sign = sign;
    }
    return parts->n > 0;
}

/* @return whether the word is a number, or only question marks, which give 0 */
static bool number_of(struct text word, unsigned *out)
{
    bool unknown = word.n > 0;
    *out = 0;
    for (size_t i = 0; i < word.n; i++)
        unknown = unknown && (word.s[i] == '?' || word.s[i] == 'x');
    if (unknown)
        return word.n <= 4;
    if (word.n > 4)
        return false;
    for (size_t i = 0; i < word.n; i++) {
        if (!ascii_is_digit(word.s[i]))
            return false;
        *out = *out * 10 + (unsigned)(word.s[i] - '0');
    }
    return true;
}

/*
 * The names of a month and their usual abbreviations: Dutch, Frisian, English, German, French,
 * Italian, Spanish, Portuguese. Whole words only: "maaie" is not March, nor Marseille a month.
 */
static unsigned month_of(struct text word)
{
    static const char *const months[] = {
        "jan januari jannewaris january januar j\xC3\xA4nner janv janvier gen gennaio ene enero janeiro",
        "feb febr februari febrewaris february februar fev fevr fevrier f\xC3\xA9v f\xC3\xA9vr "
        "f\xC3\xA9vrier febbraio febrero fevereiro",
        "mar mrt maart march m\xC3\xA4r m\xC3\xA4rz maerz marz mars marzo mar\xC3\xA7o",
        "apr april avr avril aprile abr abril",
        "mei maaie may mai mag maggio mayo maio",
        "jun juni juny june juin giu giugno junio junho",
        "jul juli july juil juillet lug luglio julio julho",
        "aug augustus august ao\xC3\xBBt aout ago agosto",
        "sep sept september septimber septembre set settembre septiembre setembro",
        "okt oct oktober october octobre ott ottobre octubre outubro out",
        "nov november novimber novembre noviembre novembro",
        "dec des desimber december dez dezember d\xC3\xA9"
        "c d\xC3\xA9"
        "cembre decembre dic dicembre diciembre dezembro",
    };
    for (unsigned month = 0; month < ARRAY_LEN(months); month++)
        for (const char *s = months[month]; *s; s += strspn(s, " ")) {
            const size_t n = strcspn(s, " ");
            if (text_same_nocase(word, (struct text){s, n}))
                return month + 1;
            s += n;
        }
    return 0;
}

static bool exists(struct date d)
{
    static const unsigned days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (d.month > 12 || (d.day && d.month && d.day > days[d.month - 1]))
        return false;
    bool leap = (d.year % 4 == 0 && d.year % 100 != 0) || d.year % 400 == 0;
    return !(d.month == 2 && d.day == 29 && d.year && !leap);
}

static struct date known_part(struct date d)
{
    if (!d.year)
        d.month = 0;
    if (!d.month)
        d.day = 0;
    return d;
}

/* "2007/08" and "2001-02" may be seasons; "1985.07" and "1950-7" are months. */
static bool may_be_span(const struct parts *parts)
{
    return parts->n == 2 && (parts->sign == '/' || parts->sign == '-') && parts->word[1].n == 2;
}

/* Whether each unknown part is written as question marks, not as in 1985.00.00 or 1985.xx.xx. */
static bool marks_unknown(const struct parts *parts, const unsigned v[3])
{
    for (unsigned i = 0; i < parts->n; i++) {
        if (v[i] == 0 && parts->word[i].s[0] != '?')
            return false;
    }
    return true;
}

/* The year first: PDN's order. With two different separators, as in "1985.05/06", it is a span. */
static enum date_form year_first(const struct parts *parts, const unsigned v[3], struct date *out)
{
    *out = (struct date){v[0], parts->n > 1 ? v[1] : 0, parts->n > 2 ? v[2] : 0};
    if (!exists(*out) || (parts->n == 3 && !parts->sign))
        return DATE_NONE;
    bool form = parts->n == 3 && parts->sign == '.' && parts->word[1].n == 2
                && parts->word[2].n == 2 && marks_unknown(parts, v);
    *out = known_part(*out);
    return form ? DATE_CANONICAL : may_be_span(parts) ? DATE_GUESSED : DATE_OTHER;
}

/* Guesses the century, for proposals to the user only: nothing acts on it. */
static unsigned whole_year(unsigned two_digits)
{
    return two_digits + (two_digits >= 30 ? 1900 : 2000);
}

/*
 * The year last: day, month, year, unless only month, day, year is a date. Americans put the month
 * first, followed by a slash; with dots and hyphens all known collections have the day first.
 */
static enum date_form year_last(const struct parts *parts, const unsigned v[3], struct date *out)
{
    unsigned year = v[2];
    enum date_form form =
        v[0] <= 12 && v[0] != v[1] && parts->first == '/' ? DATE_GUESSED : DATE_OTHER;
    if (parts->word[2].n == 2) {
        year = ascii_is_digit(*parts->word[2].s) ? whole_year(year) : 0;
        form = DATE_GUESSED;
    }
    *out = (struct date){year, v[1], v[0]};
    if (v[1] > 12)
        *out = (struct date){year, v[0], v[1]};
    if (v[0] > 12 || v[1] > 12)
        form = parts->word[2].n == 2 ? DATE_GUESSED : DATE_OTHER;
    if (!exists(*out))
        return DATE_NONE;
    *out = known_part(*out);
    return form;
}

/* With a month's name: "12 mei 1985", "mei 1985", "May 12, 1985"; "May 1985-1986" is a span. */
static enum date_form with_name(const struct parts *parts, struct date *out)
{
    unsigned months = 0, days = 0, years = 0;
    *out = (struct date){0};
    for (unsigned i = 0; i < parts->n; i++) {
        unsigned value, month = month_of(parts->word[i]);
        bool is_year = parts->word[i].n == 4;
        if (month) {
            out->month = month;
            months++;
        } else if (!number_of(parts->word[i], &value)) {
            return DATE_NONE;
        } else {
            *(is_year ? &out->year : &out->day) = value;
            *(is_year ? &years : &days) += 1;
        }
    }
    bool once = months == 1 && years == 1 && days <= 1;
    return once && out->year && exists(*out) ? DATE_OTHER : DATE_NONE;
}

/* ---- the time of day ---- */

/* Skips a number of `least` to two digits, at most `most`. @return whether it is there */
static bool pass_number(struct text *t, size_t least, unsigned most)
{
    unsigned value = 0;
    size_t n = 0;
    while (n < 2 && n < t->n && ascii_is_digit(t->s[n]))
        value = value * 10 + (unsigned)(t->s[n++] - '0');
    *t = (struct text){t->s + n, t->n - n};
    return n >= least && value <= most;
}

static bool pass_char(struct text *t, const char *one_of)
{
    if (!t->n || !strchr(one_of, *t->s))
        return false;
    *t = (struct text){t->s + 1, t->n - 1};
    return true;
}

/* Whether the text is a time as in ISO 8601: 15:53, 15:53:12.5, 15:53Z, 15:53:12+02:00. */
static bool is_time(struct text t)
{
    if (!pass_number(&t, 1, 24) || !pass_char(&t, ":") || !pass_number(&t, 2, 59))
        return false;
    if (pass_char(&t, ":")) {
        if (!pass_number(&t, 2, 60))
            return false;
        if (pass_char(&t, ".,")) {
            const size_t fraction = t.n;
            while (t.n && ascii_is_digit(*t.s))
                t = (struct text){t.s + 1, t.n - 1};
            if (t.n == fraction)
                return false;
        }
    }
    if (pass_char(&t, "+-")) {
        if (!pass_number(&t, 2, 14))
            return false;
        pass_char(&t, ":");
        return pass_number(&t, 2, 59) && !t.n;
    }
    pass_char(&t, "Zz");
    return !t.n;
}

/* @return the text before " 15:53" or "T15:53Z"; all of it if no time ends it */
static struct text without_time(struct text t)
{
    const char *colon = t.n ? memchr(t.s, ':', t.n) : NULL;
    if (!colon)
        return t;
    const char *begin = colon;
    while (begin > t.s && ascii_is_digit(begin[-1]))
        begin--;
    const bool marked = begin > t.s && (begin[-1] == ' ' || begin[-1] == 'T' || begin[-1] == 't');
    return marked && is_time((struct text){begin, t.n - (size_t)(begin - t.s)})
               ? text_trim((struct text){t.s, (size_t)(begin - t.s) - 1})
               : t;
}

/* ---- reading ---- */

static enum date_form read_day(struct text t, struct date *out)
{
    struct parts parts;
    unsigned v[3] = {0};
    *out = (struct date){0};
    if (!split(t, &parts))
        return DATE_NONE;
    for (unsigned i = 0; i < parts.n; i++) {
        if (!number_of(parts.word[i], &v[i]))
            return with_name(&parts, out);
    }
    if (parts.word[0].n == 4) {
        /* "2007/2008" and "1965-1970" are spans */
        for (unsigned i = 1; i < parts.n; i++) {
            if (parts.word[i].n > 2)
                return DATE_NONE;
        }
        enum date_form form = year_first(&parts, v, out);
        return form == DATE_CANONICAL && is_sign(t.s[t.n - 1]) ? DATE_OTHER : form;
    }
    if (parts.n == 3 && parts.word[0].n <= 2 && parts.word[1].n <= 2
        && (parts.word[2].n == 4 || parts.word[2].n == 2))
        return year_last(&parts, v, out);
    return DATE_NONE;
}

enum date_form date_read(struct text t, struct date *out)
{
    t = text_trim(t);
    const struct text day = without_time(t);
    enum date_form form = read_day(day, out);
    if (day.n < t.n && !out->day) { /* a time on an unknown day */
        *out = (struct date){0};
        return DATE_NONE;
    }
    return day.n < t.n && form == DATE_CANONICAL ? DATE_OTHER : form;
}

bool date_read_otherwise(struct text t, struct date *out)
{
    struct parts parts;
    struct date first;
    unsigned v[3];
    if (date_read(t, &first) != DATE_GUESSED || !split(without_time(text_trim(t)), &parts)
        || parts.n != 3)
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (!number_of(parts.word[i], &v[i]))
            return false;
    if (parts.word[0].n == 2 && parts.word[2].n == 2) /* the year first */
        *out = (struct date){whole_year(v[0]), v[1], v[2]};
    else if (parts.first == '/') /* the month first */
        *out = (struct date){first.year, first.day, first.month};
    else
        return false;
    bool same = date_same(*out, first);
    return !same && out->month && out->day && exists(*out);
}

/* Whether the year has two digits, be it the first or the last word. */
static bool lacks_century(struct text t)
{
    struct parts parts;
    return split(without_time(text_trim(t)), &parts) && parts.n == 3 && parts.word[0].n <= 2
           && parts.word[2].n == 2;
}

const char *date_short_year(struct text t)
{
    struct parts parts;
    struct date date, other;
    if (date_read(t, &date) != DATE_GUESSED || !lacks_century(t)
        || (date_read_otherwise(t, &other) && other.year != date.year))
        return NULL;
    split(without_time(text_trim(t)), &parts);
    return ascii_is_digit(*parts.word[2].s) ? parts.word[2].s : NULL;
}

bool date_read_known(struct text t, struct date *out)
{
    const enum date_form form = date_read(t, out);
    if (form == DATE_GUESSED)
        *out = (struct date){.year = lacks_century(t) ? 0 : out->year};
    return form != DATE_NONE;
}

/*
 * The only year of four digits in a text that is no date: "ca. 1985", "1985.05.12-1985.05.19". Two digits
 * may be another year, as in "1998/99", if they are too many for a day. @return 0: there is none
 */
static unsigned only_year(struct text t)
{
    enum { DAYS = 31 };
    unsigned year = 0;
    for (size_t i = 0; i < t.n;) {
        unsigned value = 0;
        const size_t begin = i;
        for (; i < t.n && ascii_is_digit(t.s[i]) && i - begin < 5; i++)
            value = value * 10 + (unsigned)(t.s[i] - '0');
        const size_t digits = i - begin;
        if (digits == 4 && (year == 0 || year == value))
            year = value;
        else if (digits > 2 || value > DAYS)
            return 0;
        i += digits == 0;
    }
    return year;
}

bool date_read_roughly(struct text t, struct date *out)
{
    if (date_read_known(t, out))
        return true;
    *out = (struct date){.year = only_year(t)};
    return out->year > 0;
}

void date_write(struct date date, char buf[DATE_SIZE])
{
    static const struct date most = {9999, 12, 31};
    if (date.year > most.year || date.month > most.month || date.day > most.day)
        date = (struct date){0};
    date = known_part(date);
    memcpy(buf, date_unknown, DATE_SIZE);
    char digits[16];
    if (date.year) {
        snprintf(digits, sizeof digits, "%04u", date.year);
        memcpy(buf, digits, 4);
    }
    if (date.month) {
        snprintf(digits, sizeof digits, "%02u", date.month);
        memcpy(buf + 5, digits, 2);
    }
    if (date.day) {
        snprintf(digits, sizeof digits, "%02u", date.day);
        memcpy(buf + 8, digits, 2);
    }
}

bool date_compare(struct date a, struct date b, int *order)
{
    const unsigned x[] = {a.year, a.month, a.day}, y[] = {b.year, b.month, b.day};
    *order = 0;
    for (unsigned i = 0; i < 3 && y[i] && *order == 0; i++) {
        if (!x[i])
            return false;
        *order = x[i] < y[i] ? -1 : x[i] > y[i];
    }
    return true;
}

bool date_completes(struct date more, struct date less)
{
    int order, back;
    return date_compare(more, less, &order) && order == 0 && !date_compare(less, more, &back);
}
