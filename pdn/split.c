// SPDX-License-Identifier: MIT
/*
 * Cutting a text at certain beginnings of games. The last one before `wish` is looked for in windows from there
 * backwards, each read forwards: memchr is many times as fast as a loop.
 */
#include "pdn/pdn.h"
#include "pdn/scan.h"

enum { WINDOW = 16 * 1024 };

static const char *last_game(const char *text, const char *from, const char *to, const char *end)
{
    const char *found = NULL;
    for (const char *p = from; p < to && (p = memchr(p, '[', (size_t)(to - p))); p++)
        if (game_begins(text, p, end))
            found = p;
    return found;
}

/* What stands before the first tags of a file may belong to the game behind it: no cut before that game. */
static const char *first_cut_after(const char *text, const char *end)
{
    const char *p = skip_blanks(text, end);
    if (p == end || (*p == '[' && tag_begins(p, end)))
        return p;
    return find_game(text, p, end);
}

size_t pdn_split(const char *text, size_t n, size_t wish)
{
    const char *end = text + n;
    if (wish == 0) { /* in the middle of a record */
        const char *next = n ? find_game(text, text + 1, end) : NULL;
        return next ? (size_t)(next - text) : 0;
    }
    const char *first = first_cut_after(text, end);
    if (!first || first == end)
        return 0;
    const char *to = text + (wish < n ? wish + 1 : n), *low = first + 1;
    while (to > low) {
        const char *from = (size_t)(to - low) > WINDOW ? to - WINDOW : low;
        const char *cut = last_game(text, from, to, end);
        if (cut)
            return (size_t)(cut - text);
        to = from;
    }
    const char *from = text + (wish < n ? wish + 1 : n);
    const char *cut = find_game(text, from > low ? from : low, end);
    return cut ? (size_t)(cut - text) : 0;
}
