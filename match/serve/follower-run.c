// SPDX-License-Identifier: MIT
/*
 * Three watches in one loop: the listener, the connection with the follower's own deadlines and its
 * engine, and the signal. The follower gets its turn after whichever of them was served.
 */
#include "match/serve/follower-run.h"

#include "core/base/clock.h"
#include "match/dxp-connection.h"
#include "match/link/loop.h"
#include "match/link/serial.h"
#include "match/serve/follower-log.h"

enum {
    FRAMES_AT_ONCE = 64, /* from a peer, before others get their turn */
    ROUNDS_AT_ONCE = 64, /* rounds of so many frames, to find the end of a connection */
    FINISH_MS = 1000,    /* for a peer to take our last words */
    REST_MS = 200,       /* after a failure to accept a connection: no descriptors left */
};

struct serving {
    const struct follower_run *run;
    struct follower *follower;
    struct waker waker;
    struct loop *loop;
    struct tcp_listener *listener;     /* NULL: we connected to the peer */
    struct dxp_connection *connection; /* NULL: none */
    bool stopped;                      /* a signal has come */
    int64_t rest;                      /* until then no connections are accepted */
    bool broken;                       /* the last connection was lost during a game */
};

static void drop(struct serving *s, const char *why, int64_t wait_ms)
{
    if (!s->connection)
        return;
    s->broken = follower_undecided(s->follower);
    follower_lost(s->follower, why);
    dxp_connection_finish(s->connection, clock_ms() + wait_ms);
    s->connection = NULL;
}

static void take(struct serving *s, struct dxp_connection *connection)
{
    s->connection = connection;
    s->broken = false;
    follower_connected(s->follower, dxp_connection_name(connection), clock_ms());
}

static void send_away(struct serving *s, struct dxp_connection *connection)
{
    static const char busy[] = "Cbusy with another game; please try again later";
    follower_log_line(&s->run->follower, "turned away %s: a game is in progress",
                      dxp_connection_name(connection));
    dxp_connection_send(connection, busy, sizeof busy - 1, NULL);
    dxp_connection_finish(connection, 0); /* no waiting: a crowd must not cost time on the clock */
}

/* Sends the follower's output. */
static void send_all(struct serving *s)
{
    struct dialogue_frame frame;
    struct err err = {0};
    while (follower_output(s->follower, &frame))
        if (s->connection && dxp_connection_send(s->connection, frame.bytes, frame.n, &err))
            drop(s, err.msg, 0);
}

/* @return whether there may be more to receive */
static bool receive_some(struct serving *s)
{
    struct dxp_frame frame;
    struct err err = {0};
    for (int i = 0; i < FRAMES_AT_ONCE && s->connection; i++) {
        int rc = dxp_connection_receive(s->connection, &frame, &err);
        if (rc < 0) {
            drop(s, err.msg, 0);
            return false;
        }
        if (rc > 0)
            follower_receive(s->follower, frame.bytes, frame.n, clock_ms());
        follower_count(s->follower, dxp_connection_take_count(s->connection), clock_ms());
        send_all(s);
        if (rc == 0 || follower_closing(s->follower))
            return false;
    }
    return s->connection != NULL;
}

/*
 * A peer whose line broke may come back before the end of its old connection has been read: then it
 * is not another peer. So input on the old connection is read first, up to a limit.
 */
static bool in_game_with_another(struct serving *s)
{
    for (int i = 0; i < ROUNDS_AT_ONCE && s->connection && follower_in_game(s->follower); i++)
        if (!receive_some(s))
            break;
    return s->connection && follower_in_game(s->follower);
}

static void accept_one(struct serving *s)
{
    struct link *link;
    struct dxp_connection *connection;
    struct err err = {0};
    int rc = tcp_accept(s->listener, &link, &err);
    if (rc == 0 && dxp_connection_open(link, &connection, &err)) {
        link_close(link);
        rc = -1;
    }
    if (rc < 0) {
        follower_log_line(&s->run->follower, "%s", err.msg);
        s->rest = clock_ms() + REST_MS;
    }
    if (rc != 0)
        return;
    if (!s->run->newest && in_game_with_another(s)) {
        send_away(s, connection);
        return;
    }
    drop(s, "replaced by a newer one", 0);
    take(s, connection);
}

/* Gives the follower its turn, and closes the connection if it is done. */
static void serve_follower(struct serving *s)
{
    struct err err = {0};
    /* first, so that our clock stops when our move is known */
    follower_poll(s->follower, clock_ms(), loop_arrival(s->loop));
    send_all(s);
    if (s->connection && dxp_connection_flush(s->connection, &err))
        drop(s, err.msg, 0);
    receive_some(s);
    if (s->connection && follower_closing(s->follower))
        drop(s, "closed by us", FINISH_MS);
}

/* ---- the watches ---- */

static unsigned want_peers(void *ctx, struct pollfd *fds, int64_t *by)
{
    struct serving *s = ctx;
    int listening[TCP_SOCKETS];
    unsigned n = s->listener ? tcp_listener_fds(s->listener, listening) : 0;
    if (clock_ms() < s->rest) {
        *by = s->rest;
        return 0;
    }
    for (unsigned i = 0; i < n; i++)
        fds[i] = (struct pollfd){.fd = listening[i], .events = POLLIN};
    return n;
}

static void serve_peers(void *ctx, const struct pollfd *fds, unsigned n, int64_t now)
{
    (void)fds, (void)now;
    if (n)
        accept_one(ctx);
}

