// SPDX-License-Identifier: MIT
/* A follower that plays: what it accepts, what it makes of moves, and how its games end. */
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

static void plays_as_white(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    follower_bench_open(b);
    assert_string_equal(follower_bench_say(b, NO_CLOCK_W), BENCH_ACCEPTED);
    for (int i = 0; i < 10; i++) {
        follower_bench_follow(b, follower_bench_hear(b, 5000));
        assert_true(follower_bench_peer_move(b, text));
        assert_string_equal(follower_bench_say(b, text), "");
    }
    follower_bench_follow(b, follower_bench_hear(b, 5000));
    assert_string_equal(follower_bench_say(b, "E10"), "E00|");
    assert_int_equal(follower_score(b->follower).won, 1);
    assert_int_equal(b->script.new_games, 1);
    assert_int_equal(b->script.limits.move_ms, 5000);
}

static void gets_ready_before_the_clocks_run(void **state)
{
    struct follower_bench *b = *state;
    b->script.begin_ms = 3000;
    follower_bench_open(b);
    assert_string_equal(follower_bench_say(b, BENCH_NAME "W001000A"), BENCH_ACCEPTED);
    follower_bench_hear(b, 5000);
    assert_in_range(b->script.limits.clock_ms, 60000 - 2500, 60000);
}

static void plays_as_black(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    follower_bench_open(b);
    assert_string_equal(follower_bench_say(b, NO_CLOCK_Z), BENCH_ACCEPTED);
    assert_string_equal(follower_bench_hear(b, 30), "");
    assert_true(follower_bench_peer_move(b, text));
    follower_bench_say(b, text);
    follower_bench_follow(b, follower_bench_hear(b, 5000));
    assert_string_equal(follower_bench_say(b, "E11"), "E01|");
    assert_int_equal(follower_score(b->follower).won, 1);
    assert_true(follower_closing(b->follower));
}

static const struct {
    const char *name, *request, *why;
} refused_rows[] = {
    {"refused: 49 squares", BENCH_NAME "W000000BW" EMPTY10 EMPTY10 EMPTY10 EMPTY10 "eeeeeeeew",
     "cannot be read"},
    {"refused: lower case colour", BENCH_NAME "w000000A", "cannot be read"},
    {"refused: version 2", "R02", "version"},
    {"refused: no move",
     BENCH_NAME "W000000BWwz"
                "eeeeeeee" EMPTY10 EMPTY10 EMPTY10 EMPTY10,
     "no legal move"},
    {"refused: empty board", BENCH_NAME "W000000BW" EMPTY10 EMPTY10 EMPTY10 EMPTY10 EMPTY10,
     "no legal move"},
    {"refused: a man that would have been crowned",
     BENCH_NAME "W000000BWweeeeeeeee" EMPTY10 EMPTY10 "eeeewezeee" EMPTY10, "not a valid position"},
    {"refused: no foe", BENCH_NAME "W000000BW" EMPTY10 EMPTY10 EMPTY10 EMPTY10 "eeeeeeeeew",
     "not a valid position"},
};

static void refused_row(void **state)
{
    struct follower_bench *b;
    size_t i = (size_t)*state;
    follower_bench_set_up((void **)&b);
    follower_bench_open(b);
    const char *answer = follower_bench_say(b, refused_rows[i].request);
    assert_int_equal(answer[0], 'C');
    assert_non_null(strstr(answer, refused_rows[i].why));
    assert_non_null(strstr(answer, i == 2 ? "|Adama                            1|"
                                          : "|Adama                            2|"));
    assert_false(follower_in_game(b->follower));
    assert_string_equal(follower_bench_say(b, NO_CLOCK_Z),
                        BENCH_ACCEPTED); /* a better one is welcome */
    follower_bench_tear_down((void **)&b);
}

static void message_that_was_skipped_is_told(void **state)
{
    struct follower_bench *b = *state;
    follower_bench_open(b);
    assert_string_equal(follower_bench_say(b, BENCH_NAME "Z001000A"), BENCH_ACCEPTED);
    assert_string_equal(follower_bench_say(b, ""), "");
    follower_bench_expect_told(b, "warning: skipped a message of more than 127 bytes");
    assert_true(follower_in_game(b->follower));
}

