// SPDX-License-Identifier: MIT
#include "match/serve/follower-run.h"

#include "core/base/clock.h"
#include "match/serve/follower-log.h"

enum {
    FRAMES_AT_ONCE = 64, /* of a peer before others get their turn */
    FINISH_MS = 1000,    /* for a peer to take our last words */
    REST_MS = 200,       /* after a failure to take a connection: out of descriptors */
};

struct serving {
    const struct follower_run *run;
    struct follower *follower;
    struct waker waker;
    struct tcp_listener *listener;
    struct tcp *tcp; /* the connection; NULL: none */
    int stop;        /* -1 once it has been heard */
    int64_t rest;    /* no connections are taken before */
    bool broken;     /* the last connection was lost in a game */
};

static void drop(struct serving *s, const char *why, int64_t wait_ms)
{
    if (!s->tcp)
        return;
    s->broken = follower_in_game(s->follower);
    follower_lost(s->follower, why);
    tcp_finish(s->tcp, clock_ms() + wait_ms);
    s->tcp = NULL;
}

static void take(struct serving *s, struct tcp *tcp)
{
    s->tcp = tcp;
    s->broken = false;
    follower_connected(s->follower, tcp_name(tcp));
}

static void send_away(struct serving *s, struct tcp *tcp)
{
    static const char busy[] = "Cbusy with another game; please try later";
    follower_log_line(&s->run->follower, "%s was sent away: a game is running", tcp_name(tcp));
    tcp_send(tcp, busy, sizeof busy - 1, NULL);
    tcp_finish(tcp, 0); /* without waiting: a crowd at the door must not cost time on the clock */
}

static void accept_all(struct serving *s)
{
    struct tcp *tcp;
    struct err err = {0};
    int rc = tcp_accept(s->listener, &tcp, &err);
    if (rc < 0) {
        follower_log_line(&s->run->follower, "%s", err.msg);
        s->rest = clock_ms() + REST_MS;
    }
    if (rc != 0)
        return;
    if (s->tcp && follower_in_game(s->follower) && !s->run->newest) {
        send_away(s, tcp);
        return;
    }
    drop(s, "replaced by a newer one", 0);
    take(s, tcp);
}

/** Sends what the follower has to say. */
static void send_all(struct serving *s)
{
    struct dialogue_frame frame;
    struct err err = {0};
    while (follower_output(s->follower, &frame))
        if (s->tcp && tcp_send(s->tcp, frame.bytes, frame.n, &err))
            drop(s, err.msg, 0);
}

static void receive_some(struct serving *s)
{
    struct frame frame;
    struct err err = {0};
    for (int i = 0; i < FRAMES_AT_ONCE && s->tcp; i++) {
        int rc = tcp_receive(s->tcp, &frame, &err);
        if (rc < 0)
            drop(s, err.msg, 0);
        if (rc <= 0)
            return;
        if (frame.odd & FRAME_TOO_LONG)
            follower_log_line(&s->run->follower,
                              "warning: more than 127 bytes without an end; skipped");
        follower_receive(s->follower, frame.bytes, frame.n);
        send_all(s);
        if (follower_closing(s->follower))
            return;
    }
}

static void heard_stop(struct serving *s)
{
    s->stop = -1;
    follower_finish(s->follower);
    if (follower_in_game(s->follower))
        follower_log_line(&s->run->follower,
                          "the game is played to its end; a second signal stops at once");
}

static void wait_for_something(struct serving *s)
{
    enum { TCP, WAKE, STOP, LISTEN, N = LISTEN + TCP_SOCKETS };
    struct pollfd fds[N];
    int heard[TCP_SOCKETS];
    int64_t by = follower_deadline(s->follower), now = clock_ms();
    unsigned n = s->listener ? tcp_listener_fds(s->listener, heard) : 0;
    fds[TCP] = (struct pollfd){.fd = s->tcp ? tcp_fd(s->tcp) : -1,
                               .events = s->tcp ? tcp_events(s->tcp) : 0};
    fds[WAKE] = (struct pollfd){.fd = s->waker.read, .events = POLLIN};
    fds[STOP] = (struct pollfd){.fd = s->stop, .events = POLLIN};
    for (unsigned i = 0; i < n; i++)
        fds[LISTEN + i] = (struct pollfd){.fd = now < s->rest ? -1 : heard[i], .events = POLLIN};
    if (now < s->rest && s->rest < by)
        by = s->rest;
    if (s->tcp && tcp_has_input(s->tcp))
        by = 0;
    wait_until(fds, LISTEN + n, by);
    if (fds[STOP].revents)
        heard_stop(s);
    if (fds[WAKE].revents)
        waker_clear(&s->waker);
    for (unsigned i = 0; i < n; i++)
        if (fds[LISTEN + i].revents) {
            accept_all(s);
            break;
        }
}

/** @return whether there is more to do */
static bool step(struct serving *s)
{
    struct err err = {0};
    wait_for_something(s);
    follower_poll(s->follower); /* first, so that our clock stops when our move is known */
    send_all(s);
    if (s->tcp && tcp_flush(s->tcp, &err))
        drop(s, err.msg, 0);
    receive_some(s);
    if (s->tcp && follower_closing(s->follower))
        drop(s, "closed by us", FINISH_MS);
    if (!s->tcp && !s->listener)
        return false;
    return s->tcp || !(follower_finished(s->follower));
}

static enum follower_end end_of(const struct serving *s)
{
    if (s->run->stop >= 0 && s->stop < 0)
        return FOLLOWER_STOPPED;
    if (s->broken)
        return FOLLOWER_BROKEN;
    return follower_finished(s->follower) ? FOLLOWER_DONE : FOLLOWER_GONE;
}

static void tell_places(const struct serving *s)
{
    char name[TCP_NAME_SIZE];
    for (unsigned i = 0; s->run->listening && tcp_listener_name(s->listener, i, name); i++)
        s->run->listening(s->run->ctx, name);
}

/** @return 0, 1 where a signal came first, -1 with `err` */
static int open_line(struct serving *s, struct err *err)
{
    struct tcp *tcp;
    if (!s->run->connects) {
        if (tcp_listen(&s->run->place, &s->listener, err))
            return -1;
        tell_places(s);
        return 0;
    }
    int rc = tcp_connect(&s->run->place, clock_ms() + s->run->connect_ms, s->stop, &tcp, err);
    if (rc == 0)
        take(s, tcp);
    return rc;
}

int follower_run(const struct engine_ops *ops, void *thinker_ctx, const struct follower_run *run,
                 enum follower_end *end, struct follower_score *score, struct err *err)
{
    struct serving s = {.run = run, .stop = run->stop};
    int rc = -1;
    *score = (struct follower_score){0};
    if (waker_init(&s.waker, err))
        return -1;
    if (follower_open(ops, thinker_ctx, &run->follower, &s.waker, &s.follower, err))
        goto done;
    rc = open_line(&s, err);
    if (rc == 0) {
        while (step(&s))
            continue;
        *end = end_of(&s);
        *score = follower_score(s.follower);
    } else if (rc > 0) {
        *end = FOLLOWER_STOPPED;
        rc = 0;
    }
done:
    drop(&s, "closed by us", FINISH_MS);
    tcp_listener_close(s.listener);
    follower_close(s.follower);
    waker_fini(&s.waker);
    return rc;
}
