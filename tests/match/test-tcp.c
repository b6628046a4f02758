// SPDX-License-Identifier: MIT
/*
 * Frames on a stream, places, and connections over loopback, with peers that behave and peers that
 * do not.
 */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "match/dxp-connection.h"
#include "match/link/poll.h"
#include "match/link/tcp.h"
#include "tests/lib/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- frames ---- */

static const struct {
    const char *name, *bytes;
    size_t n;
    /* each followed by its oddities: ! too long, which is skipped, ~ line end, and a bar */
    const char *frames;
} frame_rows[] = {
    {"frame: one", "E00", 4, "E00|"},
    {"frame: two in one read", "E00\0K1", 7, "E00|K1|"},
    {"frame: not complete", "E00", 3, ""},
    {"frame: nothing", "", 0, ""},
    {"frame: empty ones", "\0\0\0E00\0\0", 9, "E00|"},
    {"frame: LF before the NUL", "E00\n", 5, "E00~|"},
    {"frame: CR LF before the NUL", "E00\r\n", 6, "E00~|"},
    {"frame: only a line end", "\r\n", 3, ""},
    {"frame: line end inside", "Ca\nb", 5, "Ca\nb|"},
};

/* Reads a stream in pieces of `step` bytes. */
static void read_frames(const char *bytes, size_t n, size_t step, char *out)
{
    struct dxp_frame_reader reader = {0};
    *out = '\0';
    for (size_t at = 0; at < n; at += step) {
        const char *s = bytes + at;
        size_t left = n - at < step ? n - at : step, used;
        struct dxp_frame f;
        while (left) {
            if (dxp_frame_read(&reader, s, left, &used, &f)) {
                assert_int_equal(strlen(f.bytes), f.n);
                sprintf(out + strlen(out), "%s%s%s|", f.odd & DXP_FRAME_TOO_LONG ? "!" : "",
                        f.bytes, f.odd & DXP_FRAME_LINE_END ? "~" : "");
            } else {
                assert_int_equal(used, left);
            }
            s += used;
            left -= used;
        }
    }
}

static void frame_row(void **state)
{
    size_t i = (size_t)*state;
    char got[400];
    for (size_t step = 1; step <= frame_rows[i].n + 1; step++) {
        read_frames(frame_rows[i].bytes, frame_rows[i].n, step, got);
        assert_string_equal(got, frame_rows[i].frames);
    }
}

static void length_is_bounded_at_127(void **state)
{
    (void)state;
    static const size_t steps[] = {1, 7, 64, 4096};
    for (size_t n = 120; n < 400; n++)
        for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
            char bytes[500], got[1000], want[1000];
            memset(bytes, 'x', n);
            memcpy(bytes + n, "\0E00", 5);
            read_frames(bytes, n + 5, steps[i], got);
            if (n <= DXP_FRAME_MAX)
                snprintf(want, sizeof want, "%.*s|E00|", (int)n, bytes);
            else
                strcpy(want, "!|E00|");
            assert_string_equal(got, want);
        }
}

static void too_long_is_known_before_its_end(void **state)
{
    (void)state;
    char bytes[1000], got[100];
    memset(bytes, 'x', sizeof bytes);
    read_frames(bytes, DXP_FRAME_MAX + 2, 1, got);
    assert_string_equal(got, ""); /* two line ends may be among them */
    read_frames(bytes, sizeof bytes, 100, got);
    assert_string_equal(got, "!|"); /* once */
}

static void longest_frame_may_have_a_line_end(void **state)
{
    (void)state;
    char bytes[DXP_FRAME_MAX + 3], got[400];
    memset(bytes, 'x', DXP_FRAME_MAX);
    memcpy(bytes + DXP_FRAME_MAX, "\r\n", 3);
    read_frames(bytes, sizeof bytes, 1, got);
    assert_int_equal(strlen(got), DXP_FRAME_MAX + 2);
    assert_string_equal(got + DXP_FRAME_MAX, "~|");
}

/* ---- places ---- */

