// SPDX-License-Identifier: MIT
#include "match/link/subnet.h"

#include "core/base/text.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

enum { IPV4_OFFSET = 96 }; /* bits before an IPv4 address */

/* @return how many bits the address has, 32 or 128; 0: it is not an address */
static unsigned read_address(const char *text, unsigned char out[16])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    memcpy(out, mapped, sizeof mapped);
    if (inet_pton(AF_INET, text, out + sizeof mapped) == 1)
        return 32;
    return inet_pton(AF_INET6, text, out) == 1 ? 128 : 0;
}

int subnet_read(const char *text, struct subnet *out, struct err *err)
{
    char address[64];
    size_t n = strcspn(text, "/");
    *out = (struct subnet){0};
    if (strcmp(text, "*") == 0)
        return 0;
    snprintf(address, sizeof address, "%.*s", n < sizeof address ? (int)n : 0, text);
    unsigned width = read_address(address, out->address);
    if (!width)
        return err_plain(
            err,
            "expected an address such as 192.0.2.7, 10.0.0.0/8, 2001:db8::7 or *, found '%.60s'",
            text);
    unsigned bits = width;
    if (text[n] == '/' && !text_number(text_of(text + n + 1), width, &bits))
        return err_plain(err, "expected a number of bits from 0 to %u after the slash in '%.60s'",
                         width, text);
    out->bits = bits + (width == 32 ? IPV4_OFFSET : 0);
    return 0;
}

/* The address of "ADDRESS:PORT" or "[ADDRESS%ZONE]:PORT". @return whether it has that form */
static bool peer_address(const char *peer, unsigned char out[16])
{
    char text[64];
    const char *first = peer + (*peer == '['), *end = strrchr(peer, ':');
    size_t n = *peer == '[' ? strcspn(first, "]%") : end ? (size_t)(end - first) : strlen(first);
    if (n >= sizeof text)
        return false;
    memcpy(text, first, n);
    text[n] = '\0';
    return read_address(text, out) > 0;
}

bool subnet_has(const struct subnet *subnet, const char *peer)
{
    unsigned char address[16];
    unsigned whole = subnet->bits / 8, rest = subnet->bits % 8;
    if (!subnet->bits)
        return true;
    if (!peer_address(peer, address) || memcmp(address, subnet->address, whole) != 0)
        return false;
    return !rest || (address[whole] ^ subnet->address[whole]) >> (8 - rest) == 0;
}
