// SPDX-License-Identifier: MIT
/* What a follower bears: silence, talk, take-backs, a lost connection. Nothing lasts for ever. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "match/link/poll.h"
#include "match/protocol/wire.h"
#include "tests/lib/follower-bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- nothing lasts for ever: the follower has no clock of its own, so hours pass at once ---- */

static void late_poll(struct follower_bench *b, int64_t ms)
{
    b->out[0] = '\0';
    follower_poll(b->follower, clock_ms() + ms, clock_ms() + ms);
    follower_bench_collect(b);
}

static void silence_without_a_clock_ends(void **state)
{
    struct follower_bench *b = *state;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    assert_in_range(follower_deadline(b->follower) - clock_ms(), 29 * 60000, 30 * 60000);
    late_poll(b, 29 * 60000);
    assert_string_equal(b->out, "");
    late_poll(b, 31 * 60000);
    assert_string_equal(b->out, "E00|");
    assert_int_equal(follower_score(b->follower).unknown, 1);
    follower_bench_expect_told(b, "did not move in time");
}

/* It was there while nobody looked. */
static void move_that_came_in_time_is_not_late(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    follower_poll(b->follower, clock_ms() + 31 * 60000, clock_ms() + 29 * 60000);
    follower_bench_peer_move(b, text);
    follower_bench_say(b, text);
    follower_bench_follow(b, follower_bench_hear(b, 5000));
    assert_int_equal(follower_score(b->follower).unknown, 0);
}

static void silence_without_a_game_ends(void **state)
{
    struct follower_bench *b = *state;
    follower_bench_open(b);
    assert_false(follower_closing(b->follower));
    assert_in_range(follower_deadline(b->follower) - clock_ms(), 9 * 60000, 10 * 60000);
    late_poll(b, 9 * 60000);
    assert_false(follower_closing(b->follower));
    late_poll(b, 11 * 60000);
    assert_true(follower_closing(b->follower));
    follower_bench_expect_told(b, "no game was requested in time");
}

static void whole_game_is_bounded(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    b->settings.game_ms = 3600000;
    b->settings.silent_ms = 1000 * (int64_t)3600000;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    follower_bench_peer_move(b, text);
    follower_bench_say(b, text);
    follower_bench_follow(b, follower_bench_hear(b, 5000));
    late_poll(b, 3500000);
    assert_string_equal(b->out, "");
    late_poll(b, 3700000);
    assert_string_equal(b->out, "E00|");
    follower_bench_expect_told(b, "took too long");
}

static void take_backs_are_bounded(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    b->settings.take_backs_max = 3;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    for (int i = 0; i < 4; i++) {
        position_start(rules_international, &b->pos);
        follower_bench_peer_move(b, text);
        follower_bench_say(b, text);
        follower_bench_follow(b, follower_bench_hear(b, 5000));
        assert_string_equal(follower_bench_say(b, "B001W"), i < 3 ? "K0|" : "K2|");
    }
    follower_bench_expect_told(b, "too many take-backs");
}

static void take_backs_give_no_time_back(void **state)
{
    struct follower_bench *b = *state;
    b->settings.grace_ms = 1;
    follower_bench_open(b);
    follower_bench_say(b, BENCH_NAME "Z.01000A"); /* 0.6 s, the peer begins */
    int64_t began = clock_ms(), passed = 0;
    for (int i = 0; i < 20 && passed < 2000; i++) {
        const char *said = follower_bench_hear(b, 100);
        passed = clock_ms() - began;
        if (said[0] == 'E')
            break;
        assert_string_equal(follower_bench_say(b, "B001W"), "K0|");
    }
    assert_in_range(passed, 550, 1500);
    follower_bench_expect_told(b, "ran out of time");
}

static void talk_without_moves_is_bounded(void **state)
{
    struct follower_bench *b = *state;
    char chat[100];
    int said = 0;
    memset(chat, 'C', sizeof chat - 1);
    chat[sizeof chat - 1] = '\0';
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    while (!follower_closing(b->follower) && said++ < 2000)
        follower_bench_say(b, chat);
    assert_in_range(said, 600, 700); /* 64 KiB */
    assert_string_equal(b->out, "E00|");
    assert_int_equal(follower_score(b->follower).unknown, 1);
}

