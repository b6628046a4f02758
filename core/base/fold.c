// SPDX-License-Identifier: MIT
#include "core/base/fold.h"

#include "core/base/array.h"
#include "core/base/utf8.h"

enum {
    LATIN_FIRST = 0xC0,
    LATIN_LAST = 0x24F,
    LATIN_MORE = 0x1E00, /* Latin Extended Additional: Vietnamese among others */
    LATIN_MORE_LAST = 0x1EFF,
    SHARP_S = 0xDF,
    CAPITAL_SHARP_S = 0x1E9E,
};

// clang-format off
/*
 * The plain letters for accented Latin letters, by code point from U+00C0; empty if there are
 * none.
 */
static const char latin[LATIN_LAST - LATIN_FIRST + 1][3] = {
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i", "d", "n",
    "o", "o", "o", "o", "o", "x", "o", "u", "u", "u", "u", "y", "th", "ss", "a", "a", "a", "a",
    "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i", "d", "n", "o", "o", "o", "o",
    "o", "/", "o", "u", "u", "u", "u", "y", "th", "y", "a", "a", "a", "a", "a", "a", "c", "c",
    "c", "c", "c", "c", "c", "c", "d", "d", "d", "d", "e", "e", "e", "e", "e", "e", "e", "e",
    "e", "e", "g", "g", "g", "g", "g", "g", "g", "g", "h", "h", "h", "h", "i", "i", "i", "i",
    "i", "i", "i", "i", "i", "i", "ij", "ij", "j", "j", "k", "k", "k", "l", "l", "l", "l", "l",
    "l", "", "", "l", "l", "n", "n", "n", "n", "n", "n", "n", "n", "n", "o", "o", "o", "o", "o",
    "o", "oe", "oe", "r", "r", "r", "r", "r", "r", "s", "s", "s", "s", "s", "s", "s", "s", "t",
    "t", "t", "t", "t", "t", "u", "u", "u", "u", "u", "u", "u", "u", "u", "u", "u", "u", "w",
    "w", "y", "y", "y", "z", "z", "z", "z", "z", "z", "s", "", "", "", "", "", "", "", "", "",
    "", "", "", "", "", "", "e", "", "", "f", "", "", "", "", "", "", "", "", "", "", "", "", "",
    "o", "o", "", "", "", "", "", "", "", "", "", "", "", "", "", "u", "u", "", "", "", "", "",
    "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
    "a", "a", "i", "i", "o", "o", "u", "u", "u", "u", "u", "u", "u", "u", "u", "u", "", "a", "a",
    "a", "a", "", "", "", "", "g", "g", "k", "k", "o", "o", "o", "o", "", "", "j", "", "", "",
    "g", "g", "", "", "n", "n", "a", "a", "", "", "", "", "a", "a", "a", "a", "e", "e", "e", "e",
    "i", "i", "i", "i", "o", "o", "o", "o", "r", "r", "r", "r", "u", "u", "u", "u", "s", "s",
    "t", "t", "", "", "h", "h", "", "", "", "", "", "", "a", "a", "e", "e", "o", "o", "o", "o",
    "o", "o", "o", "o", "y", "y", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
    "", "", "", "", "", "", "", "", "", "", "", "",
};

/* The same from U+1E00, always a single letter; a blank if there is none. */
static const char latin_more[LATIN_MORE_LAST - LATIN_MORE + 2] =
    "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
    "mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
    "wwwwwwwwwwxxxxyyzzzzzzhtwyassss aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
    "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy      ";

/* Greek letters with marks, and the sigma at the end of a word. */
static const struct {
    unsigned point, plain;
} greek[] = {
    {0x386, 0x3B1}, {0x388, 0x3B5}, {0x389, 0x3B7}, {0x38A, 0x3B9}, {0x38C, 0x3BF}, {0x38E, 0x3C5},
    {0x38F, 0x3C9}, {0x390, 0x3B9}, {0x3AA, 0x3B9}, {0x3AB, 0x3C5}, {0x3AC, 0x3B1}, {0x3AD, 0x3B5},
    {0x3AE, 0x3B7}, {0x3AF, 0x3B9}, {0x3B0, 0x3C5}, {0x3C2, 0x3C3}, {0x3CA, 0x3B9}, {0x3CB, 0x3C5},
    {0x3CC, 0x3BF}, {0x3CD, 0x3C5}, {0x3CE, 0x3C9},
};
// clang-format on

/* Reads a code point; if it is not valid UTF-8, gives the first byte. @return bytes read */
static size_t read_point(const char *s, size_t n, uint32_t *point)
{
    const size_t length = utf8_next(s, n);
    *point = length ? utf8_code(s, length) : (unsigned char)*s;
    return length ? length : 1;
}

