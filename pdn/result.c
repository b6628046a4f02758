// SPDX-License-Identifier: MIT
/*
 * Telling results from moves. A result is two shares with a hyphen or colon between them. It is not
 * a move if a share is a square that no board has (0), if it is 1-1, or if a share is not a whole
 * number. Sources: PDN 3.0, "Results" and "ResultFormat"; spellings found in files.
 */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/text.h"
#include "pdn/scan.h"

enum share_kind { SHARE_WHOLE, SHARE_HALF, SHARE_DECIMAL, SHARE_SIGNED };

struct share {
    enum share_kind kind;
    bool comma; /* it has a comma instead of a decimal point */
    unsigned hundredths;
    const char *digits; /* of a share that is a whole number */
    const char *end;
};

static bool is_half(const char *p, const char *end, unsigned *n)
{
    if (end - p >= 3 && p[0] == '1' && p[1] == '/' && p[2] == '2')
        *n = 3;
    else if (end - p >= 2 && (uint8_t)p[0] == 0xC2 && (uint8_t)p[1] == 0xBD) /* U+00BD */
        *n = 2;
    else
        return false;
    return true;
}

static const char *skip_few_blanks(const char *p, const char *end)
{
    for (unsigned i = 0; i < 3 && p < end && (*p == ' ' || *p == '\t'); i++)
        p++;
    return p;
}

/* Reads `1`, `1/2`, `1 1/2`, `1.01`, `1+`, `1-`. @param comma whether to accept `0,5` as well */
static bool read_share(const char *p, const char *end, bool comma, struct share *out)
{
    unsigned half;
    *out = (struct share){.digits = p};
    if (is_half(p, end, &half)) {
        *out = (struct share){.kind = SHARE_HALF, .hundredths = 50, .digits = p, .end = p + half};
        return true;
    }
    while (p < end && ascii_is_digit(*p) && p - out->digits < 4)
        out->hundredths = out->hundredths * 10 + (unsigned)(*p++ - '0') * 100;
    if (p == out->digits)
        return false;
    out->end = p;
    const char *after = skip_few_blanks(p, end);
    if (out->hundredths == 100 && is_half(after, end, &half)) {
        *out = (struct share){
            .kind = SHARE_HALF, .hundredths = 150, .digits = out->digits, .end = after + half};
    } else if (p - out->digits == 1 && end - p >= 2 && (*p == '.' || (comma && *p == ','))
               && ascii_is_digit(p[1])) {
        out->comma = *p == ',';
        bool two = end - p >= 3 && ascii_is_digit(p[2]);
        out->kind = SHARE_DECIMAL;
        out->hundredths += (unsigned)(p[1] - '0') * 10 + (two ? (unsigned)(p[2] - '0') : 0);
        out->end = p + (two ? 3 : 2);
    } else if (out->hundredths == 100 && p < end && *p == '+') {
        out->kind = SHARE_SIGNED;
        out->end = p + 1;
    }
    return true;
}

/* The length of `1- - 1+` or `1+ - 1-`, which whole_length cannot take apart. */
static size_t signed_length(const char *p, const char *end)
{
    static const char *const words[] = {"1+ - 1-", "1- - 1+", "1+-1-", "1--1+"};
    for (unsigned i = 0; i < ARRAY_LEN(words); i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(end - p) >= n && memcmp(p, words[i], n) == 0)
            return n;
    }
    return 0;
}

/* Whether two whole shares certainly are not a move. */
static bool no_move(unsigned a, unsigned b) { return a == 0 || b == 0 || (a == 100 && b == 100); }

/*
 * The length of a result of two whole numbers: one that cannot be a move, or a proper result with
 * the next game's `1.` or `01.` attached to it.
 */
static size_t whole_length(const char *p, const char *end, const struct share *a,
                           const struct share *b)
{
    size_t run = (size_t)(b->end - b->digits);
    bool dot = b->end < end && *b->end == '.';
    if (dot && run >= 2 && run <= 3 && a->end - a->digits == 1) {
        unsigned first = (unsigned)(b->digits[0] - '0') * 100;
        bool is_one = b->end[-1] == '1' && (run == 2 || b->digits[1] == '0');
        bool draw = a->hundredths == first && first <= 100;
        bool win = (a->hundredths == 0 || first == 0) && a->hundredths + first <= 200;
        if (is_one && (draw || win))
            return (size_t)(b->digits + 1 - p);
    }
    if (a->end - a->digits > 2 || run > 2 || (run == 2 && b->digits[0] == '0')
        || (a->end - a->digits == 2 && a->digits[0] == '0'))
        return 0;
    if (end - b->end >= 2 && (*b->end == '-' || *b->end == 'x' || *b->end == ':')
        && ascii_is_digit(b->end[1]))
        return 0; /* a path */
    /* points of a round, such as 12-0, have this maximum; `0-14` is a move that has lost a digit */
    enum { MOST = 12 * 100 };
    bool possible = a->hundredths <= MOST && b->hundredths <= MOST;
    return possible && no_move(a->hundredths, b->hundredths) ? (size_t)(b->end - p) : 0;
}

size_t pdn_result_length(const char *p, const char *end)
{
    struct share a, b;
    if (p < end && *p == '1') {
        size_t n = signed_length(p, end);
        if (n > 0)
            return n;
    }
    bool minus = p < end && *p == '-'; /* -0.98-1.02, which PDN itself has */
    if (!read_share(p + minus, end, true, &a) || (minus && a.kind != SHARE_DECIMAL))
        return 0;
    const char *sign = skip_few_blanks(a.end, end), *after;
    unsigned dash = pdn_dash_length(sign, end);
    bool has_sign = sign < end && (*sign == '-' || *sign == ':' || dash > 0);
    size_t alone = a.kind == SHARE_HALF && a.hundredths == 50 ? (size_t)(a.end - p) : 0;
    if (!has_sign)
        return alone;
    if (sign == a.end) /* 1/2-1}2 is a broken result, not a draw and a dash */
        alone = 0;
    after = skip_few_blanks(sign + (dash ? dash : 1), end);
    if (!read_share(after, end, a.comma, &b))
        return alone;
    if (a.kind == SHARE_WHOLE && b.kind == SHARE_WHOLE)
        return whole_length(p, end, &a, &b);
    if (a.kind == SHARE_DECIMAL && b.kind == SHARE_DECIMAL && a.comma == b.comma) {
        unsigned sum = a.hundredths + b.hundredths;
        return sum == 100 || sum == 200 ? (size_t)(b.end - p) : 0;
    }
    if (a.kind == SHARE_HALF && b.kind == SHARE_HALF)
        return (size_t)(b.end - p);
    return alone;
}
