// SPDX-License-Identifier: MIT
/*
 * Tags and their values. What a value must look like is a row of `kinds`. Names are found by their
 * length and letters, since every game has about ten tags and most are well-formed.
 */
#include "core/check/tags.h"

#include "core/base/ascii.h"
#include "core/game/date.h"

enum kind {
    KIND_ANY,  /* nothing to check */
    KIND_TEXT, /* any text except a hyphen for a missing value */
    KIND_DATE,
    KIND_ROUND,
    KIND_RATING,
    KIND_PLAYER,
    KIND_TERMINATION,
    KIND_CONTROL,
    KIND_USED,
    KIND_CLOCK,
    KIND_OTHER, /* checked elsewhere */
};

static const struct {
    const char *name;
    uint8_t length, kind;
} rows[TAG_COUNT] = {
#define TAG(id, name, kind) {name, sizeof name - 1, KIND_##kind},
#include "core/check/tag-table.inc"
#undef TAG
};

enum { MANDATORY = 7, NONE = 255 };

void tags_prepare(struct checker *c)
{
    memset(c->tag_head, NONE, sizeof c->tag_head);
    for (unsigned i = TAG_COUNT; i-- > 0;) {
        c->tag_next[i] = c->tag_head[rows[i].length];
        c->tag_head[rows[i].length] = (uint8_t)i;
    }
}

/* ---- names ---- */

/*
 * @return the known tag of that name, ignoring case, or TAG_COUNT; `exact` where the case is right
 *         too
 */
static enum tag_id find_name(const struct checker *c, struct text name, bool *exact)
{
    *exact = true;
    if (name.n >= sizeof c->tag_head)
        return TAG_COUNT;
    for (unsigned i = c->tag_head[name.n]; i != NONE; i = c->tag_next[i])
        if (memcmp(rows[i].name, name.s, name.n) == 0)
            return (enum tag_id)i;
    *exact = false;
    for (unsigned i = c->tag_head[name.n]; i != NONE; i = c->tag_next[i])
        if (text_is_nocase(name, rows[i].name))
            return (enum tag_id)i;
    return TAG_COUNT;
}

/*
 * Whether the words differ by one letter added, dropped or changed, or by two exchanged. Both have
 * at least four letters.
 */
static bool one_slip(struct text a, struct text b)
{
    size_t i = 0, k = 0;
    while (i < a.n && i < b.n && a.s[i] == b.s[i])
        i++;
    while (k < a.n - i && k < b.n - i && a.s[a.n - 1 - k] == b.s[b.n - 1 - k])
        k++;
    size_t left_a = a.n - i - k, left_b = b.n - i - k;
    if (left_a <= 1 && left_b <= 1)
        return true;
    return left_a == 2 && left_b == 2 && a.s[i] == b.s[i + 1] && a.s[i + 1] == b.s[i];
}

/*
 * The name that a misspelt one probably stands for. Only mandatory tags and those that change the
 * game are considered.
 */
static const char *meant_name(struct text name)
{
    if (name.n < 4)
        return NULL;
    for (unsigned i = 0; i <= TAG_VARIANT; i++)
        if (rows[i].length >= 4 && one_slip(name, (struct text){rows[i].name, rows[i].length}))
            return rows[i].name;
    return NULL;
}

/* @param meant NULL: only its case is wrong */
static void report_name(struct checker *c, const struct tag *tag, const char *meant)
{
    uint32_t length = game_source_length(c->game, tag->name);
    bool capitals = meant && text_is_nocase(tag->name, meant);
    struct text message =
        !meant     ? findings_text(c->found, MESSAGE_TAG_NO_CAPITAL, TEXT_ARGS(tag->name))
        : capitals ? findings_text(c->found, MESSAGE_TAG_CAPITALS, TEXT_ARGS(tag->name), meant)
                   : findings_text(c->found, MESSAGE_TAG_MISSPELT, TEXT_ARGS(tag->name), meant);
    struct finding *f =
        findings_add(c->found, FINDING_TAG_NAME, tag->offset, length, "%.*s", TEXT_ARGS(message));
    if (f && meant && length && c->options.repairs)
        finding_repair(c->found, f, tag->offset, length, text_of(meant), capitals);
}

