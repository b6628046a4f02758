// SPDX-License-Identifier: MIT
/*
 * There are two ways through this file. Over TCP, frames end with a NUL: they are read from the
 * bytes in `in`, and queued to be written whole. A serial line does its own framing, queueing and
 * repeating in dxp_serial, and here bytes are only carried between it and the link, by pump.
 */
#include "match/dxp-connection.h"

#include "core/base/clock.h"
#include "match/link/poll.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_ROOM = 4096,
    BURST = 16, /* reads without a complete frame before others get their turn */
};

struct dxp_connection {
    struct link *link;         /* owned */
    struct dxp_serial *serial; /* owned; NULL: messages end with a NUL */
    struct dxp_frame_reader reader;
    size_t at, n; /* the unread part of `in` */
    char in[READ_ROOM];
    size_t count;    /* as dxp_connection_take_count */
    struct err gone; /* why nothing more can be read; empty as long as it can */
    unsigned first, queued;
    size_t sent; /* bytes of the first queued frame */
    struct {
        size_t n; /* including its NUL */
        char bytes[DXP_FRAME_MAX + 1];
    } queue[DXP_CONNECTION_QUEUE];
};

int dxp_connection_open(struct link *link, struct dxp_connection **out, struct err *err)
{
    struct dxp_connection *c = calloc(1, sizeof *c);
    if (!c)
        return err_memory(err);
    c->link = link;
    *out = c;
    return 0;
}

int dxp_connection_set_serial(struct dxp_connection *connection,
                              const struct dxp_serial_config *config)
{
    connection->serial = malloc(sizeof *connection->serial);
    if (!connection->serial)
        return -1;
    dxp_serial_init(connection->serial, config);
    return 0;
}

void dxp_connection_close(struct dxp_connection *connection)
{
    if (!connection)
        return;
    link_close(connection->link);
    free(connection->serial);
    free(connection);
}

/* Whether anything is still to be sent. */
static bool is_behind(const struct dxp_connection *c)
{
    return c->serial ? dxp_serial_is_busy(c->serial) : c->queued > 0;
}

/* Moves bytes between a serial line and its protocol. @return 0, or -1 with `err` */
static int pump(struct dxp_connection *c, struct err *err)
{
    const uint8_t *out;
    int64_t now = clock_ms();
    long n;
    for (int reads = 0; reads < BURST && (n = link_read(c->link, c->in, sizeof c->in, err)) != 0;
         reads++) {
        if (n < 0)
            return -1;
        dxp_serial_receive(c->serial, (const uint8_t *)c->in, (size_t)n, now);
    }
    dxp_serial_tick(c->serial, now);
    size_t left = dxp_serial_output(c->serial, &out);
    n = left ? link_write(c->link, (const char *)out, left, err) : 0;
    if (n < 0)
        return -1;
    dxp_serial_written(c->serial, (size_t)n);
    if (dxp_serial_is_dead(c->serial))
        return err_plain(err, "no answer on the serial line");
    return 0;
}

/* Waits for the link alone. @return whether it became ready in time */
static bool wait_for(struct dxp_connection *c, bool writing, int64_t by)
{
    struct pollfd fds[LINK_FDS];
    unsigned n = link_wait(c->link, writing, fds, &by);
    return clock_ms() < by && poll_until(fds, n, by) > 0;
}

/*
 * Waits until more can be sent, or until the protocol of a serial line has something to do, such as
 * repeating a lost message. @return whether to go on
 */
static bool wait_to_send(struct dxp_connection *c, int64_t by)
{
    struct pollfd fds[LINK_FDS];
    if (!c->serial)
        return wait_for(c, true, by);
    unsigned n = dxp_connection_wait(c, fds, &by);
    poll_until(fds, n, by);
    return true;
}