static void too_long_a_game_is_refused(void **state)
{
    struct follower_bench *b = *state;
    b->settings.time_max_ms = 60000;
    follower_bench_open(b);
    assert_non_null(strstr(follower_bench_say(b, BENCH_NAME "W002000A"), "too long"));
    assert_non_null(strstr(follower_bench_say(b, BENCH_NAME "W000000A"), "too long"));
    assert_string_equal(follower_bench_say(b, BENCH_NAME "Z001000A"), BENCH_ACCEPTED);
}

static const struct {
    const char *name, *move, *why;
} illegal_rows[] = {
    {"illegal: blocked", "M0000364100", "36-41 is not legal"},
    {"illegal: wrong side", "M0000172100", "17-21 is not legal"},
    {"illegal: captures nothing there",
     "M00003228012"
     "3",
     "32x28x23 is not legal"},
    {"illegal: square twice the same", "M0000323200", "32-32 is not legal"},
    {"illegal: cannot be read", "M0000327700", "cannot be read"},
};

static void illegal_row(void **state)
{
    struct follower_bench *b;
    size_t i = (size_t)*state;
    follower_bench_set_up((void **)&b);
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    const char *answer = follower_bench_say(b, illegal_rows[i].move);
    assert_int_equal(answer[0], 'C');
    assert_non_null(strstr(answer, illegal_rows[i].why));
    assert_non_null(strstr(answer, "|E00|"));
    assert_string_equal(follower_bench_say(b, "E00"), "");
    assert_int_equal(follower_score(b->follower).unknown, 1);
    assert_string_equal(follower_bench_say(b, NO_CLOCK_Z), BENCH_ACCEPTED);
    follower_bench_tear_down((void **)&b);
}

static void captured_squares_may_be_missing_or_mixed(void **state)
{
    struct follower_bench *b = *state;
    /* White's man on 33 takes 29 and 20, or nothing else: 33x15. */
    static const char squares[] = "eeeeeeeeee"
                                  "eeeeeeeeez"
                                  "eeeeeeeeze"
                                  "eewzeeeeee"
                                  "eeeeeeeeee";
    char request[100];
    follower_bench_open(b);
    snprintf(request, sizeof request, BENCH_NAME "Z000000BW%s", squares);
    assert_string_equal(follower_bench_say(b, request), BENCH_ACCEPTED);
    follower_bench_say(b, "M0000331500");
    follower_bench_expect_told(b, "without its captured squares");
    assert_int_equal(follower_bench_say(b, "E00")[0], 'E');
    assert_string_equal(follower_bench_say(b, request), BENCH_ACCEPTED);
    assert_string_equal(follower_bench_say(b, "M00003315022920"), "");
    assert_true(follower_in_game(b->follower));
    follower_bench_say(b, "E00");
    assert_string_equal(follower_bench_say(b, request), BENCH_ACCEPTED);
    assert_non_null(strstr(follower_bench_say(b, "M00003315022934"), "not legal"));
}

static void loses_where_it_cannot_move(void **state)
{
    struct follower_bench *b = *state;
    /* Black's only man is taken by White's first move. */
    follower_bench_open(b);
    follower_bench_say(b, BENCH_NAME "Z000000BW" EMPTY10 EMPTY10 "eeeeeeeeze"
                                     "eewwwwwwww"
                                     "wwwwwwwwww");
    assert_string_equal(follower_bench_say(b, "M0000342301"
                                              "29"),
                        "E10|");
    assert_string_equal(follower_bench_say(b, "E00"), "");
    assert_int_equal(follower_score(b->follower).lost, 1);
}

static void claims_where_the_peer_cannot_move(void **state)
{
    struct follower_bench *b = *state;
    follower_bench_open(b);
    follower_bench_say(b, BENCH_NAME "W000000BW" EMPTY10 EMPTY10 "eeeeeeeeze"
                                     "eewwwwwwww"
                                     "wwwwwwwwww");
    assert_int_equal(follower_bench_hear(b, 5000)[0], 'M');
    int64_t by = follower_deadline(b->follower) - clock_ms();
    assert_in_range(by, 20000, 30000); /* the peer may say it itself */
    assert_string_equal(follower_bench_say(b, "E10"), "E00|");
    assert_int_equal(follower_score(b->follower).won, 1);
}

