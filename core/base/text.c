// SPDX-License-Identifier: MIT
#include "core/base/text.h"

#include "core/base/ascii.h"
#include "core/base/err.h"

#include <limits.h>
#include <stdio.h>

bool text_same_nocase(struct text a, struct text b)
{
    if (a.n != b.n)
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (ascii_lower(a.s[i]) != ascii_lower(b.s[i]))
            return false;
    return true;
}

bool text_is_nocase(struct text a, const char *b) { return text_same_nocase(a, text_of(b)); }

static bool continues(const char *p, unsigned n)
{
    while (--n > 0)
        if (((uint8_t) * ++p & 0xC0) != 0x80)
            return false;
    return true;
}

unsigned text_nonascii_letter(const char *p, const char *end)
{
    uint8_t a = (uint8_t)p[0], b = end - p >= 2 ? (uint8_t)p[1] : 0;
    bool two = a >= 0xC3 && a <= 0xDF && !(a == 0xC3 && (b == 0x97 || b == 0xB7));
    bool three = a == 0xE0 || a == 0xE1 || (a == 0xE3 && b != 0x80) || (a > 0xE3 && a <= 0xED);
    unsigned n = two ? 2 : three ? 3 : 0;
    return n > 0 && end - p >= (ptrdiff_t)n && continues(p, n) ? n : 0;
}

struct text text_trim(struct text t)
{
    while (t.n && ascii_is_space(t.s[0]))
        t.s++, t.n--;
    while (t.n && ascii_is_space(t.s[t.n - 1]))
        t.n--;
    return t;
}

/*
 * Eight bytes at a time: each lane of `lanes` counts one byte of the words, at most 255 times
 * before it is added up.
 */
static size_t count_byte(const char *s, size_t n, unsigned char c)
{
    const uint64_t ones = 0x0101010101010101U, low = 0x7f7f7f7f7f7f7f7fU;
    size_t count = 0, at = 0;
    while (n - at >= 8) {
        uint64_t lanes = 0;
        for (int i = 0; i < 255 && n - at >= 8; i++, at += 8) {
            uint64_t word;
            memcpy(&word, s + at, 8);
            word ^= ones * c;
            word = ~(((word & low) + low) | word); /* high bit set in each byte that was c */
            lanes += (word >> 7) & ones;
        }
        /* Sums of two lanes fit 16 bits; the product adds the four of them up. */
        lanes = (lanes & 0x00ff00ff00ff00ffU) + (lanes >> 8 & 0x00ff00ff00ff00ffU);
        count += (size_t)(lanes * 0x0001000100010001U >> 48);
    }
    for (; at < n; at++)
        count += (unsigned char)s[at] == c;
    return count;
}

uint64_t text_count_lines(struct text t)
{
    size_t lone = 0; /* CRs without LF: hardly any file has them */
    const char *p = t.s, *end = t.s + t.n;
    while (p < end && (p = memchr(p, '\r', (size_t)(end - p)))) {
        p++;
        lone += p == end || *p != '\n';
    }
    return count_byte(t.s, t.n, '\n') + lone;
}

/* Whether a CR LF is cut in two after n bytes. */
static bool cuts_line_end(struct text t, size_t n)
{
    return n && n < t.n && t.s[n - 1] == '\r' && t.s[n] == '\n';
}

struct text text_take_line(struct text *rest)
{
    struct text line = {rest->s, 0};
    while (line.n < rest->n && line.s[line.n] != '\n' && line.s[line.n] != '\r')
        line.n++;
    size_t taken = line.n + (line.n < rest->n);
    if (taken < rest->n && line.s[line.n] == '\r' && line.s[taken] == '\n')
        taken++;
    *rest = (struct text){rest->s + taken, rest->n - taken};
    return line;
}

void text_move_place(struct text t, size_t n, struct src_pos *at)
{
    const bool cut = cuts_line_end(t, n); /* then the line ends after the n bytes */
    const uint64_t lines = text_count_lines((struct text){t.s, n}) - cut;
    size_t begin = n - cut;
    while (lines && t.s[begin - 1] != '\n' && t.s[begin - 1] != '\r')
        begin--;
    at->line += (unsigned)lines;
    at->col = lines ? (unsigned)(n - begin) + 1 : at->col + (unsigned)n;
}

bool text_number(struct text t, unsigned max, unsigned *out)
{
    uint64_t number = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (!ascii_is_digit(t.s[i]))
            return false;
        number = number * 10 + (unsigned)(t.s[i] - '0');
        if (number > max)
            return false;
    }
    if (t.n)
        *out = (unsigned)number;
    return t.n > 0;
}

void text_drop_common(struct text *a, struct text *b)
{
    size_t i = 0;
    while (i < a->n && i < b->n && a->s[i] == b->s[i])
        i++;
    *a = (struct text){a->s + i, a->n - i};
    *b = (struct text){b->s + i, b->n - i};
    while (a->n && b->n && a->s[a->n - 1] == b->s[b->n - 1])
        a->n--, b->n--;
}

enum { DISTANCE_ROOM = 48 }; /* no name of ours is longer */

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

unsigned text_distance(struct text a, struct text b)
{
    unsigned rows[3][DISTANCE_ROOM + 1], *older = rows[0], *old = rows[1], *now = rows[2];
    if (a.n > DISTANCE_ROOM || b.n > DISTANCE_ROOM)
        return UINT_MAX;
    for (unsigned j = 0; j <= b.n; j++)
        old[j] = j;
    for (size_t i = 1; i <= a.n; i++) {
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b.n; j++) {
            char x = ascii_lower(a.s[i - 1]), y = ascii_lower(b.s[j - 1]);
            now[j] = least(least(old[j], now[j - 1]) + 1, old[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == ascii_lower(b.s[j - 2]) && ascii_lower(a.s[i - 2]) == y)
                now[j] = least(now[j], older[j - 2] + 1);
        }
        unsigned *spare = older;
        older = old;
        old = now;
        now = spare;
    }
    return old[b.n];
}

int text_nearest(const char *word, const char *const *words, size_t n)
{
    int best = -1;
    size_t length = strlen(word);
    unsigned limit = length <= 5 ? 1 : length <= 8 ? 2 : 3; /* `elo` is not meant to be `Nero` */
    if (length == 0)
        return -1;
    for (size_t i = 0; i < n; i++) {
        unsigned d = text_distance(text_of(word), text_of(words[i]));
        if (d <= limit && d < length) {
            best = (int)i;
            limit = d ? d - 1 : 0;
            if (d == 0)
                break;
        }
    }
    return best;
}

void text_list_words(const char *const *words, size_t n, char *out, size_t room)
{
    size_t used = 0;
    *out = '\0';
    for (size_t i = 0; i < n && used < room; i++)
        used += (size_t)snprintf(out + used, room - used, "%s%s",
                                 i == 0      ? ""
                                 : i + 1 < n ? ", "
                                             : " or ",
                                 words[i]);
}

struct text text_skip_bom(struct text t)
{
    bool marked = t.n >= 3 && memcmp(t.s, "\xef\xbb\xbf", 3) == 0;
    return marked ? (struct text){t.s + 3, t.n - 3} : t;
}