void dxp_connection_finish(struct dxp_connection *connection, int64_t by)
{
    struct err err = {0};
    char drop[READ_ROOM];
    if (!connection)
        return;
    while (dxp_connection_flush(connection, &err) == 0 && is_behind(connection) && clock_ms() < by)
        if (!wait_to_send(connection, by))
            break;
    if (connection->serial)
        by = 0; /* on a serial line, nothing tells the end of input */
    link_shut(connection->link);
    while (wait_for(connection, false, by))
        if (link_read(connection->link, drop, sizeof drop, &err) < 0)
            break;
    dxp_connection_close(connection);
}

int dxp_connection_ready(struct dxp_connection *connection, struct err *err)
{
    return link_ready(connection->link, err);
}

unsigned dxp_connection_wait(const struct dxp_connection *connection, struct pollfd *fds,
                             int64_t *by)
{
    const uint8_t *out;
    if (connection->serial) {
        int64_t serial_by = dxp_serial_deadline(connection->serial);
        *by = serial_by < *by ? serial_by : *by;
        return link_wait(connection->link, dxp_serial_output(connection->serial, &out) > 0, fds,
                         by);
    }
    if (connection->at < connection->n)
        *by = 0;
    return link_wait(connection->link, connection->queued > 0, fds, by);
}

const char *dxp_connection_name(const struct dxp_connection *connection)
{
    return connection->link->name;
}

/* @return whether there are bytes to read */
static bool fill(struct dxp_connection *c)
{
    struct err err = {0};
    if (c->at < c->n)
        return true;
    if (c->gone.msg[0])
        return false;
    long n = link_read(c->link, c->in, sizeof c->in, &err);
    c->at = 0;
    c->n = n > 0 ? (size_t)n : 0;
    c->count += c->n;
    if (n < 0)
        err_plain(&c->gone, "%s%s", err.msg,
                  c->reader.n || c->reader.skipping ? " in the middle of a message" : "");
    return n > 0;
}

int dxp_connection_receive(struct dxp_connection *connection, struct dxp_frame *out,
                           struct err *err)
{
    struct dxp_connection *c = connection;
    if (c->serial) {
        int rc = pump(c, err);
        if (!dxp_serial_message(c->serial, out))
            return rc;
        c->count += out->n;
        return 1;
    }
    for (int reads = 0; reads < BURST && fill(c); reads++) {
        size_t used;
        bool got = dxp_frame_read(&c->reader, c->in + c->at, c->n - c->at, &used, out);
        c->at += used;
        if (got)
            return 1;
    }
    if (c->gone.msg[0])
        return err_plain(err, "%s", c->gone.msg);
    return 0;
}

size_t dxp_connection_take_count(struct dxp_connection *connection)
{
    size_t count = connection->count;
    connection->count = 0;
    return count;
}

int dxp_connection_flush(struct dxp_connection *connection, struct err *err)
{
    struct dxp_connection *c = connection;
    if (c->serial)
        return pump(c, err);
    while (c->queued) {
        const char *bytes = c->queue[c->first].bytes;
        size_t whole = c->queue[c->first].n;
        long n = link_write(c->link, bytes + c->sent, whole - c->sent, err);
        if (n < 0)
            return -1;
        if (n == 0)
            return 0;
        c->sent += (size_t)n;
        if (c->sent < whole)
            continue;
        c->sent = 0;
        c->first = (c->first + 1) % DXP_CONNECTION_QUEUE;
        c->queued--;
    }
    return 0;
}

int dxp_connection_send(struct dxp_connection *connection, const char *bytes, size_t n,
                        struct err *err)
{
    struct dxp_connection *c = connection;
    assert(n >= 1 && n <= DXP_FRAME_MAX && !memchr(bytes, '\0', n));
    if (c->serial && dxp_serial_send(c->serial, bytes, n, clock_ms()) == 0)
        return pump(c, err);
    if (c->serial || c->queued == DXP_CONNECTION_QUEUE)
        return err_plain(err, "the peer is not reading what is sent to it");
    unsigned last = (c->first + c->queued++) % DXP_CONNECTION_QUEUE;
    memcpy(c->queue[last].bytes, bytes, n);
    c->queue[last].bytes[n] = '\0';
    c->queue[last].n = n + 1;
    return dxp_connection_flush(connection, err);
}
