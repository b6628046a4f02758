// SPDX-License-Identifier: MIT
/* Where a peer listens on TCP: host and port, and the addresses they stand for. */
#ifndef DAMA_MATCH_LINK_TCP_PLACE_H
#define DAMA_MATCH_LINK_TCP_PLACE_H

#include "core/base/err.h"
#include "core/base/text.h"

enum { TCP_HOST_SIZE = 256 };

/** Where to listen or connect to. */
struct tcp_place {
    char host[TCP_HOST_SIZE]; /* name or address; empty: all addresses of this machine */
    char port[8];             /* decimal, 0 to 65535 */
};

/**
 * Reads "PORT", "HOST:PORT", "[IPv6]:PORT", "HOST", "*:PORT" (all addresses).
 * @param host the default if none is written: "localhost"
 * @param port likewise
 * @return 0, or -1 with `err`
 */
int tcp_place_read(struct text t, const char *host, unsigned port, struct tcp_place *out,
                   struct err *err);

/** As tcp_place_read, for a place to connect to: "*" is refused. */
int tcp_place_read_peer(struct text t, const char *host, unsigned port, struct tcp_place *out,
                        struct err *err);

/** Whether only this machine can reach it, judging by its spelling: localhost, 127.*, ::1. */
bool tcp_place_is_local(const struct tcp_place *place);

struct addrinfo;

/**
 * Looks up the addresses of a place. Blocks unless its host is an address.
 * @param flags of getaddrinfo besides AI_NUMERICSERV
 * @param out   owned; freeaddrinfo
 * @return 0, or -1 with `err`
 */
int tcp_resolve(const struct tcp_place *place, int flags, struct addrinfo **out, struct err *err);

/**
 * Finds out where a peer is. May block.
 * @param url   of the page that gives the host
 * @param place set to the host; the port is replaced only if the page gives one
 * @return 0, or -1 with `err`
 */
typedef int place_finder(const char *url, struct tcp_place *place, struct err *err);

#endif
