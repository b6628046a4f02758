// SPDX-License-Identifier: MIT
/*
 * Results as text. Input is normalized first (no blanks, every colon and dash a hyphen, fractions
 * as digits); then it must be one of a few words.
 */
#include "core/game/result.h"

#include "core/base/array.h"
#include "core/base/ascii.h"

#include <stdlib.h>

enum { PLAIN_SIZE = 24 };

static const struct {
    const char *utf8, *plain;
} signs[] = {
    {"\xc2\xbd", "1/2"},   /* one half */
    {"\xe2\x80\x90", "-"}, /* hyphens and dashes */
    {"\xe2\x80\x91", "-"}, {"\xe2\x80\x92", "-"}, {"\xe2\x80\x93", "-"},
    {"\xe2\x80\x94", "-"}, {"\xe2\x88\x92", "-"}, /* minus */
    {"\xc2\xa0", ""},                             /* no-break space */
};

static const char *plain_sign(struct text t, size_t i, size_t *used)
{
    for (size_t k = 0; k < ARRAY_LEN(signs); k++) {
        size_t n = strlen(signs[k].utf8);
        if (t.n - i >= n && memcmp(t.s + i, signs[k].utf8, n) == 0) {
            *used = n;
            return signs[k].plain;
        }
    }
    return NULL;
}

/*
 * Normalizes t, dropping a remark in brackets at the end, as in "1-1 (tijd)", and a period.
 * @return whether that worked
 */
static bool make_plain(struct text t, char plain[PLAIN_SIZE])
{
    size_t n = 0;
    for (size_t i = 0; i < t.n;) {
        size_t used = 1;
        char own[2] = {t.s[i] == ':' ? '-' : t.s[i], '\0'};
        const char *sign = plain_sign(t, i, &used);
        if (own[0] == '(' && n && t.s[t.n - 1] == ')')
            break;
        if (!sign)
            sign = own[0] == ' ' || own[0] == '\t' ? "" : own;
        if (n + strlen(sign) >= PLAIN_SIZE)
            return false;
        memcpy(plain + n, sign, strlen(sign));
        n += strlen(sign);
        i += used;
    }
    while (n > 1 && plain[n - 1] == '.')
        n--;
    plain[n] = '\0';
    return true;
}

enum who { NOBODY, FIRST_WINS, SECOND_WINS, DRAWN, BOTH_LOSE };

static const struct {
    const char *plain;
    enum who who;
    enum result_type type;
} words[] = {
    {"2-0", FIRST_WINS, RESULT_TYPE_TWO},  {"0-2", SECOND_WINS, RESULT_TYPE_TWO},
    {"1-1", DRAWN, RESULT_TYPE_TWO},       {"1-0", FIRST_WINS, RESULT_TYPE_ONE},
    {"0-1", SECOND_WINS, RESULT_TYPE_ONE}, {"1/2-1/2", DRAWN, RESULT_TYPE_ONE},
    {"1/2", DRAWN, RESULT_TYPE_ONE},       {"0.5-0.5", DRAWN, RESULT_TYPE_ONE},
    {"0,5-0,5", DRAWN, RESULT_TYPE_ONE},   {"0-0", BOTH_LOSE, RESULT_TYPE_ANY},
};

static const char *const canonical[] = {"2-0", "0-2", "1-1", "1-0", "0-1", "1/2-1/2", "0-0", "*"};

static bool is_canonical(struct text t)
{
    for (size_t i = 0; i < ARRAY_LEN(canonical); i++)
        if (text_is(t, canonical[i]))
            return true;
    return false;
}

/* Two numbers that add up to 12, which is how the rounds of a title match are scored. */
static bool is_match_points(const char *plain, enum who *who)
{
    char *end;
    if (*plain < '0' || *plain > '9')
        return false;
    long a = strtol(plain, &end, 10);
    if (*end != '-' || end[1] < '0' || end[1] > '9')
        return false;
    long b = strtol(end + 1, &end, 10);
    *who = a > b ? FIRST_WINS : a < b ? SECOND_WINS : DRAWN;
    return !*end && a <= 12 && b == 12 - a; /* a + b could overflow: a number may have 20 digits */
}

static enum result of_sides(enum who who, enum side first)
{
    switch (who) {
    case FIRST_WINS:
        return result_won_by(first);
    case SECOND_WINS:
        return result_won_by(side_other(first));
    case DRAWN:
        return RESULT_DRAW;
    case BOTH_LOSE:
        return RESULT_BOTH_LOST;
    case NOBODY:
        break;
    }
    return RESULT_OTHER;
}

/* The quick way for results of three bytes, as nearly all are. */
static bool take_plain(enum side first, struct text t, struct result_words *out)
{
    if (t.n != 3 || t.s[1] != '-')
        return false;
    char a = t.s[0], b = t.s[2];
    enum who who = b == '0' && (a == '1' || a == '2')   ? FIRST_WINS
                   : a == '0' && (b == '1' || b == '2') ? SECOND_WINS
                   : a == '1' && b == '1'               ? DRAWN
                                                        : NOBODY;
    out->canonical = true;
    out->type = a == '2' || b == '2' || who == DRAWN ? RESULT_TYPE_TWO : RESULT_TYPE_ONE;
    out->result = of_sides(who, first);
    return who != NOBODY;
}

