// SPDX-License-Identifier: MIT
/*
 * --fix and --patch: mending ends, and the lines that a diff takes out or leaves are lines of the
 * text.
 */
#include "core/check/repair.h"
#include "pdn/examine.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every line with a blank or a minus must come up in the text, in order. */
static void compare(const char *diff, size_t n, struct text text)
{
    const char *end = diff + n, *from = text.s, *last = text.s + text.n;
    bool in_hunk = false;
    for (const char *line = diff, *next; line < end; line = next) {
        const char *nl = memchr(line, '\n', (size_t)(end - line));
        next = nl ? nl + 1 : end;
        in_hunk |= line[0] == '@';
        size_t length = (size_t)((nl ? nl : end) - line - 1);
        if (!in_hunk || (line[0] != ' ' && line[0] != '-'))
            continue;
        while (from < last
               && ((size_t)(last - from) < length || memcmp(from, line + 1, length) != 0
                   || (from + length < last && from[length] != '\n'))) {
            const char *over = memchr(from, '\n', (size_t)(last - from));
            from = over ? over + 1 : last;
        }
        if (from == last && length)
            abort();
        from += from + length < last ? length + 1 : length;
    }
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
    if (!memchr(text.s, '\r', text.n))
        compare(diff, n_diff, text);
    free(diff);
    buffer_fini(&fixed);
    repairs_fini(&repairs);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static struct examiner *examiner;
    struct examined *e;
    struct err err = {0};
    char *text = malloc(n ? n : 1); /* without anything behind it, for the sanitizer to see */
    if (!examiner)
        examiner = examiner_open(&(struct check_options){.explain = true, .repairs = true});
    if (!text || !examiner)
        return 0;
    if (n)
        memcpy(text, bytes, n);
    struct piece piece = {
        .file = "fuzz", .line = 1, .text = {text, n}, .first = true, .last = true};
    if (examine_piece(examiner, &piece, &e, &err))
        abort();
    mend(e, piece.text);
    arena_fini(&piece.arena);
    free(text);
    return 0;
}
