// SPDX-License-Identifier: MIT
/* A follower over loopback: it serves in a thread of its own, and the test is its peers. */
#include "core/base/clock.h"
#include "match/dxp-connection.h"
#include "match/link/poll.h"
#include "match/serve/follower-run.h"
#include "tests/lib/follower-bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

struct service {
    struct script script;
    struct follower_run run;
    struct waker stop, ready;
    struct waker held, go; /* see hold */
    pthread_t thread;
    char address[TCP_NAME_SIZE];
    enum follower_end end;
    struct follower_score score;
    struct err err;
    int rc;
};

static void ready(void *ctx, const char *name)
{
    struct service *s = ctx;
    if (!s->address[0])
        snprintf(s->address, sizeof s->address, "%s", name);
    waker_wake(&s->ready);
}

static void *serve(void *ctx)
{
    struct service *s = ctx;
    s->rc = follower_run(&scripted, &s->script, &s->run, &s->end, &s->score, &s->err);
    waker_wake(&s->ready);
    return NULL;
}

/* Holds the follower's thread where it tells "hold", until it is let go. */
static void hold(void *ctx, bool detail, const char *line)
{
    struct service *s = ctx;
    struct pollfd go = {.fd = s->go.read, .events = POLLIN};
    if (detail || !strstr(line, "hold"))
        return;
    waker_wake(&s->held);
    poll_until(&go, 1, clock_ms() + 10000);
    waker_clear(&s->go);
}

static int begin(void **state)
{
    struct service *s = calloc(1, sizeof *s);
    struct pollfd fd;
    script_init(&s->script);
    waker_init(&s->stop, NULL);
    waker_init(&s->ready, NULL);
    waker_init(&s->held, NULL);
    waker_init(&s->go, NULL);
    s->run = (struct follower_run){.follower = {.name = "dama", .tell = hold, .ctx = s},
                                   .place = {.host = "127.0.0.1", .port = "0"},
                                   .stop = s->stop.read,
                                   .listening = ready,
                                   .ctx = s};
    pthread_create(&s->thread, NULL, serve, s);
    fd = (struct pollfd){.fd = s->ready.read, .events = POLLIN};
    assert_int_equal(poll_until(&fd, 1, clock_ms() + 5000), 1);
    waker_clear(&s->ready);
    assert_true(s->address[0]);
    *state = s;
    return 0;
}

static int end(void **state)
{
    struct service *s = *state;
    int64_t before = clock_ms();
    waker_wake(&s->stop);
    pthread_join(s->thread, NULL);
    assert_true(clock_ms() - before < 4000);
    assert_int_equal(s->rc, 0);
    assert_int_equal(s->end, FOLLOWER_STOPPED);
    assert_int_equal(s->script.opened, s->script.closed);
    waker_fini(&s->stop);
    waker_fini(&s->ready);
    waker_fini(&s->held);
    waker_fini(&s->go);
    script_fini(&s->script);
    free(s);
    return 0;
}

static struct dxp_connection *visit(struct service *s)
{
    struct tcp_place place;
    struct link *link = NULL;
    struct dxp_connection *c = NULL;
    assert_int_equal(tcp_place_read(text_of(s->address), "", 0, &place, NULL), 0);
    assert_int_equal(tcp_link_open(&place, clock_ms() + 5000, &link, NULL), 0);
    assert_int_equal(link_wait_ready(link, -1, NULL), 0);
    assert_int_equal(dxp_connection_open(link, &c, NULL), 0);
    return c;
}

static int fd_of(const struct dxp_connection *c)
{
    struct pollfd fds[LINK_FDS];
    int64_t by = INT64_MAX;
    dxp_connection_wait(c, fds, &by);
    return fds[0].fd;
}

static void put(struct dxp_connection *c, const char *bytes)
{
    assert_int_equal(dxp_connection_send(c, bytes, strlen(bytes), NULL), 0);
}

