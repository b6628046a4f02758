// SPDX-License-Identifier: MIT
/*
 * Finds out where a peer is: the addresses of a host name, or of the host that a finder gives.
 * Either may block for as long as a server likes, so a thread waits for it.
 */
#ifndef DAMA_MATCH_LINK_LOOKUP_H
#define DAMA_MATCH_LINK_LOOKUP_H

#include "match/link/tcp-place.h"

#include <poll.h>

struct addrinfo;
struct lookup;

/**
 * Starts a lookup.
 * @param place copied; with `find`, only its port is used, not its host
 * @param find  gives the host; NULL: `place` names it
 * @param url   handed to `find`; copied; NULL without it
 * @return 0, or -1 with `err`: out of memory or threads
 */
int lookup_open(const struct tcp_place *place, place_finder *find, const char *url,
                struct lookup **out, struct err *err);

/** Forgets about a lookup, even if its thread is still waiting. NULL is allowed. */
void lookup_close(struct lookup *lookup);

/**
 * Takes the result, once.
 * @param place set to where the peer is, as a host name or address
 * @param out   owned; freeaddrinfo
 * @return 1, 0 not yet, -1 with `err`: no such host, no such page, no address in it
 */
int lookup_take(struct lookup *lookup, struct tcp_place *place, struct addrinfo **out,
                struct err *err);

/** What to wait for. */
void lookup_wait(const struct lookup *lookup, struct pollfd *fd);

#endif
