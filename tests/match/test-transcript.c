// SPDX-License-Identifier: MIT
/* What is written into a transcript is read back, and nothing else is. */
#include "core/base/array.h"
#include "match/transcript.h"
#include "tests/lib/rows.h"
#include "tests/lib/scratch-folder.h"

#include <stdlib.h>
#include <string.h>

static const struct message {
    const char *name;
    int64_t ms;
    char direction;
    struct text bytes;
} messages[] = {
    {"a DXP message", 12345, '>', {"R01dama", 7}},
    {"what is no printable ASCII", 5, '<', {"\\ \0\n\x7f\xff", 6}},
    {"nothing", 0, '<', {"", 0}},
    {"only blanks", 1000, '>', {"  ", 2}},
    {"a blank that comes first", 86400000, '<', {" info", 5}},
};

static const struct line {
    const char *name, *line;
    bool good;
} lines[] = {
    {"blanks at the end cut off", "0.001 <", true},
    {"no direction", "0.001 x", false},
    {"words run together", "0.001 <done", false},
    {"half an escape", "0.001 < \\x4", false},
    {"a time beyond all", "9223372036854775807.000 < done", false},
};

static int read_text(struct text text, struct arena *arena, struct transcript *out)
{
    const char *path = scratch_path("said.hub");
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "# dama transcript 1: hub peer\n");
    fwrite(text.s, 1, text.n, f);
    fclose(f);
    return transcript_read(path, arena, out, NULL);
}

static void comes_back(void **state)
{
    const struct message *m = *state;
    struct buffer text = {0};
    struct arena arena = {0};
    struct transcript back;
    transcript_write_line(m->ms, m->direction, m->bytes.s, m->bytes.n, &text);
    assert_int_equal(read_text(buffer_text(&text), &arena, &back), 0);
    assert_int_equal(back.n, 1);
    assert_int_equal(back.lines[0].number, 2);
    assert_int_equal(back.lines[0].ms, m->ms);
    assert_int_equal(back.lines[0].direction, m->direction);
    assert_true(text_same(back.lines[0].bytes, m->bytes));
    buffer_fini(&text);
    arena_fini(&arena);
}

static void remark_is_no_message(void **state)
{
    struct buffer text = {0};
    struct arena arena = {0};
    struct transcript back;
    (void)state;
    transcript_write_line(1500, '#', "skipped it", 10, &text);
    assert_true(text_is(buffer_text(&text), "# 1.500 skipped it\n"));
    assert_int_equal(read_text(buffer_text(&text), &arena, &back), 0);
    assert_int_equal(back.n, 0);
    buffer_fini(&text);
    arena_fini(&arena);
}

static void is_judged(void **state)
{
    const struct line *row = *state;
    char text[80];
    struct arena arena = {0};
    struct transcript back;
    snprintf(text, sizeof text, "%s\n", row->line);
    assert_int_equal(read_text(text_of(text), &arena, &back), row->good ? 0 : -1);
    arena_fini(&arena);
}

int main(void)
{
    ROWS_BY_ADDRESS(messages, name, comes_back);
    ROWS_BY_ADDRESS(lines, name, is_judged);
    ROWS_SINGLE(remark_is_no_message);
    if (scratch_folder_make(NULL))
        return EXIT_FAILURE;
    int failed = rows_run("transcript");
    return scratch_folder_remove(NULL) || failed;
}
