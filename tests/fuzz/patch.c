// SPDX-License-Identifier: MIT
/*
 * --fix and --patch: repairing ends, and the diff turns the text into the repaired one.
 */
#include "core/check/repair.h"
#include "pdn/examine.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Takes a line of the text, which must be the one that the diff names. @return after it */
static const char *take(const char *from, const char *last, struct text line)
{
    if ((size_t)(last - from) < line.n || memcmp(from, line.s, line.n) != 0)
        abort();
    from += line.n;
    if (from < last && *from != '\n')
        abort();
    return from + (from < last);
}

/* Copies lines until line `number`, from 1. @return its place */
static const char *copy_lines(const char *from, const char *last, unsigned long *at,
                              unsigned long number, struct buffer *out)
{
    for (; *at < number && from < last; (*at)++) {
        const char *nl = memchr(from, '\n', (size_t)(last - from)), *next = nl ? nl + 1 : last;
        buffer_add(out, from, (size_t)(next - from));
        from = next;
    }
    return from;
}

/* Applies a diff as patch(1) does. */
static void apply(struct text diff, struct text text, struct buffer *out)
{
    const char *end = diff.s + diff.n, *from = text.s, *last = text.s + text.n;
    bool in_hunk = false, added = false, ended = false;
    unsigned long at = 1; /* line of `from` */
    for (const char *line = diff.s, *next; line < end; line = next) {
        const char *nl = memchr(line, '\n', (size_t)(end - line));
        next = nl ? nl + 1 : end;
        const struct text rest = {line + 1, (size_t)((nl ? nl : end) - line - 1)};
        in_hunk |= line[0] == '@';
        if (line[0] == '@') {
            char *comma;
            const unsigned long begin = strtoul(line + 4, &comma, 10);
            const bool empty = strtoul(comma + 1, NULL, 10) == 0; /* it follows that line */
            from = copy_lines(from, last, &at, begin + empty, out);
        } else if (in_hunk && (line[0] == ' ' || line[0] == '-')) {
            from = take(from, last, rest);
            at++;
        }
        if (in_hunk && (line[0] == ' ' || line[0] == '+')) {
            if (ended)
                abort();
            buffer_add_text(out, rest);
            buffer_add_char(out, '\n');
        }
        if (line[0] == '\\' && added) {
            out->n--; /* the last line, without its line end */
            ended = true;
        }
        added = in_hunk && (line[0] == ' ' || line[0] == '+');
    }
    if (ended && from < last)
        abort();
    buffer_add(out, from, (size_t)(last - from));
}

static void mend(const struct examined *e, struct text text)
{
    struct repairs repairs = {0};
    struct buffer fixed = {0};
    char *diff = NULL;
    size_t n_diff = 0;
    for (const struct finding *f = e->findings.first; f; f = f->next)
        repairs_add(&repairs, f, true);
    repairs_sort(&repairs);
    repairs_apply(&repairs, text, &fixed);
    struct udiff udiff = {.out = open_memstream(&diff, &n_diff), .path = "fuzz"};
    repairs_diff(&repairs, text, &udiff);
    udiff_finish(&udiff);
    fclose(udiff.out);
    struct buffer patched = {0};
    apply((struct text){diff, n_diff}, text, &patched);
    if (!text_same(buffer_text(&patched), buffer_text(&fixed))) {
        fprintf(stderr, "--- text\n%.*s\n--- diff\n%.*s\n--- fixed\n%.*s\n", TEXT_ARGS(text),
                (int)n_diff, diff, (int)fixed.n, fixed.s);
        abort();
    }
    buffer_fini(&patched);
    free(diff);
    buffer_fini(&fixed);
    repairs_fini(&repairs);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static struct examiner *examiner;
    struct examined *e;
    struct err err = {0};
    char *text = malloc(n ? n : 1); /* with nothing after it, for the sanitizer to see */
    if (!examiner)
        examiner = examiner_open(&(struct check_options){.explain = true, .repairs = true});
    if (!text || !examiner)
        return 0;
    if (n)
        memcpy(text, bytes, n);
    struct chunk chunk = {
        .file = "fuzz", .line = 1, .text = {text, n}, .first = true, .last = true};
    if (examine_chunk(examiner, &chunk, &e, &err))
        abort();
    mend(e, chunk.text);
    arena_fini(&chunk.arena);
    free(text);
    return 0;
}
