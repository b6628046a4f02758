// SPDX-License-Identifier: MIT
/*
 * Three fields show the state:
 *
 *     connection   connected   retry_at
 *     none         -           never      down, until dxp_connector_connect
 *     none         -           a time     another attempt is made then
 *     one          false       never      an attempt is under way
 *     one true never the connection can be used
 *
 * A failed attempt is repeated only if the program is ours, since it may need a moment before it
 * listens; for anybody else's peer that is up to the owner.
 */
#include "match/dxp-connector.h"

#include "core/base/clock.h"
#include "match/link/page.h"
#include "match/link/process.h"
#include "match/link/serial.h"
#include "match/protocol/dxp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RETRY_MS = 100, /* between attempts, while a program that we started does not listen yet */
    PROGRAM_GRACE_MS = 200, /* for it to end by itself */
    PROGRAM_END_MS = 200,   /* for its end to show */
    SERIAL_END_MS = 2000,   /* for the last message to be sent and confirmed */
    TURN_AWAY_MS = 200,     /* before the next peer is taken */
};

struct dxp_connector {
    const struct player_settings *settings;
    struct address address;
    struct process *process;           /* NULL: the program is not ours */
    struct tcp_listener *listener;     /* NULL: we connect to the peer */
    struct dxp_connection *connection; /* NULL: no connection, nor an attempt at one */
    bool connected;
    int64_t connect_by;
    int64_t retry_at; /* next attempt; INT64_MAX: none */
};

/* Opens a link to the peer's address. @return 0, or -1 with `err` */
static int open_link(struct dxp_connector *line, struct link **out, struct err *err)
{
    switch (line->address.kind) {
    case ADDRESS_LISTEN:
        return tcp_link_await(line->listener, line->connect_by, out, err);
    case ADDRESS_SERIAL:
        return serial_link_open(line->address.rest, line->settings->baud, out, err);
    case ADDRESS_PAGE:
        return page_link_open(line->address.rest, line->address.port, line->connect_by, out, err);
    default:
        return tcp_link_open(&line->address.place, line->connect_by, out, err);
    }
}

static int set_serial(struct dxp_connector *line, struct err *err)
{
    const struct dxp_serial_config config = {.start = (uint8_t)line->settings->serial_start,
                                             .end = (uint8_t)line->settings->serial_end,
                                             .seed = (uint64_t)clock_us()};
    if (dxp_connection_set_serial(line->connection, &config) == 0)
        return 0;
    dxp_connector_hang_up(line);
    return err_memory(err);
}

static int begin(struct dxp_connector *line, struct err *err)
{
    struct link *link = NULL;
    if (open_link(line, &link, err))
        return -1;
    if (dxp_connection_open(link, &line->connection, err)) {
        link_close(link);
        return -1;
    }
    line->connected = false;
    return line->address.kind == ADDRESS_SERIAL ? set_serial(line, err) : 0;
}

/* Handles a failed attempt. @return 0: another one will be made, -1 with `err` */
static int failed(struct dxp_connector *line, const char *why, int64_t now, struct err *err)
{
    char how[64];
    dxp_connector_hang_up(line);
    if (line->process && process_has_ended(line->process, how))
        return err_plain(err, "the program terminated (%s)", how);
    if (!line->process || now + RETRY_MS >= line->connect_by)
        return err_plain(err, "%s", why);
    line->retry_at = now + RETRY_MS;
    return 0;
}

int dxp_connector_connect(struct dxp_connector *line, int64_t now, struct err *err)
{
    struct err why = {0};
    line->connect_by = now + line->settings->timeouts.connect_ms;
    line->retry_at = INT64_MAX;
    return begin(line, &why) ? failed(line, why.msg, now, err) : 0;
}

int dxp_connector_ready(struct dxp_connector *line, int64_t now, struct err *err)
{
    struct err why = {0};
    if (line->connected)
        return 1;
    if (!line->connection && now >= line->retry_at) {
        line->retry_at = INT64_MAX;
        if (begin(line, &why))
            return failed(line, why.msg, now, err);
    }
    if (!line->connection)
        return 0;
    int rc = dxp_connection_ready(line->connection, &why);
    line->connected = rc > 0;
    return rc < 0 ? failed(line, why.msg, now, err) : rc;
}

void dxp_connector_turn_away(struct dxp_connector *line, int64_t now)
{
    dxp_connector_hang_up(line);
    line->connect_by = now + line->settings->timeouts.connect_ms;
    line->retry_at = now + TURN_AWAY_MS;
}

void dxp_connector_hang_up(struct dxp_connector *line)
{
    if (line->address.kind == ADDRESS_SERIAL) /* it still holds the last messages */
        dxp_connection_finish(line->connection, clock_ms() + SERIAL_END_MS);
    else
        dxp_connection_close(line->connection);
    line->connection = NULL;
    line->connected = false;
}

struct dxp_connection *dxp_connector_connection(const struct dxp_connector *line)
{
    return line->connected ? line->connection : NULL;
}

bool dxp_connector_is_down(const struct dxp_connector *line)
{
    return !line->connection && line->retry_at == INT64_MAX;
}

