// SPDX-License-Identifier: MIT
#include "core/base/text.h"

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool text_is_nocase(struct text a, const char *b)
{
    if (a.n != strlen(b))
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (lower(a.s[i]) != lower(b[i]))
            return false;
    return true;
}

struct text text_trim(struct text t)
{
    while (t.n && is_space(t.s[0]))
        t.s++, t.n--;
    while (t.n && is_space(t.s[t.n - 1]))
        t.n--;
    return t;
}

/* Line feeds and carriage returns in a block; of a fixed size, so that compilers count many bytes at a time. */
enum { COUNT_BLOCK = 128 };

static void count_block(const char *s, unsigned *feeds, unsigned *returns)
{
    unsigned char f[16] = {0}, r[16] = {0};
    for (unsigned i = 0; i < COUNT_BLOCK; i += 16) {
        for (unsigned k = 0; k < 16; k++)
            f[k] = (unsigned char)(f[k] + (s[i + k] == '\n'));
        for (unsigned k = 0; k < 16; k++)
            r[k] = (unsigned char)(r[k] + (s[i + k] == '\r'));
    }
    for (unsigned k = 0; k < 16; k++) {
        *feeds += f[k];
        *returns += r[k];
    }
}

uint64_t text_count_lines(struct text t)
{
    uint64_t n = 0;
    for (size_t at = 0; at < t.n;) {
        size_t end = t.n - at < COUNT_BLOCK ? t.n : at + COUNT_BLOCK;
        unsigned feeds = 0, returns = 0, pairs = 0;
        if (end - at == COUNT_BLOCK)
            count_block(t.s + at, &feeds, &returns);
        for (size_t i = end - at == COUNT_BLOCK ? end : at; i < end; i++) {
            feeds += t.s[i] == '\n';
            returns += t.s[i] == '\r';
        }
        for (size_t i = at ? at : 1; returns && i < end; i++)
            pairs += t.s[i] == '\n' && t.s[i - 1] == '\r';
        if (!returns && at && t.s[at] == '\n' && t.s[at - 1] == '\r')
            pairs = 1; /* cut between two blocks */
        n += feeds + returns - pairs;
        at = end;
    }
    return n;
}

enum { NEAREST_ROOM = 48 }; /* longer words are no names of ours */

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Edits that make b of a: a byte added, dropped, changed, or swapped with its neighbour. */
static unsigned edits(const char *a, const char *b)
{
    unsigned rows[3][NEAREST_ROOM + 1], *older = rows[0], *old = rows[1], *now = rows[2];
    size_t n_b = strlen(b);
    for (unsigned j = 0; j <= n_b; j++)
        old[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= n_b; j++) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            now[j] = least(least(old[j], now[j - 1]) + 1, old[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
                now[j] = least(now[j], older[j - 2] + 1);
        }
        unsigned *spare = older;
        older = old;
        old = now;
        now = spare;
    }
    return old[n_b];
}

int text_nearest(const char *word, const char *const *words, size_t n)
{
    int best = -1;
    size_t length = strlen(word);
    unsigned limit = length <= 2 ? 1 : length <= 5 ? 2 : 3;
    if (length == 0 || length > NEAREST_ROOM)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (strlen(words[i]) > NEAREST_ROOM)
            continue;
        unsigned d = edits(word, words[i]);
        if (d <= limit && d < length) {
            best = (int)i;
            limit = d ? d - 1 : 0;
            if (d == 0)
                break;
        }
    }
    return best;
}
