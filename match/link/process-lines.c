// SPDX-License-Identifier: MIT
#include "match/link/process-lines.h"

#include <string.h>

enum { LINE_ROOM = 64 * 1024, READ_ROOM = 4096 };

void process_lines_fini(struct process_lines *lines)
{
    buffer_fini(&lines->in);
    buffer_fini(&lines->out);
}

int process_lines_send(struct process_lines *lines, struct err *err)
{
    struct link *link = process_link(lines->process);
    if (lines->out.failed)
        return err_memory(err);
    while (lines->sent < lines->out.n) {
        long n = link_write(link, lines->out.s + lines->sent, lines->out.n - lines->sent, err);
        if (n <= 0)
            return (int)n;
        lines->sent += (size_t)n;
    }
    buffer_clear(&lines->out);
    lines->sent = 0;
    return 0;
}

/* Drops the lines that were taken, and the beginning of one that is too long. */
static void drop_taken(struct process_lines *lines)
{
    struct buffer *in = &lines->in;
    if (lines->taken) {
        memmove(in->s, in->s + lines->taken, in->n - lines->taken);
        in->n -= lines->taken;
        lines->taken = 0;
    }
    if (in->n > LINE_ROOM) {
        in->n = 0;
        lines->skipped |= !lines->skipping;
        lines->skipping = true;
    }
}

int process_lines_receive(struct process_lines *lines, struct err *err)
{
    drop_taken(lines);
    char *to = buffer_reserve(&lines->in, READ_ROOM);
    if (!to)
        return err_memory(err);
    long n = link_read(process_link(lines->process), to, READ_ROOM, err);
    if (n <= 0)
        return (int)n;
    lines->in.n += (size_t)n;
    return 1;
}

bool process_lines_next(struct process_lines *lines, struct text *line)
{
    while (lines->in.n > lines->taken) {
        char *from = lines->in.s + lines->taken;
        char *end = memchr(from, '\n', lines->in.n - lines->taken);
        if (!end)
            return false;
        size_t n = (size_t)(end - from);
        lines->taken += n + 1;
        if (!lines->skipping) {
            *line = (struct text){from, n && from[n - 1] == '\r' ? n - 1 : n};
            return true;
        }
        lines->skipping = false; /* it was the end of the line that was too long */
    }
    return false;
}

bool process_lines_skipped(struct process_lines *lines)
{
    bool skipped = lines->skipped;
    lines->skipped = false;
    return skipped;
}

unsigned process_lines_wait(const struct process_lines *lines, struct pollfd *fds, int64_t *by)
{
    return link_wait(process_link(lines->process), lines->out.n > 0, fds, by);
}
