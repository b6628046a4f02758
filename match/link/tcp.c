// SPDX-License-Identifier: MIT
#include "match/link/tcp.h"

#include "core/base/clock.h"
#include "match/link/poll.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct src_pos nowhere;

/* A peer that has gone without a word is noticed after a minute and a half or so. */
enum { KEEP_IDLE_S = 45, KEEP_EVERY_S = 15, KEEP_TRIES = 3 };

enum {
    READ_ROOM = 4096,
    BURST = 16, /* reads without a frame before others get their turn */
    BACKLOG = 8,
};

/* Places. */

static int read_port(struct text t, struct tcp_place *out, struct err *err)
{
    unsigned port = 0;
    for (size_t i = 0; i < t.n && port <= 65535; i++)
        port = t.s[i] >= '0' && t.s[i] <= '9' ? port * 10 + (unsigned)(t.s[i] - '0') : 65536;
    if (t.n == 0 || port > 65535)
        return err_set(err, nowhere, "port from 0 to 65535 expected, not \"%.*s\"", TEXT_ARGS(t));
    snprintf(out->port, sizeof out->port, "%u", port);
    return 0;
}

static bool all_digits(struct text t)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] < '0' || t.s[i] > '9')
            return false;
    return t.n > 0;
}

static int read_host(struct text t, struct tcp_place *out, struct err *err)
{
    if (t.n == 0)
        return err_set(err, nowhere, "host expected before the port; \"*\" is all addresses");
    if (t.n >= sizeof out->host || memchr(t.s, '\0', t.n))
        return err_set(err, nowhere, "host name is too long");
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
            return err_set(err, nowhere, "\"]\" is missing in \"%.*s\"", TEXT_ARGS(t));
        rest = (struct text){end + 1, t.n - (size_t)(end + 1 - t.s)};
        t = (struct text){t.s + 1, (size_t)(end - t.s) - 1};
        if (rest.n && rest.s[0] != ':')
            return err_set(err, nowhere, "\":PORT\" expected behind \"]\"");
    } else {
        const char *colon = t.n ? memchr(t.s, ':', t.n) : NULL;
        size_t before = colon ? (size_t)(colon - t.s) : t.n;
        if (colon && memchr(colon + 1, ':', t.n - before - 1))
            return err_set(err, nowhere, "IPv6 address is written in brackets: \"[%.*s]:PORT\"",
                           TEXT_ARGS(t));
        rest = (struct text){t.s + before, t.n - before};
        t.n = before;
    }
    if (read_host(t, out, err))
        return -1;
    if (rest.n)
        return read_port((struct text){rest.s + 1, rest.n - 1}, out, err);
    return 0;
}

/** An address as text, IPv6 in brackets. */
static void name_address(const struct sockaddr *address, socklen_t n, char *buf)
{
    char host[TCP_NAME_SIZE - 10], port[8];
    if (getnameinfo(address, n, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV))
        snprintf(buf, TCP_NAME_SIZE, "?");
    else
        snprintf(buf, TCP_NAME_SIZE, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
}

static int resolve(const struct tcp_place *place, int flags, struct addrinfo **out, struct err *err)
{
    struct addrinfo hints = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | flags};
    int rc = getaddrinfo(place->host[0] ? place->host : NULL, place->port, &hints, out);
    if (rc == 0)
        return 0;
    return err_set(err, nowhere, "%s: %s", place->host[0] ? place->host : "*",
                   rc == EAI_SYSTEM ? strerror(errno) : gai_strerror(rc));
}

