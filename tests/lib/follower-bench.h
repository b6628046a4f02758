// SPDX-License-Identifier: MIT
/*
 * A follower on a bench: its peer is the test, which speaks to it in messages of DamExchange as
 * text, and keeps a board of its own. Only for test programs with cmocka: what goes wrong fails the test.
 */
#ifndef DAMA_TESTS_LIB_FOLLOWER_BENCH_H
#define DAMA_TESTS_LIB_FOLLOWER_BENCH_H

#include "match/protocol/wire.h"
#include "match/serve/follower.h"
#include "tests/lib/scripted.h"

#define BENCH_NAME     "R01peer                            "
#define NO_CLOCK_W     BENCH_NAME "W000000A"
#define NO_CLOCK_Z     BENCH_NAME "Z000000A"
#define EMPTY10        "eeeeeeeeee"
#define BENCH_ACCEPTED "Adama                            0|"

struct follower_bench {
    struct script script;
    struct waker waker;
    struct follower_settings settings;
    struct follower *follower;
    struct position pos; /* the peer's board */
    char out[2000];      /* frames, each followed by a bar */
    char told[8000];     /* lines, likewise */
};

/** Of cmocka; `state` is the bench. The settings may be changed before it is opened. */
int follower_bench_set_up(void **state);
int follower_bench_tear_down(void **state);

/** Opens the follower with the settings as they are now, on a connection. */
void follower_bench_open(struct follower_bench *b);

/** Takes what the follower has to say into `out`. */
void follower_bench_collect(struct follower_bench *b);

/** Writes a move as a message. */
void follower_bench_write_move(const struct wire_move *w, char *buf);

/**
 * Hands over a message.
 * @return what is answered at once, or to a request for a game; each message followed by a bar
 */
const char *follower_bench_say(struct follower_bench *b, const char *bytes);

/** Waits for something to be said. @return it; "" after `ms` */
const char *follower_bench_hear(struct follower_bench *b, int64_t ms);

/** Plays what the follower has said on the peer's board; it must be one legal move. */
void follower_bench_follow(struct follower_bench *b, const char *said);

/** The peer's own move, as a message; it is played on its board. @return whether there is one */
bool follower_bench_peer_move(struct follower_bench *b, char *text);

/** The line `part` must have been told, or one that has it in it. */
void follower_bench_expect_told(const struct follower_bench *b, const char *part);

#endif
