// SPDX-License-Identifier: MIT
/*
 * Each line passes once, and only the last few are remembered. An unchanged line is kept in
 * `before`, as context for a hunk that may follow. Inside a hunk, the first three unchanged lines
 * after a change are added to it and the next three are kept: they join this hunk if another change
 * comes in time, and otherwise the hunk is written and they are context for the next one.
 */
#include "core/base/udiff.h"

static struct text take_line(struct text *t)
{
    const char *nl = t->n ? memchr(t->s, '\n', t->n) : NULL;
    size_t n = nl ? (size_t)(nl - t->s) + 1 : t->n;
    struct text line = {t->s, n};
    t->s += n;
    t->n -= n;
    return line;
}

static void add_line(struct buffer *to, char sign, struct text line)
{
    buffer_add_char(to, sign);
    buffer_add_text(to, line);
    if (!line.n || line.s[line.n - 1] != '\n')
        buffer_add_string(to, "\n\\ No newline at end of file\n");
}

/* Takes the first line out of a buffer of unchanged lines. */
static void drop_line(struct buffer *buf)
{
    struct text t = buffer_text(buf);
    size_t n = take_line(&t).n;
    memmove(buf->s, buf->s + n, buf->n - n);
    buf->n -= n;
}

static void empty(struct udiff *d, struct buffer *buf)
{
    d->failed = d->failed || buf->failed;
    buffer_clear(buf);
}

static void write_hunk(struct udiff *d)
{
    if (!d->any)
        fprintf(d->out, "--- %s\n+++ %s\n", d->path, d->path);
    d->any = true;
    /* an empty range is given by the line before it */
    fprintf(d->out, "@@ -%llu,%llu +%llu,%llu @@\n", d->hunk_old + (d->hunk_n_old != 0),
            d->hunk_n_old, d->hunk_new + (d->hunk_n_new != 0), d->hunk_n_new);
    fwrite(d->hunk.s, 1, d->hunk.n, d->out);
    empty(d, &d->hunk);
    d->in_hunk = false;
    d->n_after = 0;
}

static void open_hunk(struct udiff *d)
{
    d->in_hunk = true;
    d->hunk_old = d->old_line - d->n_before;
    d->hunk_new = d->new_line - d->n_before;
    d->hunk_n_old = d->hunk_n_new = d->n_before;
    struct text before = buffer_text(&d->before);
    while (before.n)
        add_line(&d->hunk, ' ', take_line(&before));
    empty(d, &d->before);
    d->n_before = 0;
}

static void keep_line(struct udiff *d, struct text line)
{
    buffer_add_text(&d->before, line);
    if (++d->n_before > UDIFF_CONTEXT) {
        drop_line(&d->before);
        d->n_before--;
    }
}

/*
 * An unchanged line may be context after this hunk or before the next one: a hunk ends only after
 * twice the context.
 */
static void same_line(struct udiff *d, struct text line)
{
    keep_line(d, line);
    if (d->in_hunk && d->n_after < UDIFF_CONTEXT) {
        add_line(&d->hunk, ' ', line);
        d->hunk_n_old++;
        d->hunk_n_new++;
        d->n_after++;
        empty(d, &d->before);
        d->n_before = 0;
    } else if (d->in_hunk && d->n_before == UDIFF_CONTEXT) {
        write_hunk(d);
    }
    d->old_line++;
    d->new_line++;
}

static void changed_lines(struct udiff *d, struct text old, struct text new)
{
    if (!d->in_hunk) {
        open_hunk(d);
    } else { /* lines kept for the next hunk belong to this one */
        struct text before = buffer_text(&d->before);
        for (; before.n; d->hunk_n_old++, d->hunk_n_new++)
            add_line(&d->hunk, ' ', take_line(&before));
        empty(d, &d->before);
        d->n_before = 0;
    }
    d->n_after = 0;
    for (; old.n; d->old_line++, d->hunk_n_old++)
        add_line(&d->hunk, '-', take_line(&old));
    for (; new.n; d->new_line++, d->hunk_n_new++)
        add_line(&d->hunk, '+', take_line(&new));
}

void udiff_lines(struct udiff *d, struct text old, struct text new)
{
    if (!text_same(old, new)) {
        changed_lines(d, old, new);
        return;
    }
    while (old.n)
        same_line(d, take_line(&old));
}

int udiff_finish(struct udiff *d)
{
    if (d->in_hunk)
        write_hunk(d);
    empty(d, &d->before);
    empty(d, &d->hunk);
    buffer_fini(&d->before);
    buffer_fini(&d->hunk);
    return d->failed ? -1 : 0;
}
