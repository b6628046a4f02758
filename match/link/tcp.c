// SPDX-License-Identifier: MIT
/*
 * A connection being made is in one of three states, which show in its fields:
 *
 *     lookup ──▶ addresses, tried one by one ──▶ connected      we go to the peer
 *     listener ────────────────────────────────▶ connected      the peer comes to us
 *
 * tcp_ready checks whether it can go on, and tcp_wait says what that depends on: a descriptor to
 * poll, and a time. Several addresses share the remaining time, so that a dead one leaves some to
 * the next.
 */
#include "match/link/tcp.h"

#include "core/base/clock.h"
#include "match/link/lookup.h"
#include "match/link/poll.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A peer that vanishes silently is noticed after about a minute and a half. */
enum { KEEP_IDLE_S = 45, KEEP_EVERY_S = 15, KEEP_TRIES = 3 };

enum { BACKLOG = 64 };

/* An address as text, IPv6 in brackets. */
static void name_address(const struct sockaddr *address, socklen_t n, char *buf)
{
    char host[TCP_NAME_SIZE - 10], port[8];
    if (getnameinfo(address, n, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV))
        snprintf(buf, TCP_NAME_SIZE, "?");
    else
        snprintf(buf, TCP_NAME_SIZE, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
}

/* @return a non-blocking socket; -1 with errno */
static int make_socket(int family)
{
    int fd = socket(family, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    poll_prepare(fd);
    return fd;
}

/* ---- listening ---- */

struct tcp_listener {
    int fd[TCP_SOCKETS];
    unsigned n, turn;
    unsigned port;
};

static unsigned bound_port(int fd)
{
    struct sockaddr_storage address;
    socklen_t n = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &n))
        return 0;
    if (address.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

static void set_port(struct sockaddr *address, unsigned port)
{
    if (address->sa_family == AF_INET6)
        ((struct sockaddr_in6 *)address)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)address)->sin_port = htons((uint16_t)port);
}

/* @return 0, or -1 with errno */
static int listen_at(struct tcp_listener *l, const struct addrinfo *a)
{
    int on = 1, fd = make_socket(a->ai_family);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->ai_family == AF_INET6) /* IPv4 gets a socket of its own */
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (l->n)
        set_port(a->ai_addr, l->port);
    if (bind(fd, a->ai_addr, a->ai_addrlen) || listen(fd, BACKLOG)) {
        int saved = errno;
        close(fd);
        errno = saved;
        return -1;
    }
    l->fd[l->n++] = fd;
    l->port = bound_port(fd);
    return 0;
}

int tcp_listen(const struct tcp_place *place, struct tcp_listener **out, struct err *err)
{
    struct addrinfo *all = NULL;
    int rc = -1, why = EADDRNOTAVAIL;
    if (tcp_resolve(place, AI_PASSIVE, &all, err))
        return -1;
    struct tcp_listener *l = calloc(1, sizeof *l);
    if (!l) {
        err_memory(err);
        goto done;
    }
    for (const struct addrinfo *a = all; a && l->n < TCP_SOCKETS; a = a->ai_next) {
        if ((a->ai_family != AF_INET && a->ai_family != AF_INET6) || listen_at(l, a) == 0)
            continue;
        why = errno;
        if (why != EADDRNOTAVAIL && why != EAFNOSUPPORT && why != EPROTONOSUPPORT)
            goto failed; /* half a listener would leave one family to another program */
    }
    if (l->n) {
        *out = l;
        l = NULL; /* handed over */
        rc = 0;
        goto done;
    }
failed:
    err_plain(err, "cannot listen on %s port %s: %s", place->host[0] ? place->host : "*",
              place->port, strerror(why));
done:
    tcp_listener_close(l);
    freeaddrinfo(all);
    return rc;
}

void tcp_listener_close(struct tcp_listener *listener)
{
    if (!listener)
        return;
    for (unsigned i = 0; i < listener->n; i++)
        close(listener->fd[i]);
    free(listener);
}

unsigned tcp_listener_fds(const struct tcp_listener *listener, int *fds)
{
    memcpy(fds, listener->fd, listener->n * sizeof *fds);
    return listener->n;
}

unsigned tcp_listener_port(const struct tcp_listener *listener) { return listener->port; }

bool tcp_listener_name(const struct tcp_listener *listener, unsigned i, char *buf)
{
    struct sockaddr_storage address;
    socklen_t n = sizeof address;
    if (i >= listener->n || getsockname(listener->fd[i], (struct sockaddr *)&address, &n))
        return false;
    name_address((struct sockaddr *)&address, n, buf);
    return true;
}

/* ---- connections ---- */

struct tcp {
    struct link link;
    int fd;                        /* -1: none at the moment */
    int64_t by;                    /* when to give up; INT64_MAX once connected */
    struct tcp_listener *listener; /* borrowed; waits for a peer. NULL: we connect to one */
    struct lookup *lookup;         /* owned; looks for the addresses. NULL: they are known */
    struct addrinfo *addresses;    /* owned; NULL once connected */
    const struct addrinfo *next;   /* the one to try after this */
    int64_t attempt_by;            /* when this attempt ends */
    int why;                       /* errno of the last attempt */
    struct tcp_place place;
    bool connected;
};

