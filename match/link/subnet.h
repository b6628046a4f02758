// SPDX-License-Identifier: MIT
/*
 * Which addresses a peer may come from: "192.0.2.7", "10.0.0.0/8", "2001:db8::/32", "*" for all.
 */
#ifndef DAMA_MATCH_LINK_SUBNET_H
#define DAMA_MATCH_LINK_SUBNET_H

#include "core/base/err.h"

#include <stdbool.h>

/** IPv4 addresses are stored as IPv6 maps them, in ::ffff:0:0/96. */
struct subnet {
    unsigned char address[16];
    unsigned bits; /* leading bits of the address that must match; 0: all addresses match */
};

/** @return 0, or -1 with `err` */
int subnet_read(const char *text, struct subnet *out, struct err *err);

/** @param peer in the form of a link's name: "192.0.2.7:27531", "[2001:db8::7]:27531" */
bool subnet_has(const struct subnet *subnet, const char *peer);

#endif