static const struct {
    const char *name, *text, *host, *port; /* host NULL: refused, and port is part of the message */
} place_rows[] = {
    {"place: port", "27531", "localhost", "27531"},
    {"place: port 0", "0", "localhost", "0"},
    {"place: host and port", "example.org:80", "example.org", "80"},
    {"place: host alone", "example.org", "example.org", "27531"},
    {"place: IPv4", "127.0.0.1:9", "127.0.0.1", "9"},
    {"place: IPv6", "[::1]:9", "::1", "9"},
    {"place: IPv6 alone", "[::1]", "::1", "27531"},
    {"place: all", "*:5", "", "5"},
    {"place: all, usual port", "*", "", "27531"},
    {"place: nothing", "", NULL, "expected a host"},
    {"place: no host", ":80", NULL, "expected a host"},
    {"place: no port", "a:", NULL, "port from 0"},
    {"place: port too large", "a:65536", NULL, "port from 0"},
    {"place: huge port", "99999999999999999999", NULL, "port from 0"},
    {"place: port of letters", "a:http", NULL, "port from 0"},
    {"place: negative port", "a:-1", NULL, "port from 0"},
    {"place: IPv6 without brackets", "::1:80", NULL, "brackets"},
    {"place: bracket left open", "[::1:80", NULL, "missing"},
    {"place: junk after the bracket", "[::1]x", NULL, "after ']'"},
    {"place: empty brackets", "[]:80", NULL, "expected a host"},
};

static void place_row(void **state)
{
    size_t i = (size_t)*state;
    struct tcp_place place;
    struct err err = {0};
    int rc = tcp_place_read(text_of(place_rows[i].text), "localhost", 27531, &place, &err);
    if (!place_rows[i].host) {
        assert_int_equal(rc, -1);
        assert_non_null(strstr(err.msg, place_rows[i].port));
        return;
    }
    assert_int_equal(rc, 0);
    assert_string_equal(place.host, place_rows[i].host);
    assert_string_equal(place.port, place_rows[i].port);
    rc = tcp_place_read_peer(text_of(place_rows[i].text), "localhost", 27531, &place, &err);
    assert_int_equal(rc, *place_rows[i].host ? 0 : -1);
}

static void long_host_is_refused(void **state)
{
    (void)state;
    char text[400];
    struct tcp_place place;
    memset(text, 'a', sizeof text);
    assert_int_equal(tcp_place_read((struct text){text, sizeof text}, "", 1, &place, NULL), -1);
}

/* ---- connections: both ends live in this thread; the kernel keeps what was sent ---- */

struct pair {
    struct tcp_listener *listener;
    struct dxp_connection *a, *b; /* a connected, b was accepted */
};

/* The descriptor of a connection, and what it waits for. */
static struct pollfd poll_of(const struct dxp_connection *c)
{
    struct pollfd fds[LINK_FDS];
    int64_t by = INT64_MAX;
    assert_int_equal(dxp_connection_wait(c, fds, &by), 1);
    return fds[0];
}

static int fd_of(const struct dxp_connection *c) { return poll_of(c).fd; }

static void wait_for(int fd, short events)
{
    struct pollfd p = {.fd = fd, .events = events};
    assert_int_equal(poll_until(&p, 1, clock_ms() + 5000), 1);
}

static struct dxp_connection *connection_of(struct link *link)
{
    struct dxp_connection *c = NULL;
    assert_int_equal(dxp_connection_open(link, &c, NULL), 0);
    return c;
}

