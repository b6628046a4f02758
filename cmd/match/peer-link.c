// SPDX-License-Identifier: MIT
#include "cmd/match/peer-link.h"

#include "cmd/lib/command.h"
#include "core/base/clock.h"
#include "core/base/signals.h"
#include "match/link/page.h"
#include "match/link/poll.h"
#include "match/link/serial.h"
#include "match/protocol/dxp.h"

static int listen_at(const struct tcp_place *place, bool announces, struct tcp_listener **out,
                     struct err *err)
{
    char name[TCP_NAME_SIZE];
    if (*out)
        return 0;
    if (tcp_listen(place, out, err))
        return -1;
    for (unsigned i = 0; announces && tcp_listener_name(*out, i, name); i++)
        command_say("listening on %s", name);
    return 0;
}

static int open_link(const struct address *address, const struct peer_address *how,
                     struct tcp_listener **listener, int64_t by, struct link **out, struct err *err)
{
    switch (address->kind) {
    case ADDRESS_LISTEN:
        return listen_at(&address->place, how->announces, listener, err)
                       || tcp_link_await(*listener, by, out, err)
                   ? -1
                   : 0;
    case ADDRESS_SERIAL:
        return serial_link_open(address->rest, how->baud, out, err);
    case ADDRESS_PAGE:
        return page_link_open(address->rest, address->port, by, out, err);
    default:
        return tcp_link_open(&address->place, by, out, err);
    }
}

int peer_link_open(const struct peer_address *address, struct tcp_listener **listener, int64_t by,
                   struct dxp_connection **out, struct err *err)
{
    const struct dxp_serial_config serial = {.start = (uint8_t)address->serial_start,
                                             .end = (uint8_t)address->serial_end,
                                             .seed = (uint64_t)clock_us()};
    struct address where;
    struct link *link;
    if (address_read(address->text, DXP_PORT, &where, err))
        return -1;
    if (where.kind == ADDRESS_SERIAL && (!serial.start || !serial.end))
        return err_plain(err, "a serial line requires --serial-start and --serial-end");
    if (open_link(&where, address, listener, by, &link, err))
        return -1;
    int rc = link_wait_ready(link, signals_fd(), err);
    if (rc || dxp_connection_open(link, out, err)) {
        link_close(link);
        return rc ? rc : -1;
    }
    if (where.kind == ADDRESS_SERIAL && dxp_connection_set_serial(*out, &serial)) {
        dxp_connection_close(*out);
        return err_memory(err);
    }
    return 0;
}

int peer_link_receive(struct dxp_connection *connection, int64_t by, struct dxp_frame *out,
                      struct err *err)
{
    for (;;) {
        struct pollfd fds[LINK_FDS + 1] = {{.fd = signals_fd(), .events = POLLIN}};
        int64_t wake = by;
        int rc = dxp_connection_receive(connection, out, err);
        if (rc < 0 || (rc > 0 && !(out->odd & DXP_FRAME_TOO_LONG)))
            return rc;
        if (signals_stopped())
            return err_plain(err, "stopped");
        if (clock_ms() >= by)
            return 0;
        unsigned n = dxp_connection_wait(connection, fds + 1, &wake);
        poll_until(fds, n + 1, wake);
    }
}

int peer_link_send(struct dxp_connection *connection, const char *bytes, size_t n, int64_t by,
                   struct err *err)
{
    struct pollfd fds[LINK_FDS];
    if (dxp_connection_send(connection, bytes, n, err))
        return -1;
    for (;;) {
        int64_t wake = by;
        unsigned n_fds = dxp_connection_wait(connection, fds, &wake);
        bool behind = false;
        for (unsigned i = 0; i < n_fds; i++)
            behind |= (fds[i].events & POLLOUT) != 0;
        if (!behind || clock_ms() >= by)
            return 0;
        poll_until(fds, n_fds, wake);
        if (dxp_connection_flush(connection, err))
            return -1;
    }
}
