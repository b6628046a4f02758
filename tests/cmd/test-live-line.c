// SPDX-License-Identifier: MIT
/* The line about a finished game fits into the terminal, and keeps what matters. */
#include "cmd/match/live-line.h"
#include "tests/lib/rows.h"

static const struct {
    const char *name, *names[2], *how;
    unsigned width;
    const char *want;
} rows[] = {
    {"all of it",
     {"Ann", "Bob"},
     "repetition after 9 plies",
     60,
     "game 3: Ann - Bob 1-1, repetition after 9 plies (3 of 4)"},
    {"all of it, exactly",
     {"Ann", "Bob"},
     "repetition after 9 plies",
     56,
     "game 3: Ann - Bob 1-1, repetition after 9 plies (3 of 4)"},
    {"how it ended is cut first",
     {"Ann", "Bob"},
     "repetition after 9 plies",
     50,
     "game 3: Ann - Bob 1-1, repetition after 9 (3 of 4)"},
    {"then names, both alike",
     {"Anastasia", "Alexander"},
     "repetition",
     34,
     "game 3: Anast - Alexa 1-1 (3 of 4)"},
    {"a short name leaves room to a long one",
     {"Al", "Alexander"},
     "repetition",
     34,
     "game 3: Al - Alexande 1-1 (3 of 4)"},
    {"a short second name",
     {"Alexander", "Al"},
     "repetition",
     34,
     "game 3: Alexande - Al 1-1 (3 of 4)"},
    {"the result and the progress are always there",
     {"Ann", "Bob"},
     "repetition",
     5,
     "game 3:  -  1-1 (3 of 4)"},
    {"characters are cut whole",
     {"\xc3\xa1\xc3\xa9\xc3\xad", "\xe2\x98\x83\xe2\x98\x83\xe2\x98\x83"},
     "repetition",
     28,
     "game 3: \xc3\xa1\xc3\xa9 - \xe2\x98\x83\xe2\x98\x83 1-1 (3 of 4)"},
    {"escapes count as they are shown",
     {"\x1b[2J", "Bob"},
     "time",
     43,
     "game 3: \\x1b[2J - Bob 1-1, time (3 of 4)"},
};

static void row(void **state)
{
    size_t i = (size_t)*state;
    const struct live_line line = {
        "game 3", {rows[i].names[0], rows[i].names[1]}, "1-1", rows[i].how, "3 of 4"};
    struct buffer out = {0};
    live_line_add(&out, &line, rows[i].width);
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, rows[i].want);
    buffer_fini(&out);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, row);
    return rows_run("live-line");
}
