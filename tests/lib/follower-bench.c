// SPDX-License-Identifier: MIT
#include "tests/lib/follower-bench.h"

#include "core/base/clock.h"
#include "match/link/poll.h"
#include "match/protocol/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void tell(void *ctx, bool detail, const char *line)
{
    struct follower_bench *b = ctx;
    size_t n = strlen(b->told);
    if (!detail)
        snprintf(b->told + n, sizeof b->told - n, "%s|", line);
}

int follower_bench_set_up(void **state)
{
    struct follower_bench *b = calloc(1, sizeof *b);
    script_init(&b->script);
    waker_init(&b->waker, NULL);
    b->settings = (struct follower_settings){.name = "dama", .tell = tell, .ctx = b};
    *state = b;
    return 0;
}

int follower_bench_tear_down(void **state)
{
    struct follower_bench *b = *state;
    follower_close(b->follower);
    assert_int_equal(b->script.opened, b->script.closed);
    assert_false(b->script.thinking);
    waker_fini(&b->waker);
    script_fini(&b->script);
    free(b);
    return 0;
}

/* Opens the follower with the settings as they are now, on a connection. */
void follower_bench_open(struct follower_bench *b)
{
    struct err err = {0};
    if (follower_open(&scripted, &b->script, &b->settings, &b->waker, &b->follower, &err))
        fail_msg("%s", err.msg);
    follower_connected(b->follower, "peer", clock_ms());
    position_start(rules_international, &b->pos);
}

void follower_bench_collect(struct follower_bench *b)
{
    struct dialogue_frame f;
    while (follower_output(b->follower, &f)) {
        strcat(b->out, f.bytes);
        strcat(b->out, "|");
    }
}

/* Waits for something to be said. @return it; "" after `ms` */
const char *follower_bench_hear(struct follower_bench *b, int64_t ms)
{
    int64_t end = clock_ms() + ms;
    b->out[0] = '\0';
    do {
        int64_t by = follower_deadline(b->follower);
        struct pollfd fd = {.fd = b->waker.read, .events = POLLIN};
        poll_until(&fd, 1, by < end ? by : end);
        waker_clear(&b->waker);
        follower_poll(b->follower, clock_ms(), clock_ms());
        follower_bench_collect(b);
    } while (!b->out[0] && clock_ms() < end);
    return b->out;
}

/* Hands over a message. @return what is answered at once, or to a request for a game */
const char *follower_bench_say(struct follower_bench *b, const char *bytes)
{
    b->out[0] = '\0';
    follower_receive(b->follower, bytes, strlen(bytes), clock_ms());
    follower_count(b->follower, strlen(bytes) + 1, clock_ms());
    follower_bench_collect(b);
    return b->out[0] || bytes[0] != 'R' ? b->out : follower_bench_hear(b, 5000);
}

void follower_bench_write_move(const struct wire_move *w, char *buf)
{
    buf += sprintf(buf, "M0000%02u%02u%02u", w->from, w->to, w->n);
    for (unsigned i = 0; i < w->n; i++)
        buf += sprintf(buf, "%02u", w->captured[i]);
}

/* Plays what the follower has said on the peer's board; it must be one legal move. */
void follower_bench_follow(struct follower_bench *b, const char *said)
{
    struct dxp_message m;
    struct wire_move w;
    struct move mv;
    struct err err = {0};
    size_t n = strcspn(said, "|");
    assert_int_equal(said[0], 'M');
    assert_int_equal(dxp_decode(said, n, DXP_SQUARES, &m, NULL, NULL), 0);
    w = (struct wire_move){.from = m.move.from, .to = m.move.to, .n = m.move.n};
    memcpy(w.captured, m.move.captured, m.move.n);
    if (wire_find_move(rules_international, &b->pos, &w, &mv, NULL, &err))
        fail_msg("%s", err.msg);
    move_play(rules_international, &b->pos, &mv);
}

/* The peer's own move, as a message; it is played on its board. @return whether there is one */
bool follower_bench_peer_move(struct follower_bench *b, char *text)
{
    struct move mv;
    struct wire_move w;
    if (!script_move(rules_international, &b->pos, &mv))
        return false;
    wire_of_move(rules_international, &mv, &w);
    follower_bench_write_move(&w, text);
    move_play(rules_international, &b->pos, &mv);
    return true;
}

void follower_bench_expect_told(const struct follower_bench *b, const char *part)
{
    if (!strstr(b->told, part))
        fail_msg("\"%s\" was not told: \"%s\"", part, b->told);
}
