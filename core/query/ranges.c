// SPDX-License-Identifier: MIT
#include "core/query/ranges.h"

#include "core/base/ascii.h"

#include <stdlib.h>

/* @return digits read; 0: not a number, 0, or too large */
static size_t read_number(struct text t, uint64_t *out)
{
    size_t i = 0;
    *out = 0;
    while (i < t.n && ascii_is_digit(t.s[i]))
        *out = 10 * *out + (uint64_t)(t.s[i++] - '0');
    return i > 0 && i < 19 && *out > 0 ? i : 0;
}

/* Reads "12", "3-7" or "20-". */
static bool read_range(struct text t, struct range *out)
{
    size_t n = read_number(t, &out->from);
    out->to = out->from;
    if (!n || n == t.n)
        return n > 0;
    if (t.s[n] != '-')
        return false;
    struct text second = {t.s + n + 1, t.n - n - 1};
    out->to = UINT64_MAX;
    return second.n == 0 || (read_number(second, &out->to) == second.n && out->to >= out->from);
}

int ranges_read(struct text list, struct ranges *ranges, struct err *err)
{
    if (!ranges->at && !(ranges->at = calloc(RANGES_MAX, sizeof *ranges->at)))
        return err_memory(err);
    for (size_t i = 0; i <= list.n;) {
        const char *comma = memchr(list.s + i, ',', list.n - i);
        size_t end = comma ? (size_t)(comma - list.s) : list.n;
        struct text t = text_trim((struct text){list.s + i, end - i});
        if (ranges->n == RANGES_MAX)
            return err_plain(err, "more than %d ranges", RANGES_MAX);
        if (!read_range(t, &ranges->at[ranges->n]))
            return err_plain(err, "expected numbers such as 3-7,12,20-, found '%.*s'",
                             TEXT_ARGS(t));
        ranges->n++;
        i = end + 1;
    }
    return 0;
}

bool ranges_hold(const struct ranges *ranges, uint64_t number)
{
    for (unsigned i = 0; i < ranges->n; i++) {
        if (number >= ranges->at[i].from && number <= ranges->at[i].to)
            return true;
    }
    return ranges->n == 0;
}

void ranges_fini(struct ranges *ranges)
{
    free(ranges->at);
    *ranges = (struct ranges){0};
}
