// SPDX-License-Identifier: MIT
/*
 * Where a peer is, as a user writes it:
 *
 *     tcp://HOST[:PORT]        go there; IPv6 in brackets
 *     listen://[HOST:]PORT     wait for it to come; on this machine alone unless a host is named, "*" for all
 *     serial:DEVICE            a serial line
 */
#ifndef DAMA_MATCH_LINK_ADDRESS_H
#define DAMA_MATCH_LINK_ADDRESS_H

#include "match/link/tcp.h"

enum address_kind { ADDRESS_TCP, ADDRESS_LISTEN, ADDRESS_SERIAL };

struct address {
    enum address_kind kind;
    struct tcp_place place; /* of TCP and LISTEN */
    const char *rest;       /* the device; borrowed from the text */
};

/**
 * Reads an address.
 * @param port where none is written
 * @return 0, or -1 with `err`
 */
int address_read(const char *text, unsigned port, struct address *out, struct err *err);

#endif
