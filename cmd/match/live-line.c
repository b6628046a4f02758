// SPDX-License-Identifier: MIT
#include "cmd/match/live-line.h"

#include "report/escape.h"

static unsigned width_in(const char *text) { return (unsigned)escape_width(text_of(text)); }

static unsigned less(unsigned from, unsigned n) { return from > n ? from - n : 0; }

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

void live_line_add(struct buffer *out, const struct live_line *line, unsigned width)
{
    const unsigned a = width_in(line->name[0]), b = width_in(line->name[1]),
                   how = width_in(line->how),
                   fixed = width_in(line->game) + width_in(line->result) + width_in(line->progress)
                           + (unsigned)strlen(":  -   ()"),
                   room = less(width, fixed); /* the width of both names and `how` */
    unsigned first = smaller(a, room / 2), second = smaller(b, room - first);
    first = smaller(a, room - second);
    buffer_printf(out, "%s: ", line->game);
    escape_padded(out, text_of(line->name[0]), first);
    buffer_add_string(out, " - ");
    escape_padded(out, text_of(line->name[1]), second);
    buffer_printf(out, " %s", line->result);
    const unsigned rest = less(room - first - second, (unsigned)strlen(", "));
    if (rest)
        buffer_add_string(out, ", ");
    escape_padded(out, text_of(line->how), smaller(how, rest));
    buffer_printf(out, " (%s)", line->progress);
}