/** @return a socket that does not block; -1 with errno */
static int make_socket(int family)
{
    int fd = socket(family, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* Listening. */

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

/** @return 0, or -1 with errno */
static int listen_at(struct tcp_listener *l, const struct addrinfo *a)
{
    int on = 1, fd = make_socket(a->ai_family);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->ai_family == AF_INET6) /* IPv4 has a socket of its own */
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
    if (resolve(place, AI_PASSIVE, &all, err))
        return -1;
    struct tcp_listener *l = calloc(1, sizeof *l);
    if (!l) {
        err_set(err, nowhere, "out of memory");
        goto done;
    }
    for (const struct addrinfo *a = all; a && l->n < TCP_SOCKETS; a = a->ai_next) {
        if ((a->ai_family != AF_INET && a->ai_family != AF_INET6) || listen_at(l, a) == 0)
            continue;
        why = errno;
        if (why != EADDRNOTAVAIL && why != EAFNOSUPPORT && why != EPROTONOSUPPORT)
            goto failed; /* half a listener would leave one family to somebody else */
    }
    if (l->n) {
        *out = l;
        l = NULL; /* handed over */
        rc = 0;
        goto done;
    }
failed:
    err_set(err, nowhere, "cannot listen on %s port %s: %s", place->host[0] ? place->host : "*",
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

/* Connections. */

struct tcp {
    int fd;
    char name[TCP_NAME_SIZE];
    struct frame_reader reader;
    size_t at, n; /* what of `in` was not looked at */
    char in[READ_ROOM];
    struct err gone; /* why nothing more can be read; empty while it can */
    unsigned first, queued;
    size_t sent; /* bytes of the first queued frame */
    struct {
        size_t n; /* with its NUL */
        char bytes[FRAME_MAX + 1];
    } queue[TCP_QUEUE];
};

static void set_options(int fd)
{
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
#ifdef TCP_KEEPIDLE
    int idle = KEEP_IDLE_S, every = KEEP_EVERY_S, tries = KEEP_TRIES;
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof every);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof tries);
#endif
}

/** Makes a connection of a connected socket, which it takes over on success. */
static int adopt(int fd, struct tcp **out, struct err *err)
{
    struct sockaddr_storage address;
    socklen_t n = sizeof address;
    struct tcp *tcp = calloc(1, sizeof *tcp);
    if (!tcp)
        return err_set(err, nowhere, "out of memory");
    tcp->fd = fd;
    set_options(fd);
    if (getpeername(fd, (struct sockaddr *)&address, &n))
        snprintf(tcp->name, sizeof tcp->name, "?");
    else
        name_address((struct sockaddr *)&address, n, tcp->name);
    *out = tcp;
    return 0;
}

static bool is_passing(int why) { return why == EAGAIN || why == EWOULDBLOCK || why == EINTR; }

int tcp_accept(struct tcp_listener *listener, struct tcp **out, struct err *err)
{
    for (unsigned i = 0; i < listener->n; i++) {
        int fd = accept(listener->fd[listener->turn++ % listener->n], NULL, NULL);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM))
            return err_set(err, nowhere, "cannot take a connection: %s", strerror(errno));
        if (fd < 0) /* gone again, or none */
            continue;
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        fcntl(fd, F_SETFL, O_NONBLOCK);
        if (adopt(fd, out, err) == 0)
            return 0;
        close(fd);
        return -1;
    }
    return 1;
}

/** @return 0 connected, 1 stopped, -1 with errno */
static int connect_at(const struct addrinfo *a, int64_t by, int stop, int *out)
{
    int why = 0, fd = make_socket(a->ai_family);
    socklen_t n = sizeof why;
    if (fd < 0)
        return -1;
    if (connect(fd, a->ai_addr, a->ai_addrlen) && errno != EINPROGRESS && errno != EINTR) {
        why = errno;
    } else {
        struct pollfd fds[] = {{.fd = fd, .events = POLLOUT}, {.fd = stop, .events = POLLIN}};
        int ready = wait_until(fds, 2, by);
        if (ready && fds[1].revents) {
            close(fd);
            return 1;
        }
        if (!ready)
            why = ETIMEDOUT;
        else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &n))
            why = errno;
    }
    if (why) {
        close(fd);
        errno = why;
        return -1;
    }
    *out = fd;
    return 0;
}

int tcp_connect(const struct tcp_place *place, int64_t by, int stop, struct tcp **out,
                struct err *err)
{
    struct addrinfo *all = NULL;
    unsigned left = 0;
    int fd = -1, rc = -1, why = EADDRNOTAVAIL;
    if (resolve(place, 0, &all, err))
        return -1;
    for (const struct addrinfo *a = all; a; a = a->ai_next)
        left++;
    for (const struct addrinfo *a = all; a && rc < 0; a = a->ai_next, left--) {
        int64_t now = clock_ms(); /* a dead address must not eat the time of the others */
        rc = connect_at(a, by == INT64_MAX ? by : now + (by - now) / left, stop, &fd);
        if (rc < 0)
            why = errno;
    }
    freeaddrinfo(all);
    if (rc < 0)
        return err_set(err, nowhere, "cannot connect to %s port %s: %s", place->host, place->port,
                       strerror(why));
    if (rc == 0 && adopt(fd, out, err)) {
        close(fd);
        return -1;
    }
    return rc;
}