static struct dxp_connection *accept_one(struct tcp_listener *listener)
{
    struct pollfd p[TCP_SOCKETS] = {{0}};
    int fds[TCP_SOCKETS];
    unsigned n = tcp_listener_fds(listener, fds);
    for (unsigned i = 0; i < n; i++)
        p[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
    assert_true(poll_until(p, n, clock_ms() + 5000) > 0);
    struct link *link = NULL;
    assert_int_equal(tcp_accept(listener, &link, NULL), 0);
    return connection_of(link);
}

static struct tcp_listener *listen_somewhere(const char *host)
{
    struct tcp_place place = {.port = "0"};
    struct tcp_listener *l = NULL;
    struct err err = {0};
    strcpy(place.host, host);
    if (tcp_listen(&place, &l, &err)) {
        print_message("# %s\n", err.msg);
        return NULL;
    }
    return l;
}

static struct dxp_connection *connect_to(const char *host, unsigned port)
{
    struct tcp_place place;
    struct link *link = NULL;
    struct err err = {0};
    strcpy(place.host, host);
    sprintf(place.port, "%u", port);
    if (tcp_link_open(&place, clock_ms() + 5000, &link, &err) || link_wait_ready(link, -1, &err))
        fail_msg("%s", err.msg);
    return connection_of(link);
}

static int set_up(void **state)
{
    struct pair *p = calloc(1, sizeof *p);
    p->listener = listen_somewhere("127.0.0.1");
    p->a = connect_to("127.0.0.1", tcp_listener_port(p->listener));
    p->b = accept_one(p->listener);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    struct pair *p = *state;
    dxp_connection_close(p->a);
    dxp_connection_close(p->b);
    tcp_listener_close(p->listener);
    free(p);
    return 0;
}

static void expect_frame(struct dxp_connection *c, const char *bytes)
{
    struct dxp_frame f;
    int rc;
    while ((rc = dxp_connection_receive(c, &f, NULL)) == 0)
        wait_for(fd_of(c), POLLIN);
    assert_int_equal(rc, 1);
    assert_string_equal(f.bytes, bytes);
}

static void frames_go_both_ways(void **state)
{
    struct pair *p = *state;
    struct dxp_frame f;
    assert_int_equal(dxp_connection_receive(p->b, &f, NULL), 0);
    assert_int_equal(dxp_connection_send(p->a, "E00", 3, NULL), 0);
    assert_int_equal(dxp_connection_send(p->a, "K1", 2, NULL), 0);
    expect_frame(p->b, "E00");
    expect_frame(p->b, "K1");
    assert_int_equal(dxp_connection_send(p->b, "Chi", 3, NULL), 0);
    expect_frame(p->a, "Chi");
    assert_int_equal(strncmp(dxp_connection_name(p->a), "127.0.0.1:", 10), 0);
    assert_int_equal(poll_of(p->a).events, POLLIN);
}

/* Sends bytes as they are, past the framing. */
static void send_raw(struct dxp_connection *c, const char *bytes, size_t n)
{
    assert_int_equal(send(fd_of(c), bytes, n, MSG_NOSIGNAL), n);
}

static void halves_are_joined(void **state)
{
    struct pair *p = *state;
    struct dxp_frame f;
    send_raw(p->a, "E", 1);
    wait_for(fd_of(p->b), POLLIN);
    assert_int_equal(dxp_connection_receive(p->b, &f, NULL), 0);
    send_raw(p->a, "00\0K1\0C", 7);
    expect_frame(p->b, "E00");
    expect_frame(p->b, "K1");
    send_raw(p->a, "x\0", 2);
    expect_frame(p->b, "Cx");
}

static void frames_before_the_end_are_given(void **state)
{
    struct pair *p = *state;
    struct dxp_frame f;
    struct err err = {0};
    send_raw(p->a, "E00\0K1", 6);
    dxp_connection_close(p->a);
    p->a = NULL;
    expect_frame(p->b, "E00");
    int rc;
    while ((rc = dxp_connection_receive(p->b, &f, &err)) == 0)
        wait_for(fd_of(p->b), POLLIN);
    assert_int_equal(rc, -1);
    assert_string_equal(err.msg, "connection closed by the peer in the middle of a message");
    assert_int_equal(dxp_connection_receive(p->b, &f, NULL), -1); /* and again */
}

static void writing_to_the_dead_is_an_error(void **state)
{
    struct pair *p = *state;
    struct err err = {0};
    dxp_connection_close(p->a);
    p->a = NULL;
    int rc = 0;
    for (int i = 0; i < 100 && rc == 0; i++) {
        rc = dxp_connection_send(p->b, "E00", 3, &err);
        poll(NULL, 0, 10);
    }
    assert_int_equal(rc, -1); /* and no SIGPIPE */
    assert_non_null(strstr(err.msg, "connection lost"));
}

static void peer_that_does_not_read_is_dropped(void **state)
{
    struct pair *p = *state;
    struct err err = {0};
    char text[DXP_FRAME_MAX];
    int small = 4096, rc = 0;
    memset(text, 'C', sizeof text);
    setsockopt(fd_of(p->b), SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    for (int i = 0; i < 200000 && rc == 0; i++)
        rc = dxp_connection_send(p->b, text, sizeof text, &err);
    assert_int_equal(rc, -1);
    assert_non_null(strstr(err.msg, "is not reading"));
    assert_int_equal(poll_of(p->b).events, POLLIN | POLLOUT);
}

static void queue_is_sent_in_order(void **state)
{
    struct pair *p = *state;
    char text[DXP_FRAME_MAX + 1];
    int small = 4096, sent = 0, got = 0;
    setsockopt(fd_of(p->b), SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    while (got < 60000) {
        struct dxp_frame f;
        while (sent < 60000 && sent - got < 30000 && poll_of(p->b).events == POLLIN) {
            size_t n = (size_t)sprintf(text, "C%0100d", sent++);
            assert_int_equal(dxp_connection_send(p->b, text, n, NULL), 0);
        }
        assert_int_equal(dxp_connection_flush(p->b, NULL), 0);
        while (dxp_connection_receive(p->a, &f, NULL) == 1)
            assert_int_equal(atoi(f.bytes + 1), got++);
    }
}

static void endless_bytes_do_not_hold_us(void **state)
{
    struct pair *p = *state;
    char flood[65536];
    struct dxp_frame f;
    size_t total = 0;
    int told = 0;
    memset(flood, 'x', sizeof flood);
    for (int i = 0; i < 200; i++) {
        ssize_t n = send(fd_of(p->a), flood, sizeof flood, MSG_NOSIGNAL | MSG_DONTWAIT);
        total += n > 0 ? (size_t)n : 0;
        told += dxp_connection_receive(p->b, &f, NULL); /* returns, however much there is */
    }
    assert_true(total > 1000000);
    assert_int_equal(told, 1);
    assert_int_equal(f.odd, DXP_FRAME_TOO_LONG);
    while (dxp_connection_receive(p->b, &f, NULL) == 0
           && recv(fd_of(p->b), flood, 1, MSG_PEEK | MSG_DONTWAIT) > 0)
        continue;
    send_raw(p->a, "\0E00\0", 5);
    expect_frame(p->b, "E00");
}

static void slow_loris_keeps_nobody_waiting(void **state)
{
    struct pair *p = *state;
    struct dxp_frame f;
    static const char bytes[] = "CHello";
    for (size_t i = 0; i < sizeof bytes; i++) {
        send_raw(p->a, bytes + i, 1);
        wait_for(fd_of(p->b), POLLIN);
        int rc = dxp_connection_receive(p->b, &f, NULL);
        assert_int_equal(rc, i == sizeof bytes - 1);
    }
}

static void flood_of_frames_comes_one_by_one(void **state)
{
    struct pair *p = *state;
    char flood[4000];
    for (size_t i = 0; i < sizeof flood; i++)
        flood[i] = i % 2 ? '\0' : 'C';
    send_raw(p->a, flood, sizeof flood);
    for (int i = 0; i < 2000; i++)
        expect_frame(p->b, "C");
    struct dxp_frame f;
    assert_int_equal(dxp_connection_receive(p->b, &f, NULL), 0);
    int64_t by = INT64_MAX;
    struct pollfd fds[LINK_FDS];
    dxp_connection_wait(p->b, fds, &by);
    assert_true(by == INT64_MAX); /* nothing is held */
}

static void finish_delivers_what_was_sent(void **state)
{
    struct pair *p = *state;
    struct dxp_frame f;
    /* Unread input at close would make the kernel throw away what is under way. */
    send_raw(p->a, "Cunread", 8);
    wait_for(fd_of(p->b), POLLIN);
    assert_int_equal(dxp_connection_send(p->b, "E01", 3, NULL), 0);
    dxp_connection_finish(p->b, clock_ms() + 50);
    p->b = NULL;
    expect_frame(p->a, "E01");
    wait_for(fd_of(p->a), POLLIN);
    assert_int_equal(dxp_connection_receive(p->a, &f, NULL), -1);
}

static void nobody_listens(void **state)
{
    (void)state;
    struct tcp_listener *l = listen_somewhere("127.0.0.1");
    struct tcp_place place = {.host = "127.0.0.1"};
    struct link *link = NULL;
    struct err err = {0};
    sprintf(place.port, "%u", tcp_listener_port(l));
    tcp_listener_close(l);
    int rc = tcp_link_open(&place, clock_ms() + 1000, &link, &err);
    assert_int_equal(rc == 0 ? link_wait_ready(link, -1, &err) : rc, -1);
    assert_non_null(strstr(err.msg, "refused"));
    link_close(link);
}

static void stop_ends_waiting(void **state)
{
    (void)state;
    struct waker waker;
    struct link *link = NULL;
    assert_int_equal(waker_init(&waker, NULL), 0);
    waker_wake(&waker);
    struct tcp_listener *l = listen_somewhere("127.0.0.1");
    assert_int_equal(tcp_link_await(l, INT64_MAX, &link, NULL), 0);
    assert_int_equal(link_wait_ready(link, waker.read, NULL), 1);
    link_close(link);
    tcp_listener_close(l);
    waker_fini(&waker);
}

static void awaited_peer_comes(void **state)
{
    (void)state;
    struct tcp_listener *l = listen_somewhere("127.0.0.1");
    struct link *link = NULL;
    struct err err = {0};
    assert_int_equal(tcp_link_await(l, clock_ms() + 20, &link, NULL), 0);
    assert_int_equal(link_wait_ready(link, -1, &err), -1);
    assert_non_null(strstr(err.msg, "nobody connected to port"));
    link_close(link);
    assert_int_equal(tcp_link_await(l, clock_ms() + 5000, &link, NULL), 0);
    struct dxp_connection *b = connection_of(link);
    assert_int_equal(dxp_connection_ready(b, NULL), 0);
    struct dxp_connection *a = connect_to("127.0.0.1", tcp_listener_port(l));
    assert_int_equal(link_wait_ready(link, -1, NULL), 0);
    assert_int_equal(dxp_connection_send(a, "E00", 3, NULL), 0);
    expect_frame(b, "E00");
    dxp_connection_close(a);
    dxp_connection_close(b);
    tcp_listener_close(l);
}

static void taken_port_is_refused(void **state)
{
    (void)state;
    struct tcp_listener *l = listen_somewhere("127.0.0.1"), *second = NULL;
    struct tcp_place place = {.host = "127.0.0.1"};
    struct err err = {0};
    sprintf(place.port, "%u", tcp_listener_port(l));
    assert_int_equal(tcp_listen(&place, &second, &err), -1);
    assert_non_null(strstr(err.msg, "in use"));
    tcp_listener_close(l);
}

static void both_families_are_heard(void **state)
{
    (void)state;
    struct tcp_listener *l = listen_somewhere("");
    char name[TCP_NAME_SIZE];
    assert_non_null(l);
    unsigned n = 0;
    while (tcp_listener_name(l, n, name)) {
        bool six = name[0] == '[';
        struct dxp_connection *a = connect_to(six ? "::1" : "127.0.0.1", tcp_listener_port(l));
        struct dxp_connection *b = accept_one(l);
        assert_int_equal(dxp_connection_send(a, "E00", 3, NULL), 0);
        expect_frame(b, "E00");
        dxp_connection_close(a);
        dxp_connection_close(b);
        n++;
    }
    assert_in_range(n, 1, 2);
    struct link *none = NULL;
    assert_int_equal(tcp_accept(l, &none, NULL), 1);
    tcp_listener_close(l);
}

static void no_descriptor_is_lost(void **state)
{
    (void)state;
    int before = dup(0);
    close(before);
    for (int i = 0; i < 50; i++) {
        struct pair *p;
        set_up((void **)&p);
        if (i % 2)
            dxp_connection_finish(p->a, clock_ms()), p->a = NULL;
        tear_down((void **)&p);
    }
    int after = dup(0);
    close(after);
    assert_int_equal(before, after);
}

static void *wake_soon(void *waker)
{
    poll(NULL, 0, 20);
    waker_wake(waker);
    return NULL;
}

static void waker_wakes(void **state)
{
    (void)state;
    struct waker waker;
    pthread_t thread;
    assert_int_equal(waker_init(&waker, NULL), 0);
    struct pollfd p = {.fd = waker.read, .events = POLLIN};
    int64_t before = clock_ms();
    assert_int_equal(poll_until(&p, 1, before + 30), 0);
    assert_in_range(clock_ms() - before, 30, 2000);
    pthread_create(&thread, NULL, wake_soon, &waker);
    assert_int_equal(poll_until(&p, 1, clock_ms() + 5000), 1);
    pthread_join(thread, NULL);
    for (int i = 0; i < 100000; i++)
        waker_wake(&waker); /* a full pipe is no harm */
    waker_clear(&waker);
    assert_int_equal(poll_until(&p, 1, clock_ms()), 0);
    waker_fini(&waker);
}

#define PAIR(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(length_is_bounded_at_127),
        cmocka_unit_test(too_long_is_known_before_its_end),
        cmocka_unit_test(longest_frame_may_have_a_line_end),
        cmocka_unit_test(long_host_is_refused),
        PAIR(frames_go_both_ways),
        PAIR(halves_are_joined),
        PAIR(frames_before_the_end_are_given),
        PAIR(writing_to_the_dead_is_an_error),
        PAIR(peer_that_does_not_read_is_dropped),
        PAIR(queue_is_sent_in_order),
        PAIR(endless_bytes_do_not_hold_us),
        PAIR(slow_loris_keeps_nobody_waiting),
        PAIR(flood_of_frames_comes_one_by_one),
        PAIR(finish_delivers_what_was_sent),
        cmocka_unit_test(nobody_listens),
        cmocka_unit_test(stop_ends_waiting),
        cmocka_unit_test(awaited_peer_comes),
        cmocka_unit_test(taken_port_is_refused),
        cmocka_unit_test(both_families_are_heard),
        cmocka_unit_test(no_descriptor_is_lost),
        cmocka_unit_test(waker_wakes),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(frame_rows, name, frame_row);
    ROWS_BY_INDEX(place_rows, name, place_row);
    return rows_run("tcp");
}