/* @return the next frame; NULL at the end of the connection. Borrowed until the next call */
static const char *get(struct dxp_connection *c)
{
    static struct dxp_frame f;
    int64_t by = clock_ms() + 10000;
    int rc;
    while ((rc = dxp_connection_receive(c, &f, NULL)) == 0) {
        struct pollfd fds[LINK_FDS];
        int64_t unused = by;
        if (poll_until(fds, dxp_connection_wait(c, fds, &unused), by) == 0)
            fail_msg("nothing comes");
    }
    return rc > 0 ? f.bytes : NULL;
}

/* Plays a game to its end, or for so many plies; the follower has White. @return plies */
static int play(struct dxp_connection *c, int plies)
{
    struct follower_bench b = {.told = ""};
    int n = 0;
    position_start(rules_international, &b.pos);
    put(c, NO_CLOCK_W);
    assert_int_equal(get(c)[0], 'A');
    for (; n < plies; n += 2) {
        char text[200];
        const char *said = get(c);
        assert_non_null(said);
        if (said[0] == 'E') {
            put(c, "E00");
            return n;
        }
        follower_bench_follow(&b, said);
        if (!follower_bench_peer_move(&b, text))
            break;
        put(c, text);
    }
    if (n >= plies) {
        const char *said = get(c);
        assert_true(said[0] == 'M' || said[0] == 'E');
    }
    put(c, "E10");
    const char *confirmation = get(c);
    assert_string_equal(confirmation, "E00");
    return n;
}

/* Visits once the last peer is known to be gone: a follower without a game answers K1. */
static struct dxp_connection *visit_free(struct service *s)
{
    for (;;) {
        struct dxp_connection *c = visit(s);
        put(c, "B001W");
        const char *said = get(c);
        if (said && strcmp(said, "K1") == 0)
            return c;
        dxp_connection_close(c);
        poll(NULL, 0, 5);
    }
}

static void whole_games_in_a_row(void **state)
{
    struct service *s = *state;
    struct dxp_connection *c = visit(s);
    for (int i = 0; i < 5; i++)
        assert_true(play(c, 400) > 10);
    dxp_connection_finish(c, clock_ms() + 1000);
}

static void many_short_connections(void **state)
{
    struct service *s = *state;
    for (int i = 0; i < 50; i++) {
        struct dxp_connection *c = visit_free(s);
        put(c, "Chello");
        if (i % 3 == 0)
            play(c, 4);
        if (i % 3 == 1)
            put(c, NO_CLOCK_W); /* and away, with a game running */
        if (i % 2)
            dxp_connection_close(c);
        else
            dxp_connection_finish(c, clock_ms() + 10);
    }
    struct dxp_connection *c = visit_free(s);
    play(c, 10);
    dxp_connection_close(c);
}

static void passers_by_are_sent_away(void **state)
{
    struct service *s = *state;
    struct dxp_connection *c = visit(s), *other;
    put(c, NO_CLOCK_Z);
    assert_int_equal(get(c)[0], 'A');
    other = visit(s);
    assert_int_equal(strncmp(get(other), "Cbusy", 5), 0);
    assert_null(get(other));
    dxp_connection_close(other);
    put(c, "E00");
    assert_string_equal(get(c), "E00");
    other = visit(s); /* without a game the newest counts */
    assert_null(get(c));
    dxp_connection_close(c);
    play(other, 6);
    dxp_connection_close(other);
}

static void wait_until_held(struct service *s)
{
    struct pollfd held = {.fd = s->held.read, .events = POLLIN};
    assert_int_equal(poll_until(&held, 1, clock_ms() + 10000), 1);
    waker_clear(&s->held);
}

/*
 * The end of the old connection is read before the new one is judged, even where more stands before
 * it than is read in two turns: the follower is held while all of it arrives.
 */
static void peer_that_comes_back_at_once_is_taken(void **state)
{
    struct service *s = *state;
    for (int messages = 0; messages < 1000; messages = messages * 3 + 50) {
        struct dxp_connection *c = visit_free(s);
        put(c, NO_CLOCK_Z);
        assert_int_equal(get(c)[0], 'A');
        put(c, "Chold");
        wait_until_held(s);
        for (int i = 0; i < messages; i++)
            put(c, "Cx");
        dxp_connection_close(c);
        c = visit(s);
        put(c, NO_CLOCK_Z);
        waker_wake(&s->go);
        assert_int_equal(get(c)[0], 'A');
        put(c, "E10");
        assert_string_equal(get(c), "E00");
        dxp_connection_finish(c, clock_ms() + 1000);
    }
}

