// SPDX-License-Identifier: MIT
/*
 * TCP, IPv4 and IPv6: listening, and connections as links. Nothing blocks but looking up the name
 * of the host to listen on.
 *
 * Nagle's delay is off, so that each write becomes a segment: some peers lose messages that arrive
 * together. Keep-alive is on; a peer that has vanished is noticed after a minute and a half.
 */
#ifndef DAMA_MATCH_LINK_TCP_H
#define DAMA_MATCH_LINK_TCP_H

#include "match/link/link.h"
#include "match/link/tcp-place.h"

enum {
    TCP_NAME_SIZE = 64, /* room for any address and port as text, NUL included */
    TCP_SOCKETS = 4,    /* the most sockets of one listener */
};

struct tcp_listener;

/**
 * Listens on all addresses of the place; one that this machine does not have is skipped if another
 * works. Port 0 means a free port, the same for all addresses.
 * @return 0, or -1 with `err`: unknown host, port taken, not allowed
 */
int tcp_listen(const struct tcp_place *place, struct tcp_listener **out, struct err *err);
void tcp_listener_close(struct tcp_listener *listener);

/** The descriptors to wait for, with POLLIN. @param fds room for TCP_SOCKETS @return how many */
unsigned tcp_listener_fds(const struct tcp_listener *listener, int *fds);

/** The port in use. */
unsigned tcp_listener_port(const struct tcp_listener *listener);

/** The i-th address as text, "127.0.0.1:27531". @return whether there is an i-th one */
bool tcp_listener_name(const struct tcp_listener *listener, unsigned i, char *buf);

/**
 * Takes a waiting connection.
 * @return 0, 1 if none is waiting (any more), -1 with `err`: out of descriptors or memory; the
 *        connection goes on waiting
 */
int tcp_accept(struct tcp_listener *listener, struct link **out, struct err *err);

/**
 * Begins to connect: tries the addresses of the place one after the other, each for its share of
 * the time.
 * @param by monotonic ms after which link_ready gives up
 * @return 0, or -1 with `err`: out of memory, an address that cannot be reached at all; an unknown
 *         host is reported by link_ready
 */
int tcp_link_open(const struct tcp_place *place, int64_t by, struct link **out, struct err *err);

/**
 * Begins to connect to the host that `find` gives, on a thread of its own.
 * @param url  handed to `find`; copied
 * @param port the port if `find` gives none
 * @return as tcp_link_open
 */
int tcp_link_open_found(place_finder *find, const char *url, unsigned port, int64_t by,
                        struct link **out, struct err *err);

/**
 * Waits for the next peer that connects, as a link. The listener is borrowed: it must outlive the
 * link.
 * @param by monotonic ms after which link_ready gives up
 * @return 0, or -1 with `err`: out of memory
 */
int tcp_link_await(struct tcp_listener *listener, int64_t by, struct link **out, struct err *err);

#endif
