// SPDX-License-Identifier: MIT
/*
 * Reads what a field is compared with: text, a pattern, a number, a date, a result or rules,
 * depending on the type of the field.
 */
#include "core/base/array.h"
#include "core/base/fold.h"
#include "core/query/filter-internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Like filter_words_expected, for a whole value that was found. */
static int expected_value(struct filter_words *w, const char *what, struct text found)
{
    return err_set(w->err, filter_words_place(w, w->s), "expected %s, found '%.*s'", what,
                   TEXT_ARGS(found));
}

/*
 * Whether a tag, such as EventDate, has values that are dates in all comparisons except those of
 * text.
 */
static bool is_date_tag(const struct test *test)
{
    size_t n = test->field == FIELD_TAG ? strlen(test->tag) : 0;
    return n >= 4 && text_is_nocase((struct text){test->tag + n - 4, 4}, "date")
           && test->comparison != HAS && test->comparison != HAS_NOT;
}

/* Reads "..." or '...'; a backslash escapes the next character. */
static int take_quoted(struct filter_words *w, struct buffer *out)
{
    const char *begin = w->s;
    char quote = *w->s++;
    while (w->s < w->end && *w->s != quote) {
        if (*w->s == '\\' && w->s + 1 < w->end)
            w->s++;
        buffer_add_char(out, *w->s++);
    }
    if (w->s == w->end)
        return err_set(w->err, filter_words_place(w, begin), "unclosed quote");
    w->s++;
    return out->failed ? err_memory(w->err) : 0;
}

/* Reads an unquoted value: up to a blank or a parenthesis. */
static struct text peek_bare(const struct filter_words *w)
{
    const char *p = w->s;
    while (p < w->end && !strchr(" \t\r\n()", *p))
        p++;
    return (struct text){w->s, (size_t)(p - w->s)};
}

/*
 * The last character of the bracket expression that begins at `s`, such as "[^])[:alpha:]", inside
 * which brackets and signs stand for themselves. If it is never closed, the last character of the
 * pattern.
 */
static const char *end_of_class(const char *s)
{
    s += s[1] == '^' ? 2 : 1;
    for (const char *first = s; *s && (*s != ']' || s == first); s++) {
        const char kind = *s == '[' ? s[1] : '\0';
        if (kind != ':' && kind != '.' && kind != '=')
            continue;
        const char close[] = {kind, ']', '\0'}, *end = strstr(s + 2, close);
        s = end ? end + 1 : s;
    }
    return *s ? s : s - 1;
}

/*
 * How large a regular expression becomes when its repetitions are expanded, as regcomp does: (a+)+
 * doubles twice, and a line of a hundred plus signs would fill the memory.
 * @return 0: too large, nested too deep, or with a back reference, which can take forever to match
 */
static size_t pattern_size(const char *s)
{
    enum { GROUPS = 64, LARGE = 1000 };
    size_t size[GROUPS] = {0}; /* of each open group */
    size_t last = 1;           /* of what a repetition would apply to */
    unsigned depth = 0;
    for (; *s; s++) {
        size_t times = 1;
        if (*s == '(' && ++depth == GROUPS)
            return 0;
        if (*s == '(') {
            size[depth] = 1;
            continue;
        }
        if (*s == ')' && depth > 0) {
            last = size[depth--];
            size[depth] += last;
        } else if (*s == '+' || *s == '*' || *s == '?') {
            times = 2;
        } else if (*s == '{') {
            while (s[1] && *s != '}') {
                size_t n = strtoul(++s, NULL, 10);
                times = n + 1 > times ? n + 1 : times;
            }
        } else {
            if (*s == '\\' && s[1] >= '1' && s[1] <= '9')
                return 0;
            if (*s == '[')
                s = end_of_class(s);
            else if (*s == '\\' && s[1])
                s++;
            last = 1;
            size[depth]++;
        }
        size[depth] += last * (times - 1);
        last *= times;
        if (times > LARGE || size[depth] > LARGE)
            return 0;
    }
    return size[0] + 1;
}

static int take_pattern(struct filter_words *w, struct test *test)
{
    const char *begin = w->s++;
    struct buffer text = {0};
    while (w->s < w->end && *w->s != '/') {
        if (*w->s == '\\' && w->s + 1 < w->end && w->s[1] == '/')
            w->s++;
        else if (*w->s == '\\' && w->s + 1 < w->end)
            buffer_add_char(&text, *w->s++);
        buffer_add_char(&text, *w->s++);
    }
    int rc = w->s == w->end
                 ? err_set(w->err, filter_words_place(w, begin), "unclosed regular expression")
                 : 0;
    if (rc == 0) {
        w->s++;
        int flags = REG_EXTENDED | REG_NOSUB;
        if (w->s < w->end && *w->s == 'i') {
            flags |= REG_ICASE;
            w->s++;
        }
        buffer_add_char(&text, '\0');
        if (!text.failed && !pattern_size(text.s)) {
            buffer_fini(&text);
            return err_set(
                w->err, filter_words_place(w, begin),
                "this regular expression is too large, or has a back reference such as \\1");
        }
        int why = text.failed ? REG_ESPACE : regcomp(&test->pattern, text.s, flags);
        if (why)
            rc = err_set(w->err, filter_words_place(w, begin), "invalid regular expression '%.*s'",
                         (int)(w->s - begin), begin);
        else
            test->type = VALUE_PATTERN;
    }
    buffer_fini(&text);
    return rc;
}

