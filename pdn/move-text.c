// SPDX-License-Identifier: MIT
#include "pdn/move-text.h"

#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "core/board/notation.h"
#include "pdn/scan.h"

#include <string.h>

enum { BLANKS_IN_MOVE = 3, LISTED_MAX = 200, MARKS_MAX = 16 };

static const char *skip_few(const char *p, const char *end)
{
    for (unsigned i = 0; i < BLANKS_IN_MOVE && p < end; i++) {
        unsigned wide = pdn_nonascii_space_length(p, end);
        if (wide == 0 && *p != ' ' && *p != '\t')
            break;
        p += wide ? wide : 1;
    }
    return p;
}

const char *pdn_skip_line_break(const char *p, const char *end)
{
    const char *line = p < end && (*p == '\n' || *p == '\r') ? p + 1 : p;
    line += end - p >= 2 && p[0] == '\r' && p[1] == '\n';
    const char *q = line;
    if (line > p && q < end && *q == '>')
        while (q < end && q - line < MARKS_MAX && (*q == '>' || *q == ' '))
            q++;
    return q;
}

size_t pdn_digits_at(const char *p, const char *end)
{
    const char *q = p;
    while (q < end && ascii_is_digit(*q))
        q++;
    return (size_t)(q - p);
}

/* The length of a square in numbers or letters; 0 if there is none. */
static size_t square_length(const char *p, const char *end)
{
    size_t n = pdn_digits_at(p, end);
    if (n > 0) /* no board has a square 0: this is part of a result */
        return n <= 2 && (p[0] != '0' || p[n - 1] != '0') ? n : 0;
    if (p < end && ascii_is_letter(*p) && (*p | 32) <= 'j') {
        n = pdn_digits_at(p + 1, end);
        return n == 1 || n == 2 ? n + 1 : 0;
    }
    return 0;
}

/* The sign between squares: - x X : and their typographic forms. */
static size_t sign_length(const char *p, const char *end)
{
    if (p == end)
        return 0;
    if (*p == '-' || *p == 'x' || *p == 'X' || *p == ':')
        return 1;
    unsigned length;
    notation_nonascii_sign(p, end, &length);
    return length;
}

const char *pdn_skip_listed(const char *p, const char *end)
{
    const char *q = skip_few(p, end);
    if (q == end || *q != '<')
        return p;
    for (const char *stop = q + LISTED_MAX; ++q < end && q < stop;) {
        if (*q == '>')
            return q + 1;
        if (!ascii_is_alnum(*q) && *q != ',' && *q != ' ')
            break;
    }
    return p;
}

static bool continues_word(const char *p, const char *end) { return p < end && ascii_is_alnum(*p); }

static bool is_file(char c) { return ascii_is_letter(c) && (c | 32) <= 'h'; }

/* After the `gf4` or `g:f4` at p, file of origin and target square; NULL if there is none. */
static const char *skip_short_letters(const char *p, const char *end)
{
    if (p == end || !is_file(*p))
        return NULL;
    const char *q = p + 1 + sign_length(p + 1, end);
    bool is_square = end - q >= 2 && is_file(q[0]) && q[1] >= '1' && q[1] <= '8';
    return is_square ? q + 2 : NULL;
}

/* The length of `gf4`, `g:f4` or `gf4x`; 0 if there is none. */
static size_t short_letters_length(const char *p, const char *end)
{
    const char *q = skip_short_letters(p, end);
    if (!q)
        return 0;
    size_t sign = sign_length(q, end);
    if (sign > 0 && square_length(q + sign, end) > 0)
        return 0;
    q += q < end && (*q == 'x' || *q == ':');
    return continues_word(q, end) ? 0 : (size_t)(q - p);
}

/*
 * Whether there is a move like `14-23` at p: two squares with a sign and nothing else between them.
 */
static bool is_plain_move(const char *p, const char *end)
{
    size_t first = square_length(p, end), sign = first ? sign_length(p + first, end) : 0;
    return sign > 0 && square_length(p + first + sign, end) > 0;
}