void tcp_close(struct tcp *tcp)
{
    if (!tcp)
        return;
    close(tcp->fd);
    free(tcp);
}

void tcp_finish(struct tcp *tcp, int64_t by)
{
    struct err err = {0};
    char drop[READ_ROOM];
    if (!tcp)
        return;
    struct pollfd fd = {.fd = tcp->fd, .events = POLLOUT};
    while (tcp_flush(tcp, &err) == 0 && tcp->queued)
        if (wait_until(&fd, 1, by) == 0)
            break;
    shutdown(tcp->fd, SHUT_WR);
    fd.events = POLLIN;
    while (wait_until(&fd, 1, by) > 0 && clock_ms() < by) {
        ssize_t n = recv(tcp->fd, drop, sizeof drop, 0);
        if (n == 0 || (n < 0 && !is_passing(errno)))
            break;
    }
    tcp_close(tcp);
}

int tcp_fd(const struct tcp *tcp) { return tcp->fd; }

short tcp_events(const struct tcp *tcp) { return tcp->queued ? POLLIN | POLLOUT : POLLIN; }

const char *tcp_name(const struct tcp *tcp) { return tcp->name; }

bool tcp_has_input(const struct tcp *tcp) { return tcp->at < tcp->n; }

/** @return whether there are bytes to look at */
static bool fill(struct tcp *tcp)
{
    ssize_t n;
    if (tcp->at < tcp->n)
        return true;
    if (tcp->gone.msg[0])
        return false;
    do
        n = recv(tcp->fd, tcp->in, sizeof tcp->in, 0);
    while (n < 0 && errno == EINTR);
    tcp->at = 0;
    tcp->n = n > 0 ? (size_t)n : 0;
    if (n == 0)
        err_set(&tcp->gone, nowhere, "connection closed by the peer%s",
                tcp->reader.n ? " in the middle of a message" : "");
    else if (n < 0 && !is_passing(errno))
        err_set(&tcp->gone, nowhere, "connection lost: %s", strerror(errno));
    return n > 0;
}

int tcp_receive(struct tcp *tcp, struct frame *out, struct err *err)
{
    for (int reads = 0; reads < BURST && fill(tcp); reads++) {
        size_t used;
        bool got = frame_read(&tcp->reader, tcp->in + tcp->at, tcp->n - tcp->at, &used, out);
        tcp->at += used;
        if (got)
            return 1;
    }
    if (tcp->gone.msg[0])
        return err_set(err, nowhere, "%s", tcp->gone.msg);
    return 0;
}

int tcp_flush(struct tcp *tcp, struct err *err)
{
    while (tcp->queued) {
        const char *bytes = tcp->queue[tcp->first].bytes;
        size_t whole = tcp->queue[tcp->first].n;
        ssize_t n = send(tcp->fd, bytes + tcp->sent, whole - tcp->sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && is_passing(errno))
            return 0;
        if (n < 0)
            return err_set(err, nowhere, "connection lost: %s", strerror(errno));
        tcp->sent += (size_t)n;
        if (tcp->sent < whole)
            continue;
        tcp->sent = 0;
        tcp->first = (tcp->first + 1) % TCP_QUEUE;
        tcp->queued--;
    }
    return 0;
}

int tcp_send(struct tcp *tcp, const char *bytes, size_t n, struct err *err)
{
    assert(n >= 1 && n <= FRAME_MAX && !memchr(bytes, '\0', n));
    if (tcp->queued == TCP_QUEUE)
        return err_set(err, nowhere, "the peer does not read what is sent to it");
    unsigned last = (tcp->first + tcp->queued++) % TCP_QUEUE;
    memcpy(tcp->queue[last].bytes, bytes, n);
    tcp->queue[last].bytes[n] = '\0';
    tcp->queue[last].n = n + 1;
    return tcp_flush(tcp, err);
}