static void stopping_bounds_a_game_without_a_clock(void **state)
{
    struct follower_bench *b = *state;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    follower_finish(b->follower, clock_ms());
    late_poll(b, 50000);
    assert_string_equal(b->out, "");
    late_poll(b, 70000);
    assert_string_equal(b->out, "E01|");
}

static void takes_back_and_goes_forward(void **state)
{
    struct follower_bench *b = *state;
    char first[40], second[40], text[200];
    struct position start;
    follower_bench_open(b);
    start = b->pos;
    follower_bench_say(b, NO_CLOCK_W);
    strcpy(first, follower_bench_hear(b, 5000));
    follower_bench_follow(b, first);
    assert_true(follower_bench_peer_move(b, text));
    follower_bench_say(b, text);
    strcpy(second, follower_bench_hear(b, 5000));
    follower_bench_follow(b, second);
    struct position late = b->pos;
    assert_string_equal(follower_bench_say(b, "B003W"), "K2|"); /* has not been reached */
    assert_string_equal(follower_bench_say(b, "B001W"),
                        "K0|"); /* to the start: we move again, and the same */
    assert_string_equal(follower_bench_hear(b, 5000), first);
    assert_string_equal(follower_bench_say(b, "B002Z"), "K0|"); /* forward again */
    b->pos = late;
    assert_true(follower_bench_peer_move(b, text));
    assert_string_equal(follower_bench_say(b, text), "");
    follower_bench_follow(b, follower_bench_hear(b, 5000));
    assert_string_equal(follower_bench_say(b, "B001Z"), "K0|");
    b->pos = start;
    follower_bench_follow(b, first);
    assert_true(follower_bench_peer_move(b, text));
    follower_bench_say(b, text);
    assert_string_equal(follower_bench_hear(b, 5000), second);
}

static void takes_back_while_it_thinks(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    b->script.waits = true;
    assert_true(follower_bench_peer_move(b, text));
    follower_bench_say(b, text);
    assert_string_equal(follower_bench_hear(b, 30), "");
    assert_string_equal(follower_bench_say(b, "B001W"), "K0|");
    assert_false(b->script.thinking);
    b->script.waits = false;
    assert_string_equal(follower_bench_hear(b, 30), ""); /* the peer is to move */
    follower_bench_say(b, text);
    assert_int_equal(follower_bench_hear(b, 5000)[0], 'M');
}

static void may_refuse_to_take_back(void **state)
{
    struct follower_bench *b = *state;
    b->settings.no_take_back = true;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    assert_string_equal(follower_bench_say(b, "B001W"), "K1|");
}
static void a_lost_connection_ends_the_game(void **state)
{
    struct follower_bench *b = *state;
    follower_bench_open(b);
    b->script.waits = true;
    follower_bench_say(b, NO_CLOCK_W);
    follower_bench_hear(b, 20);
    follower_lost(b->follower, "connection lost");
    assert_false(b->script.thinking);
    assert_int_equal(follower_score(b->follower).unknown, 1);
    b->script.waits = false;
    follower_connected(b->follower, "again", clock_ms());
    assert_string_equal(follower_bench_say(b, NO_CLOCK_W), BENCH_ACCEPTED);
    follower_bench_follow(b, follower_bench_hear(b, 5000));
}

static void rubbish_without_end_is_cut_off(void **state)
{
    struct follower_bench *b = *state;
    follower_bench_open(b);
    for (int i = 0; i < 10500; i++)
        follower_bench_say(b, "rubbish\x1b[2J");
    assert_true(follower_closing(b->follower));
    assert_null(strchr(b->told, '\x1b'));
}

#define BENCH(test) \
 cmocka_unit_test_setup_teardown(test, follower_bench_set_up, follower_bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BENCH(silence_without_a_clock_ends),   BENCH(move_that_came_in_time_is_not_late),
        BENCH(silence_without_a_game_ends),    BENCH(whole_game_is_bounded),
        BENCH(take_backs_are_bounded),         BENCH(take_backs_give_no_time_back),
        BENCH(talk_without_moves_is_bounded),  BENCH(stopping_bounds_a_game_without_a_clock),
        BENCH(takes_back_and_goes_forward),    BENCH(takes_back_while_it_thinks),
        BENCH(may_refuse_to_take_back),        BENCH(a_lost_connection_ends_the_game),
        BENCH(rubbish_without_end_is_cut_off),
    };
    return cmocka_run_group_tests_name("follower-limits", tests, NULL, NULL);
}