struct result_words result_parse(const struct rules *rules, struct text t)
{
    struct result_words out = {.result = RESULT_OTHER};
    if (take_plain(rules ? rules->first : WHITE, t, &out))
        return out;
    if (t.n == 1 && t.s[0] == '*')
        return (struct result_words){.result = RESULT_UNKNOWN, .canonical = true};
    out = (struct result_words){.result = RESULT_OTHER};
    enum side first = rules ? rules->first : WHITE;
    char plain[PLAIN_SIZE];
    enum who who;
    out.canonical = is_canonical(t);
    if (!t.n || !make_plain(t, plain)) {
        out.result = t.n ? RESULT_OTHER : RESULT_NONE;
        return out;
    }
    if (!strcmp(plain, "*") || !strcmp(plain, "?") || !strcmp(plain, "-") || !plain[0]) {
        out.result = RESULT_UNKNOWN;
        return out;
    }
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (!strcmp(plain, words[i].plain)) {
            out.result = of_sides(words[i].who, first);
            out.type = words[i].type;
            return out;
        }
    }
    if (is_match_points(plain, &who)) {
        out.result = of_sides(who, first);
        out.match_points = true;
    }
    return out;
}

bool result_is_score(struct text t)
{
    unsigned numbers[2] = {0}, i = 0;
    if (t.n > 5)
        return false;
    for (size_t k = 0; k < t.n; k++) {
        if (t.s[k] == '-' && !i && numbers[0])
            i++;
        else if (ascii_is_digit(t.s[k]) && (numbers[i] || t.s[k] != '0'))
            numbers[i] = numbers[i] * 10 + (unsigned)(t.s[k] - '0');
        else
            return false;
    }
    const unsigned sum = numbers[0] + numbers[1];
    return numbers[1] && (sum == 3 || sum == 10 || sum == 12);
}

struct text result_remark(struct text t)
{
    const char *open = t.n ? memchr(t.s, '(', t.n) : NULL;
    return open ? (struct text){open, (size_t)(t.s + t.n - open)} : (struct text){0};
}

void result_add_form(struct text form, struct text written, struct buffer *out)
{
    const struct text remark = result_remark(written);
    buffer_add_text(out, form);
    buffer_add_string(out, remark.n ? " " : "");
    buffer_add_text(out, remark);
}

enum result result_read(const struct rules *rules, struct text t)
{
    return result_parse(rules, t).result;
}

const char *result_word(const struct rules *rules, enum result result, enum result_type type)
{
    bool two = type == RESULT_TYPE_TWO
               || (type == RESULT_TYPE_ANY && (!rules || rules->two_point_results));
    enum side first = rules ? rules->first : WHITE;
    switch (result) {
    case RESULT_WHITE:
    case RESULT_BLACK:
        if ((result == RESULT_WHITE) == (first == WHITE))
            return two ? "2-0" : "1-0";
        return two ? "0-2" : "0-1";
    case RESULT_DRAW:
        return two ? "1-1" : "1/2-1/2";
    case RESULT_BOTH_LOST:
        return "0-0";
    case RESULT_NONE:
    case RESULT_UNKNOWN:
    case RESULT_OTHER:
        break;
    }
    return "*";
}

const char *result_write(const struct rules *rules, enum result result)
{
    return result_word(rules, result, RESULT_TYPE_ANY);
}

/* Reads a share of a game, `1.02`. @return the place after it; NULL: there is none */
static const char *read_hundredths(const char *p, int *hundredths)
{
    for (int i = 0; i < 4; i++)
        if (i == 1 ? p[i] != '.' : p[i] < '0' || p[i] > '9')
            return NULL;
    *hundredths = (p[0] - '0') * 100 + (p[2] - '0') * 10 + (p[3] - '0');
    return p + 4;
}

/* `1.01-0.99`: shares that add up to 2. PDN 3.0 has some with a minus before it, by mistake. */
static bool is_shared(const char *plain)
{
    int a = 0, b = 0;
    const char *p = read_hundredths(plain + (*plain == '-'), &a);
    p = p && *p == '-' ? read_hundredths(p + 1, &b) : NULL;
    return p && !*p && a + b == 200;
}

bool result_has_format(struct text t, struct text format)
{
    char plain[PLAIN_SIZE];
    if (!make_plain(t, plain))
        return false;
    if (text_is(format, "Plus draw"))
        return strcmp(plain, "1+-1-") == 0 || strcmp(plain, "1--1+") == 0;
    if (text_is(format, "Delfts"))
        return strcmp(plain, "11/2-1/2") == 0 || strcmp(plain, "1/2-11/2") == 0;
    return !text_is(format, "Goes") || is_shared(plain);
}