static void wins_where_the_peer_cannot_move_whatever_it_says(void **state)
{
    struct follower_bench *b = *state;
    static const char *const ends[] = {"E00", "E20", "E30"};
    follower_bench_open(b);
    for (unsigned i = 0; i < ARRAY_LEN(ends); i++) {
        follower_bench_say(b, BENCH_NAME "W000000BW" EMPTY10 EMPTY10 "eeeeeeeeze"
                                         "eewwwwwwww"
                                         "wwwwwwwwww");
        assert_int_equal(follower_bench_hear(b, 5000)[0], 'M');
        assert_string_equal(follower_bench_say(b, ends[i]), "E00|");
        assert_int_equal(follower_score(b->follower).won, i + 1);
    }
}

/* A peer can give a game away, but not take it. */
static void claims_of_the_peer_are_unknown_results(void **state)
{
    struct follower_bench *b = *state;
    static const struct {
        const char *end, *told;
        struct follower_score score;
    } rows[] = {
        {"E10", "the peer resigned", {.won = 1}},
        {"E20", "the peer claims a draw that the board does not show", {.won = 1, .unknown = 1}},
        {"E30", "the peer claims a win that the board does not show", {.won = 1, .unknown = 2}},
        {"E00", "ended by the peer", {.won = 1, .unknown = 3}},
    };
    follower_bench_open(b);
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
        follower_bench_say(b, BENCH_NAME "W001000A");
        assert_int_equal(follower_bench_hear(b, 5000)[0], 'M');
        assert_string_equal(follower_bench_say(b, rows[i].end), "E00|");
        follower_bench_expect_told(b, rows[i].told);
        const struct follower_score score = follower_score(b->follower);
        assert_memory_equal(&score, &rows[i].score, sizeof score);
    }
}

/* A game of one move each, which is drawn at its end. */
static void play_to_the_limit(struct follower_bench *b)
{
    char text[200];
    b->settings.at_limit = FOLLOWER_LIMIT_DRAW;
    follower_bench_open(b);
    follower_bench_say(b, BENCH_NAME "Z060001A");
    assert_true(follower_bench_peer_move(b, text));
    follower_bench_say(b, text);
    assert_int_equal(follower_bench_hear(b, 5000)[0], 'M');
}

static void the_peer_may_end_it_at_the_limit(void **state)
{
    struct follower_bench *b = *state;
    play_to_the_limit(b);
    assert_string_equal(follower_bench_say(b, "E30"), "E00|");
    assert_int_equal(follower_score(b->follower).drawn, 1);
}

static void ends_at_the_limit(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    b->settings.at_limit = FOLLOWER_LIMIT_DRAW;
    follower_bench_open(b);
    follower_bench_say(b, BENCH_NAME "W000002A");
    for (int i = 0; i < 2; i++) {
        follower_bench_follow(b, follower_bench_hear(b, 5000));
        assert_true(follower_bench_peer_move(b, text));
        assert_string_equal(follower_bench_say(b, text), i == 1 ? "E20|" : "");
    }
    assert_int_equal(follower_score(b->follower).drawn, 1);
}

/* It is the peer's to say, and silence is no loss on time: nobody has to move any more. */
static void does_not_claim_a_win_at_the_limit(void **state)
{
    struct follower_bench *b = *state;
    play_to_the_limit(b);
    const int64_t now = clock_ms();
    assert_in_range(follower_deadline(b->follower) - now, 20000, 30000);
    follower_poll(b->follower, now + 31000, now + 31000);
    assert_string_equal(follower_bench_say(b, ""), "E20|");
    assert_int_equal(follower_score(b->follower).drawn, 1);
}

