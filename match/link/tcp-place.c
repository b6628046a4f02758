// SPDX-License-Identifier: MIT
#include "match/link/tcp-place.h"

#include "core/base/ascii.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static int read_port(struct text t, struct tcp_place *out, struct err *err)
{
    unsigned port;
    if (!text_number(t, 65535, &port))
        return err_plain(err, "expected a port from 0 to 65535, found '%.*s'", TEXT_ARGS(t));
    snprintf(out->port, sizeof out->port, "%u", port);
    return 0;
}

static bool all_digits(struct text t)
{
    for (size_t i = 0; i < t.n; i++)
        if (!ascii_is_digit(t.s[i]))
            return false;
    return t.n > 0;
}

static int read_host(struct text t, struct tcp_place *out, struct err *err)
{
    if (t.n == 0)
        return err_plain(err,
                         "expected a host before the port; to listen on all addresses, write '*'");
    if (t.n >= sizeof out->host || memchr(t.s, '\0', t.n))
        return err_plain(err, "host name is too long");
    if (text_is(t, "*"))
        t.n = 0;
    memcpy(out->host, t.s, t.n);
    out->host[t.n] = '\0';
    return 0;
}

int tcp_place_read(struct text t, const char *host, unsigned port, struct tcp_place *out,
                   struct err *err)
{
    struct text rest = {0};
    snprintf(out->host, sizeof out->host, "%s", host);
    snprintf(out->port, sizeof out->port, "%u", port);
    if (all_digits(t))
        return read_port(t, out, err);
    if (t.n && t.s[0] == '[') {
        const char *end = memchr(t.s, ']', t.n);
        if (!end)
            return err_plain(err, "missing ']' in '%.*s'", TEXT_ARGS(t));
        rest = (struct text){end + 1, t.n - (size_t)(end + 1 - t.s)};
        t = (struct text){t.s + 1, (size_t)(end - t.s) - 1};
        if (rest.n && rest.s[0] != ':')
            return err_plain(err, "expected ':PORT' after ']'");
    } else {
        const char *colon = t.n ? memchr(t.s, ':', t.n) : NULL;
        size_t before = colon ? (size_t)(colon - t.s) : t.n;
        if (colon && memchr(colon + 1, ':', t.n - before - 1))
            return err_plain(err, "IPv6 addresses need brackets: '[%.*s]:PORT'", TEXT_ARGS(t));
        rest = (struct text){t.s + before, t.n - before};
        t.n = before;
    }
    if (read_host(t, out, err))
        return -1;
    if (rest.n)
        return read_port((struct text){rest.s + 1, rest.n - 1}, out, err);
    return 0;
}

int tcp_place_read_peer(struct text t, const char *host, unsigned port, struct tcp_place *out,
                        struct err *err)
{
    if (tcp_place_read(t, host, port, out, err))
        return -1;
    return *out->host ? 0 : err_plain(err, "expected a host to connect to, found '*'");
}

int tcp_resolve(const struct tcp_place *place, int flags, struct addrinfo **out, struct err *err)
{
    struct addrinfo hints = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | flags};
    int rc = getaddrinfo(place->host[0] ? place->host : NULL, place->port, &hints, out);
    if (rc == 0)
        return 0;
    return err_plain(err, "%s: %s", place->host[0] ? place->host : "*",
                     rc == EAI_SYSTEM ? strerror(errno) : gai_strerror(rc));
}

bool tcp_place_is_local(const struct tcp_place *place)
{
    return strcmp(place->host, "localhost") == 0 || strcmp(place->host, "::1") == 0
           || strncmp(place->host, "127.", 4) == 0;
}
