// SPDX-License-Identifier: MIT
#include "core/base/fold.h"

enum { LATIN_FIRST = 0xC0, LATIN_LAST = 0x24F };

// clang-format off
/*
 * The plain letters of accented Latin letters, by code point from U+00C0; empty if there are
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
// clang-format on

/* Reads a code point; anything but UTF-8 gives its first byte. @return bytes read */
static size_t read_point(const unsigned char *s, size_t n, unsigned *point)
{
    size_t more = s[0] >= 0xF0 ? 3 : s[0] >= 0xE0 ? 2 : s[0] >= 0xC2 ? 1 : 0;
    *point = s[0];
    if (more == 0 || more >= n)
        return 1;
    unsigned value = s[0] & (0x3Fu >> more);
    for (size_t i = 1; i <= more; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 1;
        value = value << 6 | (s[i] & 0x3Fu);
    }
    *point = value;
    return more + 1;
}

static void add_point(struct buffer *out, unsigned point)
{
    if (point < 0x80) {
        buffer_add_char(out, (char)point);
    } else if (point < 0x800) {
        buffer_add_char(out, (char)(0xC0 | point >> 6));
        buffer_add_char(out, (char)(0x80 | (point & 0x3F)));
    } else {
        if (point >= 0x10000)
            buffer_add_char(out, (char)(0xF0 | point >> 18));
        buffer_add_char(
            out, (char)(point >= 0x10000 ? 0x80 | (point >> 12 & 0x3F) : 0xE0 | point >> 12));
        buffer_add_char(out, (char)(0x80 | (point >> 6 & 0x3F)));
        buffer_add_char(out, (char)(0x80 | (point & 0x3F)));
    }
}

static unsigned lower_case(unsigned point)
{
    if (point >= 0x391 && point <= 0x3A9)
        return point + 0x20; /* Greek */
    if (point >= 0x410 && point <= 0x42F)
        return point + 0x20; /* Cyrillic */
    if (point >= 0x400 && point <= 0x40F)
        point += 0x50;
    return point == 0x451 ? 0x435 : point; /* Russians write either */
}

void fold_text(struct buffer *out, struct text t)
{
    const unsigned char *s = (const unsigned char *)t.s;
    for (size_t i = 0; i < t.n;) {
        if (s[i] < 0x80) {
            char c = (char)s[i++];
            buffer_add_char(out, c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c);
            continue;
        }
        unsigned point;
        i += read_point(s + i, t.n - i, &point);
        if (point >= 0x300 && point <= 0x36F)
            continue; /* combining marks */
        if (point >= LATIN_FIRST && point <= LATIN_LAST && *latin[point - LATIN_FIRST])
            buffer_add_string(out, latin[point - LATIN_FIRST]);
        else
            add_point(out, lower_case(point));
    }
}