bool dxp_connector_has_ended(struct dxp_connector *line, char *how)
{
    return line->process && process_wait_end(line->process, PROGRAM_END_MS, how);
}

unsigned dxp_connector_wait(const struct dxp_connector *line, struct pollfd *fds, int64_t *by)
{
    if (!line->connection && line->retry_at < *by)
        *by = line->retry_at;
    if (line->connection && !line->connected && line->address.kind == ADDRESS_SERIAL)
        *by = 0; /* it becomes ready without any event on it */
    return line->connection ? dxp_connection_wait(line->connection, fds, by) : 0;
}

/* ---- life ---- */

static const char port_word[] = "{port}";

/* The port that the address of a program names. @return 0: none */
static unsigned own_port(const struct player_settings *settings)
{
    struct address address;
    if (!settings->address || address_read(settings->address, 0, &address, NULL)
        || address.kind != ADDRESS_TCP)
        return 0;
    return (unsigned)strtoul(address.place.port, NULL, 10);
}

bool dxp_connector_is_single(const struct player_settings *settings)
{
    struct address address;
    struct err err = {0};
    if (!settings->start || !strstr(settings->start, port_word)
        || dxp_connector_address(settings, &address, &err))
        return true;
    if (own_port(settings))
        return true;
    return address.kind == ADDRESS_LISTEN && strcmp(address.place.port, "0") != 0;
}

static int start_program(struct dxp_connector *line, struct err *err)
{
    const struct player_settings *s = line->settings;
    struct process_plan plan = {.command = s->start, .directory = s->directory, .shell = s->shell};
    const bool told = strstr(s->start, port_word);
    if (told && line->listener) { /* the program is told where to connect */
        plan.port = tcp_listener_port(line->listener);
    } else if (told && own_port(s)) {
        plan.port = own_port(s);
    } else if (told) {
        if (!(plan.port = process_free_port()))
            return err_plain(err, "no free port for %s", s->start);
        snprintf(line->address.place.port, sizeof line->address.place.port, "%u",
                 plan.port & 0xffff);
    }
    return process_open(&plan, &line->process, err);
}

int dxp_connector_address(const struct player_settings *settings, struct address *out,
                          struct err *err)
{
    unsigned s = settings->serial_start, e = settings->serial_end;
    if (address_read(settings->address ? settings->address : "tcp://127.0.0.1", DXP_PORT, out, err))
        return -1;
    if (out->kind != ADDRESS_SERIAL)
        return 0;
    if (!s || !e) /* they are in no public document */
        return err_plain(err,
                         "%s: serial_start and serial_end, the bytes that the peer uses, are "
                         "required",
                         out->rest);
    if (!dxp_serial_bytes_good(s, e))
        return err_plain(err, "serial_start and serial_end must differ and must not be printable");
    return 0;
}

bool dxp_connector_clash(const struct address *a, const struct address *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == ADDRESS_SERIAL)
        return strcmp(a->rest, b->rest) == 0;
    const struct tcp_place *x = &a->place, *y = &b->place;
    bool all = !*x->host || !*y->host;
    return a->kind == ADDRESS_LISTEN && strcmp(x->port, y->port) == 0 && strcmp(x->port, "0") != 0
           && (all || strcmp(x->host, y->host) == 0);
}

/* After the program was started: tries to connect until it listens, or waits until it connects. */
static void wait_for_program(struct dxp_connector *line, int64_t now)
{
    line->connect_by = now + line->settings->timeouts.connect_ms;
    line->retry_at = now + RETRY_MS / 2;
}

bool dxp_connector_is_gone(const struct dxp_connector *line)
{
    char how[64];
    return line->process && process_has_ended(line->process, how);
}

int dxp_connector_start_again(struct dxp_connector *line, int64_t now, struct err *err)
{
    dxp_connector_hang_up(line);
    process_close(line->process, 0);
    line->process = NULL;
    if (start_program(line, err))
        return -1;
    wait_for_program(line, now);
    return 0;
}

static int set_up(struct dxp_connector *line, struct err *err)
{
    int64_t now = clock_ms();
    if (dxp_connector_address(line->settings, &line->address, err)
        || (line->address.kind == ADDRESS_LISTEN
            && tcp_listen(&line->address.place, &line->listener, err))
        || (line->settings->start && start_program(line, err)))
        return -1;
    if (!line->process)
        return dxp_connector_connect(line, now, err);
    wait_for_program(line, now);
    return 0;
}

int dxp_connector_open(const struct player_settings *settings, struct dxp_connector **out,
                       struct err *err)
{
    struct dxp_connector *line = calloc(1, sizeof *line);
    if (!line)
        return err_memory(err);
    line->settings = settings;
    line->retry_at = INT64_MAX;
    if (set_up(line, err)) {
        dxp_connector_close(line);
        return -1;
    }
    *out = line;
    return 0;
}

void dxp_connector_close(struct dxp_connector *line)
{
    if (!line)
        return;
    dxp_connector_hang_up(line);
    tcp_listener_close(line->listener);
    process_close(line->process, PROGRAM_GRACE_MS);
    free(line);
}