static void set_options(int fd)
{
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
#ifdef SO_NOSIGPIPE /* macOS, which has no MSG_NOSIGNAL */
    setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
#ifdef TCP_KEEPIDLE
    int idle = KEEP_IDLE_S, every = KEEP_EVERY_S, tries = KEEP_TRIES;
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof every);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof tries);
#endif
}

/* Handles a descriptor that has connected. */
static void connected(struct tcp *tcp)
{
    struct sockaddr_storage address;
    socklen_t n = sizeof address;
    char name[TCP_NAME_SIZE] = "?";
    set_options(tcp->fd);
    if (getpeername(tcp->fd, (struct sockaddr *)&address, &n) == 0)
        name_address((struct sockaddr *)&address, n, name);
    snprintf(tcp->link.name, sizeof tcp->link.name, "%s", name);
    if (tcp->addresses)
        freeaddrinfo(tcp->addresses);
    tcp->addresses = NULL;
    tcp->connected = true;
    tcp->by = INT64_MAX;
}

/* Begins an attempt with the next address. @return false if there is none left */
static bool attempt(struct tcp *tcp)
{
    while (tcp->next) {
        const struct addrinfo *a = tcp->next;
        int64_t now = clock_ms(), left = 0;
        for (const struct addrinfo *b = a; b; b = b->ai_next)
            left++;
        tcp->next = a->ai_next;
        tcp->fd = make_socket(a->ai_family);
        if (tcp->fd < 0) {
            tcp->why = errno;
            continue;
        }
        /* A dead address must not use up the time of the others. */
        tcp->attempt_by = tcp->by == INT64_MAX ? INT64_MAX : now + (tcp->by - now) / left;
        if (connect(tcp->fd, a->ai_addr, a->ai_addrlen) == 0 || errno == EINPROGRESS
            || errno == EINTR)
            return true;
        tcp->why = errno;
        close(tcp->fd);
        tcp->fd = -1;
    }
    return false;
}

static int refused(const struct tcp *tcp, struct err *err)
{
    return err_plain(err, "cannot connect to %s port %s: %s", tcp->place.host, tcp->place.port,
                     strerror(tcp->why));
}

/* Checks how the attempt to connect goes. @return as link_ready */
static int connecting(struct tcp *tcp, struct err *err)
{
    struct pollfd fd = {.fd = tcp->fd, .events = POLLOUT};
    socklen_t n = sizeof tcp->why;
    int why = 0;
    if (poll(&fd, 1, 0) > 0) {
        if (getsockopt(tcp->fd, SOL_SOCKET, SO_ERROR, &why, &n))
            why = errno;
        if (why == 0) {
            connected(tcp);
            return 1;
        }
    } else if (clock_ms() < tcp->attempt_by) {
        return 0;
    } else {
        why = ETIMEDOUT;
    }
    close(tcp->fd);
    tcp->fd = -1;
    tcp->why = why;
    return attempt(tcp) ? 0 : refused(tcp, err);
}

/* Checks whether the addresses were found. @return as link_ready */
static int looking_up(struct tcp *tcp, struct err *err)
{
    int rc = lookup_take(tcp->lookup, &tcp->place, &tcp->addresses, err);
    if (rc == 0 && clock_ms() >= tcp->by)
        return err_plain(err, "looking up %s took too long", tcp->link.name);
    if (rc <= 0)
        return rc;
    lookup_close(tcp->lookup);
    tcp->lookup = NULL;
    tcp->next = tcp->addresses;
    return attempt(tcp) ? 0 : refused(tcp, err);
}

/* Checks whether a peer has come. @return as link_ready */
static int awaiting(struct tcp *tcp, struct err *err)
{
    struct link *found;
    int rc = tcp_accept(tcp->listener, &found, err);
    if (rc < 0)
        return -1;
    if (rc == 0) {
        struct tcp *other = (struct tcp *)found;
        tcp->fd = other->fd;
        other->fd = -1;
        link_close(found);
        connected(tcp);
        return 1;
    }
    if (clock_ms() < tcp->by)
        return 0;
    return err_plain(err, "nobody connected to port %u in time", tcp->listener->port);
}

static int tcp_ready(struct link *link, struct err *err)
{
    struct tcp *tcp = (struct tcp *)link;
    if (tcp->connected)
        return 1;
    if (tcp->lookup)
        return looking_up(tcp, err);
    return tcp->listener ? awaiting(tcp, err) : connecting(tcp, err);
}

static long tcp_read(struct link *link, char *buf, size_t n, struct err *err)
{
    struct tcp *tcp = (struct tcp *)link;
    ssize_t got;
    do
        got = recv(tcp->fd, buf, n, 0);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        return (long)got;
    if (got == 0)
        return err_plain(err, "connection closed by the peer");
    if (poll_is_early(errno))
        return 0;
    return err_plain(err, "connection lost: %s", strerror(errno));
}