static bool has_wide_letters(struct text name)
{
    for (size_t i = 0; i < name.n; i++)
        if ((unsigned char)name.s[i] > 127)
            return true;
    return false;
}

static void check_unknown_name(struct checker *c, const struct tag *tag)
{
    const char *meant = meant_name(tag->name);
    if (meant && c->tags[find_name(c, text_of(meant), &(bool){false})])
        meant = NULL; /* the game has that tag too: this is another one */
    if (meant || (tag->name.n && tag->name.s[0] >= 'a' && tag->name.s[0] <= 'z'))
        report_name(c, tag, meant);
    else if (has_wide_letters(tag->name))
        findings_add(c->found, FINDING_TAG_NAME, tag->offset,
                     game_source_length(c->game, tag->name), MESSAGE_TAG_LETTERS,
                     TEXT_ARGS(tag->name));
}

/* ---- duplicates ---- */

static void report_duplicate(struct checker *c, const struct tag *first, const struct tag *again)
{
    bool equal = text_same(first->value, again->value);
    struct finding *f = findings_add(
        c->found, FINDING_DUPLICATE_TAG, again->offset, game_source_length(c->game, again->name),
        equal ? MESSAGE_TAG_TWICE_EQUAL : MESSAGE_TAG_TWICE, TEXT_ARGS(again->name));
    uint32_t value = game_source_offset(c->game, again->value);
    if (!f || !equal || !c->options.repairs || value <= again->offset)
        return;
    /* from the opening bracket to the closing one, with the line that would be left empty */
    const char *s = c->game->source.s, *end = s + c->game->source.n;
    const char *open = s + again->offset, *close = s + value + again->value.n;
    while (open > s && *open != '[')
        open--;
    close = memchr(close, ']', (size_t)(end - close));
    if (*open != '[' || !close)
        return;
    close++;
    if (open == s || open[-1] == '\n' || open[-1] == '\r') { /* it has the line to itself */
        close += close < end && *close == '\r';
        close += close < end && *close == '\n';
    }
    finding_repair(c->found, f, (uint32_t)(open - s), (uint32_t)(close - open), text_of(""), true);
}

/* Names that are not in the table are compared with each other, as long as they are few. */
static void check_unknown_duplicate(struct checker *c, unsigned i)
{
    enum { FEW = 64 };
    const struct tag *tags = c->game->tags;
    for (unsigned k = i < FEW ? 0 : i - FEW; k < i; k++) {
        if (text_same(tags[k].name, tags[i].name)) {
            report_duplicate(c, &tags[k], &tags[i]);
            return;
        }
    }
}

void tags_collect(struct checker *c)
{
    const struct game *game = c->game;
    bool reports = checker_reports(c);
    for (unsigned i = 0; i < game->n_tags; i++) {
        const struct tag *tag = &game->tags[i];
        bool exact;
        enum tag_id id = find_name(c, tag->name, &exact);
        if (id == TAG_COUNT) {
            if (reports)
                check_unknown_duplicate(c, i);
            continue;
        }
        if (reports && c->tags[id])
            report_duplicate(c, c->tags[id], tag);
        if (reports && !exact && id != TAG_SET_UP)
            report_name(c, tag, rows[id].name);
        c->tags[id] = tag;
    }
}

/* ---- values ---- */

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

/* @return what to say if there is no such day; else NULL */
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
 * Adds a finding about the value of a tag; `what` continues the sentence that begins with the
 * value.
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

/* Whether a date is empty, blank or all zeros, as programs write one that they do not know. */
static bool is_unknown_date(struct text v)
{
    for (size_t i = 0; i < v.n; i++)
        if (v.s[i] != '0' && v.s[i] != '.' && v.s[i] != '-' && v.s[i] != '/' && v.s[i] != ' ')
            return false;
    return true;
}

