// SPDX-License-Identifier: MIT
/*
 * Where a peer is, as a user writes it:
 *
 *     tcp://HOST[:PORT]        connect to it; IPv6 in brackets
 *     listen://[HOST:]PORT     wait for it to connect to HOST, by default localhost; "*" means all
 *     serial:DEVICE            a serial line
 *     http://..., https://...  a page that tells the address, see match/link/page.h
 */
#ifndef DAMA_MATCH_LINK_ADDRESS_H
#define DAMA_MATCH_LINK_ADDRESS_H

#include "match/link/tcp.h"

enum address_kind { ADDRESS_TCP, ADDRESS_LISTEN, ADDRESS_SERIAL, ADDRESS_PAGE };

struct address {
    enum address_kind kind;
    struct tcp_place place; /* for TCP and LISTEN */
    const char *rest;       /* the device, or the whole URL; borrowed from the text */
    unsigned port;          /* for a page: the port if the page names none */
};

/**
 * Reads an address.
 * @param port the port if none is written
 * @return 0, or -1 with `err`, also for a page that this build cannot fetch
 */
int address_read(const char *text, unsigned port, struct address *out, struct err *err);

#endif