static bool is_capture_sign(const char *p, const char *end)
{
    return sign_length(p, end) > 0 && *p != '-' && pdn_dash_length(p, end) == 0;
}

/*
 * Where the sign after a square that ends at q stands. Blanks may precede the first sign, and in a
 * capture the others too, as in `32 x 23 x 14`: no move begins with such a sign.
 */
static const char *next_sign(const char *q, bool first, bool capture, const char *end)
{
    const char *sign = skip_few(q, end);
    return first || (capture && is_capture_sign(sign, end)) ? sign : q;
}

/* Whether two squares with a hyphen are at p, and no capture continues from them. */
static bool is_quiet_move(const char *p, const char *end)
{
    size_t n = square_length(p, end);
    return n > 0 && p + n < end && p[n] == '-' && square_length(p + n + 1, end) > 0;
}

/*
 * Whether there is a line break inside the move whose first square ends at q, as mail programs and
 * word processors insert it: before the sign, `14\nx23`, or after it, `14x\n23`. Nothing else may
 * stand between the parts. A colon is no sign between numbers, as in `Round 3:\n12 games`;
 * `37-\n32-28` is the remains of one move, followed by another.
 */
static bool is_wrapped(const char *q, bool letters, const char *end)
{
    const char *sign = pdn_skip_line_break(q, end), *after = sign + sign_length(sign, end);
    const char *next = pdn_skip_line_break(after, end);
    if (after == sign || (sign > q) == (next > after) || (*sign == ':' && !letters))
        return false;
    const size_t n = square_length(next, end);
    const bool is_draw = q[-1] == '1' && n == 1 && *next == '1';
    return n > 0 && !is_draw && !is_quiet_move(next, end) && pdn_result_length(next, end) == 0;
}

/*
 * Whether the sign of n bytes at p, after two squares or more, ends a capture: `c3-c5x h7-h6`. In
 * `28x19x 8x17` the blank takes the place of a digit; after a hyphen, as in `24-6x 2x27`, no square
 * is left out.
 * @param capture whether the sign before it is that of a capture
 * @param next    what follows it apart from a few blanks
 */
static bool is_last_sign(const char *p, size_t n, bool capture, const char *next, const char *end)
{
    if (n == 0 || !is_capture_sign(p, end) || continues_word(p + n, end))
        return false;
    return (!capture && next > p + n) || square_length(next, end) == 0
           || pdn_move_number(next, end) > 0
           || (pdn_digits_at(next, end) != 1 && is_plain_move(next, end))
           || is_quiet_move(next, end);
}

/* Whether a result begins at p, whatever follows its two shares: `1-1` in `1-1.5`. */
static bool is_result(const char *p, const char *end)
{
    size_t n = square_length(p, end), sign = n ? sign_length(p + n, end) : 0;
    size_t m = sign ? square_length(p + n + sign, end) : 0;
    return pdn_result_length(p, end) > 0
           || (m > 0 && pdn_result_length(p, p + n + sign + m) == n + sign + m);
}

size_t pdn_move_length(const char *p, const char *end)
{
    size_t first = square_length(p, end), n;
    if (first == 0) {
        bool bare = pdn_digits_at(p, end) == 4 && sign_length(p + 4, end) == 0; /* 3228 */
        return bare ? 4 : short_letters_length(p, end);
    }
    const char *q = p + first;
    bool letters = ascii_is_letter(*p), capture = false;
    unsigned squares = 1;
    for (;; squares++) {
        const bool wrapped = squares == 1 && is_wrapped(q, letters, end);
        const char *sign =
            wrapped ? pdn_skip_line_break(q, end) : next_sign(q, squares == 1, capture, end);
        size_t length = sign_length(sign, end);
        const char *next = sign + length;
        next = wrapped ? pdn_skip_line_break(next, end) : skip_few(next, end);
        if (squares > 1 && is_last_sign(sign, length, capture, next, end)) {
            q = sign == q ? sign + length : q;
            break;
        }
        capture = is_capture_sign(sign, end);
        if (length == 0) {
            if (!letters || sign > q)
                break;
            next = q; /* a3b4 */
        }
        n = square_length(next, end);
        if (n == 0 || (length == 0 && !ascii_is_letter(*next)))
            break;
        bool blanks = next > q + length;
        if (blanks && (next + n < end && next[n] == '.'))
            break; /* it is the next move's number */
        if (blanks && squares > 1 && is_result(next, end))
            break; /* 22-17- 1-0 */
        q = next + n;
    }
    if (squares > 1 && q < end && *q == 'K' && !continues_word(q + 1, end))
        q++; /* d6d8K: crowns */
    return squares > 1 ? (size_t)(pdn_skip_listed(q, end) - p) : 0;
}

