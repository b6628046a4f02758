// SPDX-License-Identifier: MIT
#include "pdn/formats/provenance.h"

#include "core/game/date.h"

#include <stdio.h>

const char provenance_number[] = "\x01game\x01";

void provenance_date(const struct game *game, char buf[PROVENANCE_DATE_SIZE])
{
    struct date date;
    buf[0] = '\0';
    if (!date_read_known(game_tag(game, "Date"), &date) || !date.year || date.year > 9999)
        return;
    if (date.month && date.day)
        snprintf(buf, PROVENANCE_DATE_SIZE, "%04u-%02u-%02u", date.year % 10000, date.month % 100,
                 date.day % 100);
    else if (date.month)
        snprintf(buf, PROVENANCE_DATE_SIZE, "%04u-%02u", date.year % 10000, date.month % 100);
    else
        snprintf(buf, PROVENANCE_DATE_SIZE, "%04u", date.year % 10000);
}

/* The first byte of a placeholder is doubled when it occurs in text. */
void provenance_add_text(struct buffer *out, struct text t)
{
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == provenance_number[0])
            buffer_add_char(out, t.s[i]);
        buffer_add_char(out, t.s[i]);
    }
}

void provenance_fill(struct text written, uint64_t number, struct buffer *out)
{
    const size_t n = strlen(provenance_number);
    const char *s = written.s, *end = s + written.n, *mark;
    while (s < end && (mark = memchr(s, provenance_number[0], (size_t)(end - s)))) {
        buffer_add(out, s, (size_t)(mark - s));
        if ((size_t)(end - mark) >= n && memcmp(mark, provenance_number, n) == 0) {
            buffer_add_number(out, (int64_t)number);
            s = mark + n;
        } else {
            buffer_add_char(out, *mark);
            s = mark + 2 < end ? mark + 2 : end; /* doubled */
        }
    }
    buffer_add(out, s, (size_t)(end - s));
}