static bool is_within(unsigned point, unsigned first, unsigned last)
{
    return point >= first && point <= last;
}

static unsigned fold_greek(unsigned point)
{
    for (size_t i = 0; i < ARRAY_LEN(greek); i++) {
        if (point == greek[i].point)
            return greek[i].plain;
    }
    return is_within(point, 0x391, 0x3A9) ? point + 0x20 : point;
}

/* In Cyrillic a letter with a mark is a different letter, with one exception. */
static unsigned fold_cyrillic(unsigned point)
{
    if (is_within(point, 0x410, 0x42F))
        return point + 0x20;
    if (is_within(point, 0x400, 0x40F))
        point += 0x50;
    if (point == 0x451)
        return 0x435; /* Russians write either letter */
    if (point == 0x4C0)
        return 0x4CF;
    if (is_within(point, 0x4C1, 0x4CE)) /* pairs, capital first: here capitals are odd */
        return point + point % 2;
    if (is_within(point, 0x460, 0x481) || is_within(point, 0x48A, 0x52F)) /* here they are even */
        return point | 1;
    return point;
}

static unsigned fold_other(unsigned point)
{
    if (is_within(point, 0x370, 0x3FF))
        return fold_greek(point);
    if (is_within(point, 0x400, 0x52F))
        return fold_cyrillic(point);
    return is_within(point, 0x531, 0x556) ? point + 0x30 : point; /* Armenian */
}

/* Adds the plain letters for a Latin letter. @return false: it has none */
static bool add_latin(struct buffer *out, unsigned point)
{
    if (point == CAPITAL_SHARP_S)
        point = SHARP_S;
    const char *plain = "";
    if (is_within(point, LATIN_FIRST, LATIN_LAST))
        plain = latin[point - LATIN_FIRST];
    const char more =
        is_within(point, LATIN_MORE, LATIN_MORE_LAST) ? latin_more[point - LATIN_MORE] : ' ';
    if (more != ' ')
        buffer_add_char(out, more);
    else
        buffer_add_string(out, plain);
    return *plain || more != ' ';
}

void fold_text(struct buffer *out, struct text t)
{
    for (size_t i = 0; i < t.n;) {
        if ((unsigned char)t.s[i] < 0x80) {
            char c = t.s[i++];
            buffer_add_char(out, c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c);
            continue;
        }
        uint32_t point;
        i += read_point(t.s + i, t.n - i, &point);
        if (point >= 0x300 && point <= 0x36F)
            continue; /* combining marks */
        if (!add_latin(out, point))
            utf8_add(fold_other(point), out);
    }
}

/* A small letter follows its capital; beyond Latin-1 its code point is mostly odd. */
bool fold_is_capital(uint32_t point)
{
    if (point < 0x100)
        return point >= 0xC0 && point <= 0xDE;
    if (point >= 0x1E00 && point <= 0x1EFF)
        return point % 2 == 0 && !(point >= 0x1E96 && point <= 0x1E9D);
    bool odd = (point >= 0x139 && point <= 0x148) || (point >= 0x179 && point <= 0x17E);
    return point <= 0x17F && (point % 2 == 1) == odd;
}

/* The letters of Greek, Cyrillic and Armenian that have a small and a capital form. */
static bool has_case(uint32_t point)
{
    return is_within(point, 0x386, 0x3CE) || is_within(point, 0x400, 0x481)
           || is_within(point, 0x48A, 0x52F) || is_within(point, 0x531, 0x556)
           || is_within(point, 0x561, 0x587);
}

static bool is_capital_of(uint32_t point)
{
    if (is_within(point, 0x370, 0x3FF))
        return point <= 0x3AB && point != 0x390;
    return is_within(point, 0x400, 0x42F) || (point >= 0x460 && fold_other(point) != point);
}

unsigned fold_count_capitals(struct text t, bool *small)
{
    unsigned capitals = 0;
    *small = false;
    for (size_t i = 0; i < t.n;) {
        uint32_t point;
        i += read_point(t.s + i, t.n - i, &point);
        bool capital, cased = true;
        if (point < 0x80) {
            capital = point >= 'A' && point <= 'Z';
            cased = capital || (point >= 'a' && point <= 'z');
        } else if (is_within(point, LATIN_FIRST, 0x17F)
                   || is_within(point, LATIN_MORE, LATIN_MORE_LAST)) {
            capital = fold_is_capital(point);
        } else {
            cased = has_case(point);
            capital = cased && is_capital_of(point);
        }
        capitals += capital;
        *small = *small || (cased && !capital);
    }
    return capitals;
}
