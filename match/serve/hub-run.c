// SPDX-License-Identifier: MIT
/*
 * One loop waits for four things: the driver's lines, room to write, the engine, which wakes the
 * loop through a pipe, and the signal to stop. Output is queued, so that a driver that does not
 * read cannot block the engine. When much is unread, reports of the search are dropped; when too much
 * is unread, no more lines are read until the driver has caught up.
 */
#include "match/serve/hub-run.h"

#include "core/base/clock.h"
#include "match/protocol/hub.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_ROOM = 16384,
    WRITE_ROOM = 4096, /* a pipe that poll reports as ready takes at least so much: PIPE_BUF */
    BACKLOG_REPORTS = 64 * 1024, /* what a driver may leave unread and still get reports */
    BACKLOG_MAX = 1024 * 1024,   /* ... and still have its lines read */
    LAST_WORDS_MS = 1000,
};

struct run {
    struct hub_session *session;
    struct waker waker;
    int in, out, stop;
    struct buffer line;  /* the beginning of the current line */
    bool skipping;       /* the current line is too long */
    struct buffer reply; /* our output, still to be written from `written` on */
    size_t written;
};

static size_t backlog(const struct run *r) { return r->reply.n - r->written; }

/* Takes a complete line. @return whether the session goes on */
static bool take_line(struct run *r)
{
    bool on = true;
    if (r->skipping)
        hub_add_error(&r->reply, "line is too long");
    else
        on = hub_session_line(r->session, buffer_text(&r->line), &r->reply);
    buffer_clear(&r->line);
    r->skipping = false;
    return on;
}

/* @return whether the session goes on */
static bool take_bytes(struct run *r, const char *s, size_t n)
{
    while (n) {
        const char *end = memchr(s, '\n', n);
        size_t part = end ? (size_t)(end - s) : n;
        if (r->line.n + part > HUB_LINE_MAX)
            r->skipping = true;
        if (!r->skipping)
            buffer_add(&r->line, s, part);
        if (end && !take_line(r))
            return false;
        part += end ? 1 : 0;
        s += part;
        n -= part;
    }
    return true;
}

/* @return 0 to go on, 1 ended as `end` says, -1 with `err` */
static int read_some(struct run *r, enum hub_end *end, struct err *err)
{
    char bytes[READ_ROOM];
    ssize_t n = read(r->in, bytes, sizeof bytes);
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
        return 0;
    if (n < 0)
        return err_plain(err, "cannot read from the driver: %s", strerror(errno));
    *end = n == 0 ? HUB_GONE : HUB_QUIT;
    return n == 0 || !take_bytes(r, bytes, (size_t)n);
}

/* @return as read_some */
static int write_some(struct run *r, enum hub_end *end, struct err *err)
{
    size_t n = backlog(r) < WRITE_ROOM ? backlog(r) : WRITE_ROOM;
    ssize_t done = write(r->out, r->reply.s + r->written, n);
    if (done < 0 && (errno == EINTR || errno == EAGAIN))
        return 0;
    if (done < 0 && errno == EPIPE) {
        *end = HUB_GONE;
        return 1;
    }
    if (done < 0)
        return err_plain(err, "cannot write to the driver: %s", strerror(errno));
    r->written += (size_t)done;
    if (r->written == r->reply.n) {
        buffer_clear(&r->reply);
        r->written = 0;
    } else if (r->written > BACKLOG_REPORTS) {
        memmove(r->reply.s, r->reply.s + r->written, backlog(r));
        r->reply.n -= r->written;
        r->written = 0;
    }
    return 0;
}

/* One round: waits, then does what has become possible. @return as read_some */
static int step(struct run *r, enum hub_end *end, struct err *err)
{
    enum { IN, OUT, WAKE, STOP, N };
    struct pollfd fds[N] = {
        [IN] = {.fd = backlog(r) > BACKLOG_MAX ? -1 : r->in, .events = POLLIN},
        [OUT] = {.fd = r->out, .events = backlog(r) ? POLLOUT : 0}, /* POLLERR: no reader is left */
        [WAKE] = {.fd = r->waker.read, .events = POLLIN},
        [STOP] = {.fd = r->stop, .events = POLLIN},
    };
    int rc = 0;
    poll_until(fds, N, INT64_MAX);
    if (fds[STOP].revents) {
        *end = HUB_STOPPED;
        return 1;
    }
    if (fds[OUT].revents & (POLLERR | POLLNVAL)) {
        *end = HUB_GONE;
        return 1;
    }
    if (fds[WAKE].revents) {
        waker_clear(&r->waker);
        hub_session_poll(r->session, backlog(r) < BACKLOG_REPORTS, &r->reply);
    }
    if (fds[IN].revents)
        rc = read_some(r, end, err);
    if (rc == 0 && backlog(r) && fds[OUT].revents & POLLOUT)
        rc = write_some(r, end, err);
    if (rc >= 0 && (r->reply.failed || r->line.failed))
        return err_memory(err);
    return rc;
}

/*
 * Writes the output from before `quit`, or before the driver's last line, if it is still being
 * read.
 * @return 0, or -1 with `err`: writing failed
 */
static int write_rest(struct run *r, struct err *err)
{
    int64_t by = clock_ms() + LAST_WORDS_MS;
    struct pollfd fd = {.fd = r->out, .events = POLLOUT};
    enum hub_end end;
    int rc = 0;
    while (rc == 0 && backlog(r) && poll_until(&fd, 1, by) > 0 && fd.revents & POLLOUT)
        rc = write_some(r, &end, err);
    return rc < 0 ? -1 : 0;
}

int hub_run(const struct engine_ops *ops, void *ctx, const struct hub_settings *settings, int in,
            int out, int stop, enum hub_end *end, struct err *err)
{
    struct run r = {.in = in, .out = out, .stop = stop};
    int rc = -1;
    if (waker_init(&r.waker, err))
        return -1;
    if (hub_session_open(ops, ctx, settings, &r.waker, &r.session, err))
        goto done;
    do
        rc = step(&r, end, err);
    while (rc == 0);
    if (rc > 0)
        rc = write_rest(&r, err);
done:
    hub_session_close(r.session);
    buffer_fini(&r.line);
    buffer_fini(&r.reply);
    waker_fini(&r.waker);
    return rc;
}