static void may_play_on_at_the_limit(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    b->settings.at_limit = FOLLOWER_LIMIT_IGNORE;
    follower_bench_open(b);
    follower_bench_say(b, BENCH_NAME "W000001A");
    for (int i = 0; i < 5; i++) {
        follower_bench_follow(b, follower_bench_hear(b, 5000));
        assert_true(follower_bench_peer_move(b, text));
        follower_bench_say(b, text);
    }
    assert_true(follower_in_game(b->follower));
}

static void says_that_a_position_is_drawn(void **state)
{
    struct follower_bench *b = *state;
    /*
     * Both sides' moves depend on the position alone, so that they must repeat, or end otherwise
     * before that.
     */
    follower_bench_open(b);
    follower_bench_say(b, BENCH_NAME "Z000000BW"
                                     "eeeezeeeee" EMPTY10 EMPTY10 EMPTY10 "eeeeeWeeee");
    b->pos = (struct position){0};
    wire_read_position(rules_international, &wire_dxp,
                       "eeeezeeeee" EMPTY10 EMPTY10 EMPTY10 "eeeeeWeeee", 50, WHITE, &b->pos, NULL);
    bool ended = false;
    for (int i = 0; i < 120 && !ended; i++) {
        char text[200];
        if (!follower_bench_peer_move(b, text)) {
            follower_bench_say(b, "E10");
            ended = true;
            break;
        }
        const char *said = follower_bench_say(b, text);
        if (!said[0])
            said = follower_bench_hear(b, 5000);
        ended = said[0] == 'E';
        if (!ended)
            follower_bench_follow(b, said);
    }
    assert_true(ended);
    struct follower_score score = follower_score(b->follower);
    assert_int_equal(score.won + score.drawn + score.lost, 1);
}

static void counts_bad_moves_anew_after_a_take_back(void **state)
{
    struct follower_bench *b = *state;
    b->settings.resign = 3000;
    b->script.score = -3500;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_W);
    for (int i = 0; i < 4; i++) { /* the same move is searched again and again */
        assert_int_equal(follower_bench_hear(b, 5000)[0], 'M');
        assert_string_equal(follower_bench_say(b, "B001W"), "K0|");
    }
}

static void resigns_when_told_to(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    b->settings.resign = 3000;
    b->script.score = -3500;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_W);
    for (int i = 0; i < 2; i++) {
        follower_bench_follow(b, follower_bench_hear(b, 5000));
        assert_true(follower_bench_peer_move(b, text));
        follower_bench_say(b, text);
    }
    assert_string_equal(follower_bench_hear(b, 5000), "E10|");
    assert_int_equal(follower_score(b->follower).lost, 1);
}

static void thinks_by_its_clock(void **state)
{
    struct follower_bench *b = *state;
    follower_bench_open(b);
    follower_bench_say(b, BENCH_NAME "W002050A");
    follower_bench_hear(b, 5000);
    assert_in_range(b->script.limits.clock_ms, 115000, 119900);
    assert_int_equal(b->script.limits.moves, 50);
    assert_int_equal(b->script.limits.move_ms, 0);
}

static void claims_when_time_is_over(void **state)
{
    struct follower_bench *b = *state;
    b->settings.grace_ms = 20;
    follower_bench_open(b);
    follower_bench_say(b, BENCH_NAME "Z.01000A"); /* 0.6 s */
    int64_t before = clock_ms();
    assert_string_equal(follower_bench_hear(b, 5000), "E30|");
    assert_in_range(clock_ms() - before, 600, 3000);
    assert_int_equal(follower_score(b->follower).won, 1);
    follower_bench_expect_told(b, "ran out of time");
}