bool filter_read_number(struct text t, int64_t *out)
{
    char digits[24], *end;
    t = text_trim(t);
    if (t.n == 0 || t.n >= sizeof digits)
        return false;
    memcpy(digits, t.s, t.n);
    digits[t.n] = '\0';
    if (!(digits[0] == '-' || (digits[0] >= '0' && digits[0] <= '9')))
        return false;
    errno = 0;
    *out = strtoll(digits, &end, 10);
    return *end == '\0' && end != digits && errno == 0;
}

static bool read_result(struct text t, enum result *word)
{
    static const struct {
        const char *word;
        enum result result;
    } rows[] = {{"white", RESULT_WHITE},
                {"black", RESULT_BLACK},
                {"draw", RESULT_DRAW},
                {"both-lost", RESULT_BOTH_LOST},
                {"unknown", RESULT_UNKNOWN}};
    *word = RESULT_NONE;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (text_is_nocase(t, rows[i].word))
            *word = rows[i].result;
    }
    enum result read = result_read(NULL, t);
    return *word != RESULT_NONE || (read != RESULT_NONE && read != RESULT_OTHER);
}

static bool is_equality(enum comparison comparison)
{
    return comparison == SAME || comparison == NOT_SAME;
}

/* Whether a comparison is by order. */
static bool is_order(enum comparison comparison)
{
    return comparison >= LESS && comparison <= AT_LEAST;
}

/*
 * Whether a date is written year first, then month and day, with dots or dashes: 05/08/2021 would
 * be ambiguous.
 */
static bool is_plain_date(struct text t)
{
    for (size_t i = 0; i < t.n; i++) {
        bool between = i == 4 || i == 7;
        if (between ? t.s[i] != '.' && t.s[i] != '-' : t.s[i] < '0' || t.s[i] > '9')
            return false;
    }
    return t.n == 4 || t.n == 7 || t.n == 10;
}

static bool read_plain_date(struct text raw, struct test *test)
{
    test->type = VALUE_DATE;
    return is_plain_date(raw) && date_read(raw, &test->date) != DATE_NONE;
}

/* Chooses what to compare a tag with: a date, a number or text. */
static int type_text(struct filter_words *w, struct test *test, struct text raw, bool quoted)
{
    bool contains = test->comparison == HAS || test->comparison == HAS_NOT;
    bool dated = is_date_tag(test);
    if (!(dated && read_plain_date(raw, test) && test->date.year)) {
        test->type = VALUE_TEXT;
        if (dated && is_order(test->comparison))
            return expected_value(w, "a date such as 1972, 1972.05 or 1972.05.01", raw);
        if (!quoted && !contains && filter_read_number(raw, &test->number))
            test->type = VALUE_NUMBER;
        else if (is_order(test->comparison) && !read_plain_date(raw, test))
            return expected_value(w, "a number or a date such as 1972.05.01", raw);
    }
    fold_text(&test->text, raw);
    return 0;
}

/* Converts the value to the type of the field. `raw` begins at `begin`. */
static int type_value(struct filter_words *w, struct test *test, const char *begin, struct text raw,
                      bool quoted)
{
    const char *after = w->s;
    w->s = begin; /* for messages */
    if (test->field == FIELD_VARIANT && raw.n && is_equality(test->comparison)) {
        struct err why = {0};
        test->type = VALUE_RULES;
        if (rules_find(raw, &test->rules, &why))
            return err_set(w->err, filter_words_place(w, begin), "%s", why.msg);
        test->reading = rules_names_reading(raw);
        w->s = after;
        return 0;
    }
    switch (filter_field_type(test->field)) {
    case FIELD_NUMBER:
        test->type = VALUE_NUMBER;
        if (!filter_read_number(raw, &test->number))
            return expected_value(w, "a number", raw);
        break;
    case FIELD_DATE:
        if (!read_plain_date(raw, test) || !test->date.year)
            return expected_value(w, "a date such as 1972, 1972.05 or 1972.05.01", raw);
        break;
    case FIELD_RESULT:
        test->type = VALUE_RESULT;
        if (!read_result(raw, &test->result))
            return expected_value(w,
                                  "a result: 2-0, 1-1, 0-2, 0-0, *, white, black, draw, both-lost "
                                  "or unknown",
                                  raw);
        buffer_add_text(&test->text, raw);
        break;
    case FIELD_TRUTH:
        return filter_words_expected(w, "nothing to compare with");
    case FIELD_TEXT:
        if (type_text(w, test, raw, quoted))
            return -1;
    }
    w->s = after;
    return test->text.failed ? err_memory(w->err) : 0;
}

int filter_take_value(struct filter_words *w, struct test *test)
{
    filter_words_skip(w);
    const char *begin = w->s;
    bool contains = test->comparison == HAS || test->comparison == HAS_NOT;
    if (w->s == w->end)
        return filter_words_expected(w, "a value");
    if (*w->s == '/' && contains)
        return take_pattern(w, test);
    struct buffer raw = {0};
    int rc = 0;
    bool quoted = *w->s == '"' || *w->s == '\'';
    if (quoted) {
        rc = take_quoted(w, &raw);
    } else {
        struct text bare = peek_bare(w);
        if (bare.n == 0)
            rc = filter_words_expected(w, "a value");
        buffer_add_text(&raw, bare);
        w->s += bare.n;
    }
    if (rc == 0)
        rc = type_value(w, test, begin, buffer_text(&raw), quoted);
    buffer_fini(&raw);
    return rc;
}
