// SPDX-License-Identifier: MIT
#include "pdn/formats/provenance.h"

#include "core/game/date.h"

#include <stdio.h>

const char provenance_number[] = "\x01game\x01";

void provenance_date(const struct game *game, char buf[PROVENANCE_DATE_SIZE])
{
    struct date date;
    buf[0] = '\0';
    if (date_read(game_tag(game, "Date"), &date) == DATE_NONE || !date.year || date.year > 9999)
        return;
    if (date.month && date.day)
        snprintf(buf, PROVENANCE_DATE_SIZE, "%04u-%02u-%02u", date.year % 10000, date.month % 100,
                 date.day % 100);
    else if (date.month)
        snprintf(buf, PROVENANCE_DATE_SIZE, "%04u-%02u", date.year % 10000, date.month % 100);
    else
        snprintf(buf, PROVENANCE_DATE_SIZE, "%04u", date.year % 10000);
}

bool provenance_fill(struct text written, uint64_t number, struct buffer *out)
{
    size_t n = strlen(provenance_number);
    for (const char *s = written.s, *end = written.s + written.n; (size_t)(end - s) >= n; s++) {
        s = memchr(s, provenance_number[0], (size_t)(end - s) - n + 1);
        if (!s)
            return false;
        if (memcmp(s, provenance_number, n) != 0)
            continue;
        buffer_add(out, written.s, (size_t)(s - written.s));
        buffer_add_number(out, (int64_t)number);
        buffer_add(out, s + n, (size_t)(end - s) - n);
        return true;
    }
    return false;
}