size_t pdn_bracketed_length(const char *p, const char *end)
{
    size_t n = short_letters_length(p + 1, end);
    bool capture = n == 4 && p[n] == 'x';
    return capture && end - p > 5 && p[5] == ')' ? 6 : 0;
}

uint32_t pdn_move_number(const char *p, const char *end)
{
    uint32_t number = 0;
    const char *q = p;
    for (; q < end && ascii_is_digit(*q); q++)
        number = number < 1000000 ? number * 10 + (uint32_t)(*q - '0') : number;
    return q > p && q < end && *q == '.' ? number : 0;
}

size_t pdn_decimal_length(const char *p, const char *end)
{
    size_t whole = pdn_digits_at(p, end);
    const char *point = p + whole;
    if (whole == 0 || end - point < 2 || (*point != '.' && *point != ','))
        return 0;
    size_t n = pdn_digits_at(point + 1, end);
    const char *after = point + 1 + n;
    bool alone = after == end || pdn_byte_kind(*after) <= BYTE_BACKSLASH;
    bool is_move = (n > 2 && *p != '0') || pdn_move_length(point + 1, end) > 0;
    return n > 0 && alone && !is_move ? whole + 1 + n : 0;
}

size_t pdn_garbled_length(const char *p, const char *end)
{
    enum { LONGEST = 11 };
    const char *q = p;
    bool letters = is_file(*p) && (square_length(p, end) > 0 || skip_short_letters(p, end));
    unsigned digits = 0, signs = 0, length = 0;
    for (; q < end && q - p <= LONGEST; q += length) {
        bool of_square = ascii_is_digit(*q) || (letters && is_file(*q));
        length = of_square ? 1 : (unsigned)sign_length(q, end);
        digits += of_square;
        signs += length && !of_square && q > p && ascii_is_digit(q[-1]);
        if (length == 0)
            break;
    }
    bool ends = q == end || pdn_byte_kind(*q) <= BYTE_BACKSLASH;
    bool is_move = signs > 0 && digits > 2 && ascii_is_digit(q[-1]);
    return ends && is_move && q - p <= LONGEST ? (size_t)(q - p) : 0;
}

size_t pdn_odd_sign_length(const char *p, const char *end)
{
    static const char signs[] = "*~=+_'";
    enum { SIGN_MAX = 3 };
    size_t first = pdn_digits_at(p, end), sign = 0;
    const char *q = p + first;
    while (q + sign < end && sign < SIGN_MAX && q[sign] && strchr(signs, q[sign]))
        sign++;
    if (sign == 0 && q < end && (uint8_t)*q >= 0x80 && pdn_nonascii_space_length(q, end) == 0)
        sign = utf8_next(q, (size_t)(end - q));
    q += sign;
    size_t second = pdn_digits_at(q, end);
    bool squares = first <= 2 && second > 0 && second <= 2 && *p != '0' && *q != '0';
    bool ends = q + second == end || pdn_byte_kind(q[second]) <= BYTE_BACKSLASH;
    return sign > 0 && squares && ends && first + second > 2 && pdn_move_length(p, end) == 0
                   && pdn_move_length(q, end) == 0
               ? first + sign + second
               : 0;
}