static void ponders_in_the_peers_time(void **state)
{
    struct follower_bench *b = *state;
    char text[200];
    b->settings.ponder = b->script.has_ponder = true;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_W);
    for (int i = 0; i < 6; i++) {
        follower_bench_follow(b, follower_bench_hear(b, 5000));
        assert_true(
            follower_bench_peer_move(b, text)); /* what it expects: the script's own choice */
        assert_string_equal(follower_bench_say(b, text), "");
    }
    assert_true(script_searches(&b->script) <= 8); /* one a move, found while the peer thought */
    follower_bench_follow(b, follower_bench_hear(b, 5000));
    struct moves list;
    struct move expected;
    moves_init(&list);
    moves_generate(rules_international, &b->pos, &list);
    script_move(rules_international, &b->pos, &expected);
    for (unsigned i = 0; i < list.n; i++) {
        struct wire_move w;
        if (move_same(&list.at[i], &expected))
            continue;
        wire_of_move(rules_international, &list.at[i], &w); /* what it does not expect */
        follower_bench_write_move(&w, text);
        move_play(rules_international, &b->pos, &list.at[i]);
        follower_bench_say(b, text);
        follower_bench_follow(b, follower_bench_hear(b, 5000));
        break;
    }
    moves_fini(&list);
}

static void says_that_its_engine_failed(void **state)
{
    struct follower_bench *b = *state;
    b->script.fails = true;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_W);
    assert_string_equal(follower_bench_hear(b, 5000), "E00|");
    follower_bench_expect_told(b, "the engine failed: out of memory");
}

static void waits_before_its_first_move(void **state)
{
    struct follower_bench *b = *state;
    b->settings.delay_ms = 80;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_W);
    int64_t before = clock_ms();
    follower_bench_follow(b, follower_bench_hear(b, 5000));
    assert_true(clock_ms() - before >= 75);
}

static void plays_so_many_games(void **state)
{
    struct follower_bench *b = *state;
    b->settings.games = 2;
    follower_bench_open(b);
    follower_bench_say(b, NO_CLOCK_Z);
    assert_string_equal(follower_bench_say(b, "E00"), "E00|");
    assert_false(follower_finished(b->follower));
    follower_bench_say(b, NO_CLOCK_Z);
    assert_string_equal(follower_bench_say(b, "E00"), "E01|"); /* no further game */
    assert_true(follower_finished(b->follower));
    assert_true(follower_closing(b->follower));
    assert_non_null(
        strstr(follower_bench_say(b, NO_CLOCK_Z), "Adama                            3|"));
}

#define BENCH(test) \
 cmocka_unit_test_setup_teardown(test, follower_bench_set_up, follower_bench_tear_down)

int main(void)
{
    const struct CMUnitTest fixed[] = {
        BENCH(plays_as_white),
        BENCH(gets_ready_before_the_clocks_run),
        BENCH(plays_as_black),
        BENCH(message_that_was_skipped_is_told),
        BENCH(too_long_a_game_is_refused),
        BENCH(captured_squares_may_be_missing_or_mixed),
        BENCH(loses_where_it_cannot_move),
        BENCH(claims_where_the_peer_cannot_move),
        BENCH(wins_where_the_peer_cannot_move_whatever_it_says),
        BENCH(claims_of_the_peer_are_unknown_results),
        BENCH(the_peer_may_end_it_at_the_limit),
        BENCH(ends_at_the_limit),
        BENCH(does_not_claim_a_win_at_the_limit),
        BENCH(may_play_on_at_the_limit),
        BENCH(says_that_a_position_is_drawn),
        BENCH(resigns_when_told_to),
        BENCH(counts_bad_moves_anew_after_a_take_back),
        BENCH(thinks_by_its_clock),
        BENCH(claims_when_time_is_over),
        BENCH(ponders_in_the_peers_time),
        BENCH(says_that_its_engine_failed),
        BENCH(waits_before_its_first_move),
        BENCH(plays_so_many_games),
    };
    struct CMUnitTest tests[ARRAY_LEN(fixed) + ARRAY_LEN(refused_rows) + ARRAY_LEN(illegal_rows)];
    size_t n = ARRAY_LEN(fixed);
    memcpy(tests, fixed, sizeof fixed);
    for (size_t i = 0; i < ARRAY_LEN(refused_rows); i++)
        tests[n++] = (struct CMUnitTest){refused_rows[i].name, refused_row, NULL, NULL, (void *)i};
    for (size_t i = 0; i < ARRAY_LEN(illegal_rows); i++)
        tests[n++] = (struct CMUnitTest){illegal_rows[i].name, illegal_row, NULL, NULL, (void *)i};
    return cmocka_run_group_tests_name("follower", tests, NULL, NULL);
}