static void report_unknown_date(struct checker *c, const struct tag *tag)
{
    static const char unknown[] = "\?\?\?\?.\?\?.\?\?";
    struct text message = findings_text(c->found, MESSAGE_EMPTY_DATE, TEXT_ARGS(tag->name),
                                        tag->value.n ? "unknown" : "empty");
    checker_report_tag(c, FINDING_EMPTY_TAG, tag, message, text_of(unknown));
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
    if (impossible)
        report_value(c, FINDING_IMPOSSIBLE_DATE, tag, impossible);
    if (v.s[4] == '-') {
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
    long number = 0;
    bool good = v.n > 0 && v.n < 7;
    if (unknown_value(v) || text_is(v, "-"))
        return;
    for (size_t i = 0; good && i < v.n; i++) {
        good = ascii_is_digit(v.s[i]);
        number = number * 10 + (v.s[i] - '0');
    }
    if (!good || number < 1 || number > 4000)
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

/* As skip_digits, with a fraction: engines play at tenths of a second. */
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
    *whole = true; /* nothing can follow it */
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

static void check_value(struct checker *c, const struct tag *tag, enum kind kind)
{
    static const char *const types[] = {"human", "program", NULL};
    static const char *const ends[] = {"abandoned",    "adjudication", "death",
                                       "emergency",    "normal",       "rules infraction",
                                       "time forfeit", "unterminated", NULL};
    switch (kind) {
    case KIND_TEXT:
        if (tag->value.n == 1 && tag->value.s[0] == '-')
            checker_report_tag(c, FINDING_EMPTY_TAG, tag,
                               findings_text(c->found, MESSAGE_HYPHEN_VALUE, TEXT_ARGS(tag->name)),
                               (struct text){0});
        break;
    case KIND_DATE:
        check_date(c, tag);
        break;
    case KIND_ROUND:
        check_round(c, tag);
        break;
    case KIND_RATING:
        check_rating(c, tag);
        break;
    case KIND_PLAYER:
        check_words(c, tag, FINDING_PLAYER_TYPE, types, MESSAGE_PLAYER_TYPE);
        break;
    case KIND_TERMINATION:
        check_words(c, tag, FINDING_TERMINATION, ends, MESSAGE_TERMINATION);
        break;
    case KIND_CONTROL:
        check_control(c, tag);
        break;
    case KIND_USED:
        check_time(c, tag, false);
        break;
    case KIND_CLOCK:
        check_time(c, tag, true);
        break;
    case KIND_ANY:
    case KIND_OTHER:
        break;
    }
}

static void check_missing(struct checker *c)
{
    struct buffer *names = &c->text;
    unsigned n = 0;
    const char *source = c->game->source.s;
    uint32_t offset = 0;
    buffer_clear(names);
    for (unsigned id = 0; id < MANDATORY; id++)
        if (!c->tags[id])
            buffer_printf(names, "%s%s", n++ ? ", " : "", rows[id].name);
    if (!n)
        return;
    while (offset < c->game->source.n
           && (source[offset] == ' ' || source[offset] == '\t' || source[offset] == '\r'
               || source[offset] == '\n'))
        offset++;
    if (!c->game->n_tags)
        findings_add(c->found, FINDING_NO_TAGS, offset, 0, MESSAGE_NO_TAGS);
    else
        findings_add(c->found, FINDING_MISSING_TAG, offset, 0,
                     n == 1 ? MESSAGE_MISSING_TAG : MESSAGE_MISSING_TAGS,
                     TEXT_ARGS(buffer_text(names)));
}

void tags_check(struct checker *c)
{
    check_missing(c);
    for (unsigned id = 0; id < TAG_COUNT; id++)
        if (c->tags[id])
            check_value(c, c->tags[id], rows[id].kind);
    bool exact;
    for (unsigned i = 0; i < c->game->n_tags; i++)
        if (find_name(c, c->game->tags[i].name, &exact) == TAG_COUNT)
            check_unknown_name(c, &c->game->tags[i]);
    const struct tag *set_up = c->tags[TAG_SET_UP];
    if (set_up && text_is(set_up->value, "1") && !c->tags[TAG_FEN])
        checker_report_tag(c, FINDING_SETUP_WITHOUT_FEN, set_up, text_of(MESSAGE_SETUP_WITHOUT_FEN),
                           (struct text){0});
}