static long tcp_write(struct link *link, const char *bytes, size_t n, struct err *err)
{
    struct tcp *tcp = (struct tcp *)link;
    ssize_t sent;
    do
        sent = send(tcp->fd, bytes, n, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent >= 0)
        return (long)sent;
    if (poll_is_early(errno))
        return 0;
    return err_plain(err, "connection lost: %s", strerror(errno));
}

static unsigned tcp_wait(const struct link *link, bool writing, struct pollfd *fds, int64_t *by)
{
    const struct tcp *tcp = (const struct tcp *)link;
    int64_t end = tcp->connected || tcp->listener || tcp->lookup ? tcp->by : tcp->attempt_by;
    if (end < *by)
        *by = end;
    if (tcp->lookup) {
        lookup_wait(tcp->lookup, fds);
        return 1;
    }
    if (!tcp->connected && tcp->listener) {
        unsigned n = tcp->listener->n < LINK_FDS ? tcp->listener->n : LINK_FDS;
        for (unsigned i = 0; i < n; i++)
            fds[i] = (struct pollfd){.fd = tcp->listener->fd[i], .events = POLLIN};
        return n;
    }
    short events = tcp->connected ? (short)(writing ? POLLIN | POLLOUT : POLLIN) : POLLOUT;
    fds[0] = (struct pollfd){.fd = tcp->fd, .events = events};
    return 1;
}

static void tcp_shut(struct link *link) { shutdown(((struct tcp *)link)->fd, SHUT_WR); }

static void tcp_close(struct link *link)
{
    struct tcp *tcp = (struct tcp *)link;
    if (tcp->fd >= 0)
        close(tcp->fd);
    if (tcp->addresses)
        freeaddrinfo(tcp->addresses);
    lookup_close(tcp->lookup);
    free(tcp);
}

static const struct link_ops tcp_type = {
    .name = "tcp",
    .ready = tcp_ready,
    .read = tcp_read,
    .write = tcp_write,
    .wait = tcp_wait,
    .shut = tcp_shut,
    .close = tcp_close,
};

static struct tcp *make(int64_t by, struct err *err)
{
    struct tcp *tcp = calloc(1, sizeof *tcp);
    if (!tcp) {
        err_memory(err);
        return NULL;
    }
    tcp->link.type = &tcp_type;
    tcp->fd = -1;
    tcp->by = by;
    tcp->why = EADDRNOTAVAIL;
    return tcp;
}

int tcp_accept(struct tcp_listener *listener, struct link **out, struct err *err)
{
    for (unsigned i = 0; i < listener->n; i++) {
        int fd = accept(listener->fd[listener->turn++ % listener->n], NULL, NULL);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM))
            return err_plain(err, "cannot accept a connection: %s", strerror(errno));
        if (fd < 0) /* gone again, or none */
            continue;
        poll_prepare(fd);
        struct tcp *tcp = make(INT64_MAX, err);
        if (!tcp) {
            close(fd);
            return -1;
        }
        tcp->fd = fd;
        connected(tcp);
        *out = &tcp->link;
        return 0;
    }
    return 1;
}

int tcp_link_open(const struct tcp_place *place, int64_t by, struct link **out, struct err *err)
{
    struct tcp *tcp = make(by, err);
    struct err name = {0}; /* it is no address */
    if (!tcp)
        return -1;
    tcp->place = *place;
    snprintf(tcp->link.name, sizeof tcp->link.name, "%s:%s", place->host, place->port);
    int rc;
    if (tcp_resolve(place, AI_NUMERICHOST, &tcp->addresses, &name) == 0) {
        tcp->next = tcp->addresses;
        rc = attempt(tcp) ? 0 : refused(tcp, err);
    } else {
        rc = lookup_open(place, NULL, NULL, &tcp->lookup, err);
    }
    if (rc) {
        tcp_close(&tcp->link);
        return -1;
    }
    *out = &tcp->link;
    return 0;
}

int tcp_link_open_found(place_finder *find, const char *url, unsigned port, int64_t by,
                        struct link **out, struct err *err)
{
    struct tcp *tcp = make(by, err);
    if (!tcp)
        return -1;
    snprintf(tcp->place.port, sizeof tcp->place.port, "%u", port);
    snprintf(tcp->link.name, sizeof tcp->link.name, "%.200s", url);
    if (lookup_open(&tcp->place, find, url, &tcp->lookup, err)) {
        tcp_close(&tcp->link);
        return -1;
    }
    *out = &tcp->link;
    return 0;
}

int tcp_link_await(struct tcp_listener *listener, int64_t by, struct link **out, struct err *err)
{
    struct tcp *tcp = make(by, err);
    if (!tcp)
        return -1;
    tcp->listener = listener;
    snprintf(tcp->link.name, sizeof tcp->link.name, "port %u", listener->port);
    *out = &tcp->link;
    return 0;
}