static unsigned want_game(void *ctx, struct pollfd *fds, int64_t *by)
{
    struct serving *s = ctx;
    unsigned n = 0;
    *by = follower_deadline(s->follower);
    fds[n++] = (struct pollfd){.fd = s->waker.read, .events = POLLIN};
    if (s->connection)
        n += dxp_connection_wait(s->connection, fds + n, by);
    return n;
}

static void serve_game(void *ctx, const struct pollfd *fds, unsigned n, int64_t now)
{
    struct serving *s = ctx;
    (void)n, (void)now;
    if (fds[0].revents)
        waker_clear(&s->waker);
    serve_follower(s);
}

static unsigned want_stop(void *ctx, struct pollfd *fds, int64_t *by)
{
    struct serving *s = ctx;
    (void)by;
    fds[0] = (struct pollfd){.fd = s->stopped ? -1 : s->run->stop, .events = POLLIN};
    return 1;
}

static void serve_stop(void *ctx, const struct pollfd *fds, unsigned n, int64_t now)
{
    struct serving *s = ctx;
    (void)fds, (void)n;
    s->stopped = true;
    follower_finish(s->follower, now);
    if (follower_in_game(s->follower))
        follower_log_line(&s->run->follower, "finishing the game; a second signal stops at once");
    serve_follower(s);
}

static bool has_more(const struct serving *s)
{
    if (!s->connection && !s->listener)
        return false;
    return s->connection || !follower_finished(s->follower);
}

static enum follower_end end_of(const struct serving *s)
{
    if (s->stopped)
        return FOLLOWER_STOPPED;
    if (s->broken && !s->listener)
        return FOLLOWER_BROKEN;
    return follower_finished(s->follower) ? FOLLOWER_DONE : FOLLOWER_GONE;
}

static void tell_places(const struct serving *s)
{
    char name[TCP_NAME_SIZE];
    for (unsigned i = 0; s->run->listening && tcp_listener_name(s->listener, i, name); i++)
        s->run->listening(s->run->ctx, name);
}

/* @return 0, or -1 with `err` */
static int open_serial(struct serving *s, struct err *err)
{
    struct link *link;
    struct dxp_connection *connection;
    if (serial_link_open(s->run->serial, s->run->baud, &link, err))
        return -1;
    if (dxp_connection_open(link, &connection, err)) {
        link_close(link);
        return -1;
    }
    if (dxp_connection_set_serial(connection, &s->run->serial_bytes)) {
        dxp_connection_close(connection);
        return err_memory(err);
    }
    take(s, connection);
    return 0;
}

/* Connects to a peer. @return 0, 1 if a signal came first, -1 with `err` */
static int open_peer(struct serving *s, struct err *err)
{
    const struct follower_run *run = s->run;
    struct link *link;
    struct dxp_connection *connection;
    if (tcp_link_open(&run->place, clock_ms() + run->connect_ms, &link, err))
        return -1;
    int rc = link_wait_ready(link, run->stop, err);
    if (rc == 0)
        rc = dxp_connection_open(link, &connection, err);
    if (rc)
        link_close(link);
    else
        take(s, connection);
    return rc;
}

/* @return 0, 1 if a signal came first, -1 with `err` */
static int open_line(struct serving *s, struct err *err)
{
    if (s->run->serial) {
        if (open_serial(s, err))
            return -1;
        if (s->run->listening)
            s->run->listening(s->run->ctx, s->run->serial);
        return 0;
    }
    if (s->run->connects)
        return open_peer(s, err);
    if (tcp_listen(&s->run->place, &s->listener, err))
        return -1;
    tell_places(s);
    return 0;
}

/* Serves until there is nothing more to do. @return 0, or -1 with `err` */
static int serve(struct serving *s, struct err *err)
{
    const struct loop_watch watches[] = {
        {want_stop, serve_stop, s}, {want_game, serve_game, s}, {want_peers, serve_peers, s}};
    int rc = 0;
    for (int i = 0; i < 3 && rc == 0; i++)
        rc = loop_add(s->loop, &watches[i], err);
    while (rc == 0 && has_more(s)) {
        loop_step(s->loop, INT64_MAX);
        if (s->run->serial && !s->connection && !s->stopped && !follower_finished(s->follower))
            rc = open_serial(s, err); /* a peer may come back on its end of the cable */
    }
    return rc;
}

int follower_run(const struct engine_ops *ops, void *thinker_ctx, const struct follower_run *run,
                 enum follower_end *end, struct follower_score *score, struct err *err)
{
    struct serving s = {.run = run};
    int rc = -1;
    *score = (struct follower_score){0};
    if (waker_init(&s.waker, err))
        return -1;
    if (loop_open(&s.loop, err)
        || follower_open(ops, thinker_ctx, &run->follower, &s.waker, &s.follower, err))
        goto done;
    rc = open_line(&s, err);
    if (rc > 0)
        s.stopped = true;
    else if (rc == 0 && serve(&s, err))
        rc = -1;
    if (rc >= 0) {
        *end = end_of(&s);
        *score = follower_score(s.follower);
        rc = 0;
    }
done:
    drop(&s, "closed by us", FINISH_MS);
    tcp_listener_close(s.listener);
    follower_close(s.follower);
    loop_close(s.loop);
    waker_fini(&s.waker);
    return rc;
}