static void hostile_bytes(void **state)
{
    struct service *s = *state;
    char flood[8192];
    memset(flood, 'M', sizeof flood);
    for (int round = 0; round < 3; round++) {
        struct dxp_connection *c = visit_free(s);
        put(c, NO_CLOCK_Z);
        assert_int_equal(get(c)[0], 'A');
        for (int i = 0; i < 100; i++) {
            if (round == 1) /* a million frames instead of a long one */
                for (size_t k = 1; k < sizeof flood; k += 2)
                    flood[k] = '\0';
            send(fd_of(c), flood, sizeof flood, MSG_NOSIGNAL | MSG_DONTWAIT);
        }
        dxp_connection_close(c);
    }
    struct dxp_connection *c = visit_free(s);
    put(c, NO_CLOCK_Z);
    assert_int_equal(get(c)[0], 'A');
    dxp_connection_close(c);
}

/* Sends so much of one byte that the follower has had enough. */
static void pour(struct dxp_connection *c, char byte)
{
    char bytes[72 * 1024];
    struct pollfd fd = {.fd = fd_of(c), .events = POLLOUT};
    memset(bytes, byte, sizeof bytes);
    for (size_t sent = 0; sent < sizeof bytes;) {
        assert_int_equal(poll_until(&fd, 1, clock_ms() + 10000), 1);
        long n = send(fd.fd, bytes + sent, sizeof bytes - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        assert_true(n > 0);
        sent += (size_t)n;
    }
}

static void bytes_without_messages_are_cut_off(void **state)
{
    struct service *s = *state;
    for (int round = 0; round < 2; round++) {
        struct dxp_connection *c = visit_free(s);
        put(c, NO_CLOCK_Z);
        assert_int_equal(get(c)[0], 'A');
        pour(c, round ? 'x' : '\0');
        assert_string_equal(get(c), "E00");
        assert_null(get(c));
        dxp_connection_close(c);
    }
}

static void goes_to_a_peer(void **state)
{
    (void)state;
    struct tcp_place place = {.host = "127.0.0.1", .port = "0"};
    struct tcp_listener *listener;
    struct service s = {.rc = 0};
    struct link *link = NULL;
    struct dxp_connection *c = NULL;
    assert_int_equal(tcp_listen(&place, &listener, NULL), 0);
    script_init(&s.script);
    waker_init(&s.ready, NULL);
    s.run = (struct follower_run){.follower = {.name = "dama"},
                                  .place = place,
                                  .connects = true,
                                  .connect_ms = 5000,
                                  .stop = -1};
    snprintf(s.run.place.port, sizeof s.run.place.port, "%u", tcp_listener_port(listener));
    for (int broken = 0; broken < 2; broken++) {
        pthread_create(&s.thread, NULL, serve, &s);
        while (tcp_accept(listener, &link, NULL) != 0)
            poll(NULL, 0, 5);
        assert_int_equal(dxp_connection_open(link, &c, NULL), 0);
        play(c, 6);
        if (broken)
            put(c, NO_CLOCK_Z);
        dxp_connection_close(c);
        pthread_join(s.thread, NULL);
        assert_int_equal(s.rc, 0);
        assert_int_equal(s.end, broken ? FOLLOWER_BROKEN : FOLLOWER_GONE);
        assert_int_equal(s.score.won, 1);
    }
    tcp_listener_close(listener);
    waker_fini(&s.ready);
    script_fini(&s.script);
}

#define SERVICE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVICE(whole_games_in_a_row),
        SERVICE(many_short_connections),
        SERVICE(passers_by_are_sent_away),
        SERVICE(peer_that_comes_back_at_once_is_taken),
        SERVICE(hostile_bytes),
        SERVICE(bytes_without_messages_are_cut_off),
        cmocka_unit_test(goes_to_a_peer),
    };
    return cmocka_run_group_tests_name("follower-run", tests, NULL, NULL);
}
