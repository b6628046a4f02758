// SPDX-License-Identifier: MIT
#include "core/check/repair.h"

#include "core/base/array.h"

#include <stdlib.h>

/*
 * If groups overlap, only one is kept. A group is compared with those already there when it is
 * added, which suffices since overlaps are rare: to drop a group later, each of its repairs would
 * have to know the others.
 */
static bool overlaps(const struct repair *a, const struct repair *b)
{
    if (a->offset == b->offset) /* inserted text stands before the text to be replaced */
        return (a->length == 0) == (b->length == 0);
    return a->offset < b->offset ? a->offset + a->length > b->offset
                                 : b->offset + b->length > a->offset;
}

/* Repairs come nearly in order, so only the last ones can overlap. */
static bool is_free(const struct repairs *m, const struct repair *r)
{
    enum { NEAR = 256 };
    for (size_t i = m->n; i > 0 && i + NEAR > m->n; i--)
        if (overlaps(m->all[i - 1], r))
            return false;
    return true;
}

static void push(struct repairs *m, const struct repair *r)
{
    if (!ARRAY_GROW(m->all, m->n, m->room)) {
        m->failed = true;
        return;
    }
    m->all[m->n++] = r;
}

void repairs_add(struct repairs *m, const struct finding *f, bool guesses)
{
    if (!f->repair)
        return;
    for (const struct repair *r = f->repair; r; r = r->next)
        if ((!r->certain && !guesses) || !is_free(m, r))
            return;
    for (const struct repair *r = f->repair; r; r = r->next)
        push(m, r);
    m->n_findings++;
}

static int by_offset(const void *a, const void *b)
{
    const struct repair *x = *(const struct repair *const *)a;
    const struct repair *y = *(const struct repair *const *)b;
    if (x->offset == y->offset)
        return (x->length > y->length) - (x->length < y->length);
    return (x->offset > y->offset) - (x->offset < y->offset);
}

void repairs_sort(struct repairs *m)
{
    size_t kept = 0;
    if (!m->n)
        return;
    qsort(m->all, m->n, sizeof *m->all, by_offset);
    for (size_t i = 0; i < m->n; i++)
        if (!kept || !overlaps(m->all[kept - 1], m->all[i]))
            m->all[kept++] = m->all[i];
    m->n = kept;
}

/*
 * The line end of a text, judging by the first: looking around each repair would not be linear.
 */
static const char *line_end_of(struct text text)
{
    const char *lf = text.n ? memchr(text.s, '\n', text.n) : NULL;
    const char *cr = text.n ? memchr(text.s, '\r', text.n) : NULL;
    if (!cr || (lf && lf < cr))
        return "\n";
    return lf == cr + 1 ? "\r\n" : "\r";
}

/* Adds the text that a repair writes, with the line ends of the whole text. */
static void add_new(struct buffer *out, struct text written, const char *line_end)
{
    for (size_t i = 0; i < written.n; i++) {
        if (written.s[i] == '\n' && (i == 0 || written.s[i - 1] != '\r'))
            buffer_add_string(out, line_end);
        else
            buffer_add_char(out, written.s[i]);
    }
}

void repairs_apply(const struct repairs *m, struct text text, struct buffer *out)
{
    const char *const line_end = line_end_of(text);
    size_t at = 0;
    for (size_t i = 0; i < m->n; i++) {
        const struct repair *r = m->all[i];
        buffer_add(out, text.s + at, r->offset - at);
        add_new(out, r->text, line_end);
        at = r->offset + r->length;
    }
    buffer_add(out, text.s + at, text.n - at);
}

/* The whole lines that contain `from` to `to`. */
static struct text lines_around(struct text text, size_t from, size_t to)
{
    while (from > 0 && text.s[from - 1] != '\n')
        from--;
    if (to == from || (to > 0 && text.s[to - 1] != '\n') || to == 0) {
        while (to < text.n && text.s[to] != '\n')
            to++;
        to += to < text.n;
    }
    return (struct text){text.s + from, to - from};
}

/*
 * Whether the repaired lines so far end without the line end that they had, so that the next line
 * would be joined to them.
 */
static bool is_joined(struct text text, size_t copied, size_t end, const struct buffer *repaired)
{
    return copied == end && end < text.n && repaired->n > 0 && repaired->s[repaired->n - 1] != '\n';
}

int repairs_diff(const struct repairs *m, struct text text, struct udiff *diff)
{
    const char *const line_end = line_end_of(text);
    struct buffer repaired = {0};
    bool failed = false;
    size_t at = 0;
    for (size_t i = 0; i < m->n && !failed;) {
        const struct repair *r = m->all[i];
        struct text old = lines_around(text, r->offset, r->offset + r->length);
        size_t from = (size_t)(old.s - text.s), copied = from;
        udiff_lines(diff, (struct text){text.s + at, from - at},
                    (struct text){text.s + at, from - at});
        buffer_clear(&repaired);
        for (; i < m->n && m->all[i]->offset < from + old.n; i++) {
            r = m->all[i];
            buffer_add(&repaired, text.s + copied, r->offset - copied);
            add_new(&repaired, r->text, line_end);
            copied = r->offset + r->length;
            if (copied > from + old.n)
                old.n = lines_around(text, from, copied).n;
            if (is_joined(text, copied, from + old.n, &repaired))
                old.n = lines_around(text, from, copied + 1).n;
        }
        buffer_add(&repaired, text.s + copied, from + old.n - copied);
        udiff_lines(diff, old, buffer_text(&repaired));
        failed = repaired.failed;
        at = from + old.n;
    }
    udiff_lines(diff, (struct text){text.s + at, text.n - at},
                (struct text){text.s + at, text.n - at});
    buffer_fini(&repaired);
    return failed ? -1 : 0;
}

void repairs_clear(struct repairs *m)
{
    m->n = 0;
    m->n_findings = 0;
    m->failed = false;
}

void repairs_fini(struct repairs *m)
{
    free(m->all);
    *m = (struct repairs){0};
}
