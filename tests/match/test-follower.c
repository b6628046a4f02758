// SPDX-License-Identifier: MIT
/* A follower that plays: what it accepts, how its games end, what it makes of peers that do not keep to the rules; then
 * whole games over loopback, with peers that misbehave. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "match/dxp-connection.h"
#include "match/protocol/wire.h"
#include "match/serve/follower-run.h"
#include "tests/lib/scripted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define NAME       "R01peer                            "
#define NO_CLOCK_W NAME "W000000A"
#define NO_CLOCK_Z NAME "Z000000A"
#define EMPTY10    "eeeeeeeeee"

struct bench {
    struct script script;
    struct waker waker;
    struct follower_settings settings;
    struct follower *follower;
    struct position pos; /* the peer's board */
    char out[2000];      /* frames, each followed by a bar */
    char told[8000];     /* lines, likewise */
};

static void tell(void *ctx, bool detail, const char *line)
{
    struct bench *b = ctx;
    size_t n = strlen(b->told);
    if (!detail)
        snprintf(b->told + n, sizeof b->told - n, "%s|", line);
}

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    script_init(&b->script);
    waker_init(&b->waker, NULL);
    b->settings = (struct follower_settings){.name = "dama", .tell = tell, .ctx = b};
    *state = b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    follower_close(b->follower);
    assert_int_equal(b->script.opened, b->script.closed);
    assert_false(b->script.thinking);
    waker_fini(&b->waker);
    script_fini(&b->script);
    free(b);
    return 0;
}

/** Opens the follower with the settings as they are now, on a connection. */
static void open_it(struct bench *b)
{
    struct err err = {0};
    if (follower_open(&scripted, &b->script, &b->settings, &b->waker, &b->follower, &err))
        fail_msg("%s", err.msg);
    follower_connected(b->follower, "peer", clock_ms());
    position_start(rules_international, &b->pos);
}

static void collect(struct bench *b)
{
    struct dialogue_frame f;
    while (follower_output(b->follower, &f)) {
        strcat(b->out, f.bytes);
        strcat(b->out, "|");
    }
}

/** Hands over a message. @return what is answered at once */
static const char *say(struct bench *b, const char *bytes)
{
    b->out[0] = '\0';
    follower_receive(b->follower, bytes, strlen(bytes), clock_ms());
    collect(b);
    return b->out;
}

/** Waits for something to be said. @return it; "" after `ms` */
static const char *hear(struct bench *b, int64_t ms)
{
    int64_t end = clock_ms() + ms;
    b->out[0] = '\0';
    do {
        int64_t by = follower_deadline(b->follower);
        struct pollfd fd = {.fd = b->waker.read, .events = POLLIN};
        poll_until(&fd, 1, by < end ? by : end);
        waker_clear(&b->waker);
        follower_poll(b->follower, clock_ms());
        collect(b);
    } while (!b->out[0] && clock_ms() < end);
    return b->out;
}

static void wire_to_text(const struct wire_move *w, char *buf)
{
    buf += sprintf(buf, "M0000%02u%02u%02u", w->from, w->to, w->n);
    for (unsigned i = 0; i < w->n; i++)
        buf += sprintf(buf, "%02u", w->captured[i]);
}

/** Plays what the follower has said on the peer's board; it must be one legal move. */
static void follow(struct bench *b, const char *said)
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

/** The peer's own move, as a message; it is played on its board. @return whether there is one */
static bool peer_move(struct bench *b, char *text)
{
    struct move mv;
    struct wire_move w;
    if (!script_move(rules_international, &b->pos, &mv))
        return false;
    wire_of_move(rules_international, &mv, &w);
    wire_to_text(&w, text);
    move_play(rules_international, &b->pos, &mv);
    return true;
}

static void expect_told(const struct bench *b, const char *part)
{
    if (!strstr(b->told, part))
        fail_msg("\"%s\" was not told: \"%s\"", part, b->told);
}

#define ACCEPTED "Adama                            0|"

static void plays_as_white(void **state)
{
    struct bench *b = *state;
    char text[200];
    open_it(b);
    assert_string_equal(say(b, NO_CLOCK_W), ACCEPTED);
    for (int i = 0; i < 10; i++) {
        follow(b, hear(b, 5000));
        assert_true(peer_move(b, text));
        assert_string_equal(say(b, text), "");
    }
    follow(b, hear(b, 5000));
    assert_string_equal(say(b, "E10"), "E00|");
    assert_int_equal(follower_score(b->follower).won, 1);
    assert_int_equal(b->script.new_games, 1);
    assert_int_equal(b->script.limits.move_ms, 5000);
}

static void plays_as_black(void **state)
{
    struct bench *b = *state;
    char text[200];
    open_it(b);
    assert_string_equal(say(b, NO_CLOCK_Z), ACCEPTED);
    assert_string_equal(hear(b, 30), "");
    assert_true(peer_move(b, text));
    say(b, text);
    follow(b, hear(b, 5000));
    assert_string_equal(say(b, "E31"), "E01|");
    assert_int_equal(follower_score(b->follower).lost, 1);
    assert_true(follower_closing(b->follower));
}

static const struct {
    const char *name, *request, *why;
} refused_rows[] = {
    {"refused: 49 squares", NAME "W000000BW" EMPTY10 EMPTY10 EMPTY10 EMPTY10 "eeeeeeeew",
     "cannot be read"},
    {"refused: lower case colour", NAME "w000000A", "cannot be read"},
    {"refused: version 2", "R02", "version"},
    {"refused: no move",
     NAME "W000000BWwz"
          "eeeeeeee" EMPTY10 EMPTY10 EMPTY10 EMPTY10,
     "no move"},
    {"refused: empty board", NAME "W000000BW" EMPTY10 EMPTY10 EMPTY10 EMPTY10 EMPTY10, "no move"},
    {"refused: no foe", NAME "W000000BW" EMPTY10 EMPTY10 EMPTY10 EMPTY10 "eeeeeeeeew",
     "not a position"},
};

static void refused_row(void **state)
{
    struct bench *b;
    size_t i = (size_t)*state;
    set_up((void **)&b);
    open_it(b);
    const char *answer = say(b, refused_rows[i].request);
    assert_int_equal(answer[0], 'C');
    assert_non_null(strstr(answer, refused_rows[i].why));
    assert_non_null(strstr(answer, i == 2 ? "|Adama                            1|"
                                          : "|Adama                            2|"));
    assert_false(follower_in_game(b->follower));
    assert_string_equal(say(b, NO_CLOCK_Z), ACCEPTED); /* a better one is welcome */
    tear_down((void **)&b);
}

static void too_long_a_game_is_refused(void **state)
{
    struct bench *b = *state;
    b->settings.time_max_ms = 60000;
    open_it(b);
    assert_non_null(strstr(say(b, NAME "W002000A"), "too long"));
    assert_non_null(strstr(say(b, NAME "W000000A"), "too long"));
    assert_string_equal(say(b, NAME "Z001000A"), ACCEPTED);
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
    struct bench *b;
    size_t i = (size_t)*state;
    set_up((void **)&b);
    open_it(b);
    say(b, NO_CLOCK_Z);
    const char *answer = say(b, illegal_rows[i].move);
    assert_int_equal(answer[0], 'C');
    assert_non_null(strstr(answer, illegal_rows[i].why));
    assert_non_null(strstr(answer, "|E00|"));
    assert_string_equal(say(b, "E00"), "");
    assert_int_equal(follower_score(b->follower).unknown, 1);
    assert_string_equal(say(b, NO_CLOCK_Z), ACCEPTED);
    tear_down((void **)&b);
}

static void captured_squares_may_be_missing_or_mixed(void **state)
{
    struct bench *b = *state;
    /* White's man on 33 takes 29 and 20, or nothing else: 33x15. */
    static const char squares[] = "eeeeeeeeee"
                                  "eeeeeeeeez"
                                  "eeeeeeeeze"
                                  "eewzeeeeee"
                                  "eeeeeeeeee";
    char request[100];
    open_it(b);
    snprintf(request, sizeof request, NAME "Z000000BW%s", squares);
    assert_string_equal(say(b, request), ACCEPTED);
    say(b, "M0000331500");
    expect_told(b, "without the captured squares");
    assert_int_equal(say(b, "E00")[0], 'E');
    assert_string_equal(say(b, request), ACCEPTED);
    assert_string_equal(say(b, "M00003315022920"), "");
    assert_true(follower_in_game(b->follower));
    say(b, "E00");
    assert_string_equal(say(b, request), ACCEPTED);
    assert_non_null(strstr(say(b, "M00003315022934"), "not legal"));
}

static void loses_where_it_cannot_move(void **state)
{
    struct bench *b = *state;
    /* Black's only man is taken by White's first move. */
    open_it(b);
    say(b, NAME "Z000000BW" EMPTY10 EMPTY10 "eeeeeeeeze"
                "eewwwwwwww"
                "wwwwwwwwww");
    assert_string_equal(say(b, "M0000342301"
                               "29"),
                        "E10|");
    assert_string_equal(say(b, "E00"), "");
    assert_int_equal(follower_score(b->follower).lost, 1);
}

static void claims_where_the_peer_cannot_move(void **state)
{
    struct bench *b = *state;
    open_it(b);
    say(b, NAME "W000000BW" EMPTY10 EMPTY10 "eeeeeeeeze"
                "eewwwwwwww"
                "wwwwwwwwww");
    assert_int_equal(hear(b, 5000)[0], 'M');
    int64_t by = follower_deadline(b->follower) - clock_ms();
    assert_in_range(by, 20000, 30000); /* the peer may say it itself */
    assert_string_equal(say(b, "E10"), "E00|");
    assert_int_equal(follower_score(b->follower).won, 1);
}

static void ends_at_the_limit(void **state)
{
    struct bench *b = *state;
    char text[200];
    b->settings.at_limit = FOLLOWER_LIMIT_DRAW;
    open_it(b);
    say(b, NAME "W000002A");
    for (int i = 0; i < 2; i++) {
        follow(b, hear(b, 5000));
        assert_true(peer_move(b, text));
        assert_string_equal(say(b, text), i == 1 ? "E20|" : "");
    }
    assert_int_equal(follower_score(b->follower).drawn, 1);
}

static void may_play_on_at_the_limit(void **state)
{
    struct bench *b = *state;
    char text[200];
    b->settings.at_limit = FOLLOWER_LIMIT_IGNORE;
    open_it(b);
    say(b, NAME "W000001A");
    for (int i = 0; i < 5; i++) {
        follow(b, hear(b, 5000));
        assert_true(peer_move(b, text));
        say(b, text);
    }
    assert_true(follower_in_game(b->follower));
}

static void says_that_a_position_is_drawn(void **state)
{
    struct bench *b = *state;
    /*
     * Both sides' moves depend on the position alone, so that they must repeat, or end otherwise
     * before that.
     */
    open_it(b);
    say(b, NAME "Z000000BW"
                "eeeezeeeee" EMPTY10 EMPTY10 EMPTY10 "eeeeeWeeee");
    b->pos = (struct position){0};
    wire_read_position(rules_international, &wire_dxp,
                       "eeeezeeeee" EMPTY10 EMPTY10 EMPTY10 "eeeeeWeeee", 50, WHITE, &b->pos, NULL);
    bool ended = false;
    for (int i = 0; i < 120 && !ended; i++) {
        char text[200];
        if (!peer_move(b, text)) {
            say(b, "E10");
            ended = true;
            break;
        }
        const char *said = say(b, text);
        if (!said[0])
            said = hear(b, 5000);
        ended = said[0] == 'E';
        if (!ended)
            follow(b, said);
    }
    assert_true(ended);
    struct follower_score score = follower_score(b->follower);
    assert_int_equal(score.won + score.drawn + score.lost, 1);
}

static void resigns_when_told_to(void **state)
{
    struct bench *b = *state;
    char text[200];
    b->settings.resign = 3000;
    b->script.score = -3500;
    open_it(b);
    say(b, NO_CLOCK_W);
    for (int i = 0; i < 2; i++) {
        follow(b, hear(b, 5000));
        assert_true(peer_move(b, text));
        say(b, text);
    }
    assert_string_equal(hear(b, 5000), "E10|");
    assert_int_equal(follower_score(b->follower).lost, 1);
}

static void thinks_by_its_clock(void **state)
{
    struct bench *b = *state;
    open_it(b);
    say(b, NAME "W002050A");
    hear(b, 5000);
    assert_in_range(b->script.limits.clock_ms, 119000, 119900);
    assert_int_equal(b->script.limits.moves, 50);
    assert_int_equal(b->script.limits.move_ms, 0);
}

static void claims_when_time_is_over(void **state)
{
    struct bench *b = *state;
    b->settings.grace_ms = 20;
    open_it(b);
    say(b, NAME "Z.01000A"); /* 0.6 s */
    int64_t before = clock_ms();
    assert_string_equal(hear(b, 5000), "E30|");
    assert_in_range(clock_ms() - before, 600, 3000);
    assert_int_equal(follower_score(b->follower).won, 1);
    expect_told(b, "has run out of time");
}

/* Nothing lasts for ever. The follower has no clock of its own, so hours pass at once. */

static void late_poll(struct bench *b, int64_t ms)
{
    b->out[0] = '\0';
    follower_poll(b->follower, clock_ms() + ms);
    collect(b);
}

static void silence_without_a_clock_ends(void **state)
{
    struct bench *b = *state;
    open_it(b);
    say(b, NO_CLOCK_Z);
    assert_in_range(follower_deadline(b->follower) - clock_ms(), 29 * 60000, 30 * 60000);
    late_poll(b, 29 * 60000);
    assert_string_equal(b->out, "");
    late_poll(b, 31 * 60000);
    assert_string_equal(b->out, "E00|");
    assert_int_equal(follower_score(b->follower).unknown, 1);
    expect_told(b, "has not moved for too long");
}

static void silence_without_a_game_ends(void **state)
{
    struct bench *b = *state;
    open_it(b);
    assert_false(follower_closing(b->follower));
    assert_in_range(follower_deadline(b->follower) - clock_ms(), 9 * 60000, 10 * 60000);
    late_poll(b, 9 * 60000);
    assert_false(follower_closing(b->follower));
    late_poll(b, 11 * 60000);
    assert_true(follower_closing(b->follower));
    expect_told(b, "has not asked for a game for too long");
}

static void whole_game_is_bounded(void **state)
{
    struct bench *b = *state;
    char text[200];
    b->settings.game_ms = 3600000;
    b->settings.silent_ms = 1000 * (int64_t)3600000;
    open_it(b);
    say(b, NO_CLOCK_Z);
    peer_move(b, text);
    say(b, text);
    follow(b, hear(b, 5000));
    late_poll(b, 3500000);
    assert_string_equal(b->out, "");
    late_poll(b, 3700000);
    assert_string_equal(b->out, "E00|");
    expect_told(b, "has lasted too long");
}

static void take_backs_are_bounded(void **state)
{
    struct bench *b = *state;
    char text[200];
    b->settings.take_backs_max = 3;
    open_it(b);
    say(b, NO_CLOCK_Z);
    for (int i = 0; i < 4; i++) {
        position_start(rules_international, &b->pos);
        peer_move(b, text);
        say(b, text);
        follow(b, hear(b, 5000));
        assert_string_equal(say(b, "B001W"), i < 3 ? "K0|" : "K2|");
    }
    expect_told(b, "too many take-backs");
}

static void take_backs_give_no_time_back(void **state)
{
    struct bench *b = *state;
    b->settings.grace_ms = 1;
    open_it(b);
    say(b, NAME "Z.01000A"); /* 0.6 s, the peer begins */
    int64_t began = clock_ms(), passed = 0;
    for (int i = 0; i < 20 && passed < 2000; i++) {
        const char *said = hear(b, 100);
        passed = clock_ms() - began;
        if (said[0] == 'E')
            break;
        assert_string_equal(say(b, "B001W"), "K0|");
    }
    assert_in_range(passed, 550, 1500);
    expect_told(b, "has run out of time");
}

static void talk_without_moves_is_bounded(void **state)
{
    struct bench *b = *state;
    char chat[100];
    int said = 0;
    memset(chat, 'C', sizeof chat - 1);
    chat[sizeof chat - 1] = '\0';
    open_it(b);
    say(b, NO_CLOCK_Z);
    while (!follower_closing(b->follower) && said++ < 2000)
        say(b, chat);
    assert_in_range(said, 600, 700); /* 64 KiB */
    assert_string_equal(b->out, "E00|");
    assert_int_equal(follower_score(b->follower).unknown, 1);
}

static void stopping_bounds_a_game_without_a_clock(void **state)
{
    struct bench *b = *state;
    open_it(b);
    say(b, NO_CLOCK_Z);
    follower_finish(b->follower, clock_ms());
    late_poll(b, 50000);
    assert_string_equal(b->out, "");
    late_poll(b, 70000);
    assert_string_equal(b->out, "E01|");
}

static void takes_back_and_goes_forward(void **state)
{
    struct bench *b = *state;
    char first[40], second[40], text[200];
    struct position start;
    open_it(b);
    start = b->pos;
    say(b, NO_CLOCK_W);
    strcpy(first, hear(b, 5000));
    follow(b, first);
    assert_true(peer_move(b, text));
    say(b, text);
    strcpy(second, hear(b, 5000));
    follow(b, second);
    struct position late = b->pos;
    assert_string_equal(say(b, "B003W"), "K2|"); /* has not been reached */
    assert_string_equal(say(b, "B001W"), "K0|"); /* to the start: we move again, and the same */
    assert_string_equal(hear(b, 5000), first);
    assert_string_equal(say(b, "B002Z"), "K0|"); /* forward again */
    b->pos = late;
    assert_true(peer_move(b, text));
    assert_string_equal(say(b, text), "");
    follow(b, hear(b, 5000));
    assert_string_equal(say(b, "B001Z"), "K0|");
    b->pos = start;
    follow(b, first);
    assert_true(peer_move(b, text));
    say(b, text);
    assert_string_equal(hear(b, 5000), second);
}

static void takes_back_while_it_thinks(void **state)
{
    struct bench *b = *state;
    char text[200];
    open_it(b);
    say(b, NO_CLOCK_Z);
    b->script.waits = true;
    assert_true(peer_move(b, text));
    say(b, text);
    assert_string_equal(hear(b, 30), "");
    assert_string_equal(say(b, "B001W"), "K0|");
    assert_false(b->script.thinking);
    b->script.waits = false;
    assert_string_equal(hear(b, 30), ""); /* the peer is to move */
    say(b, text);
    assert_int_equal(hear(b, 5000)[0], 'M');
}

static void may_refuse_to_take_back(void **state)
{
    struct bench *b = *state;
    b->settings.no_take_back = true;
    open_it(b);
    say(b, NO_CLOCK_Z);
    assert_string_equal(say(b, "B001W"), "K1|");
}

static void ponders_in_the_peers_time(void **state)
{
    struct bench *b = *state;
    char text[200];
    b->settings.ponder = b->script.has_ponder = true;
    open_it(b);
    say(b, NO_CLOCK_W);
    for (int i = 0; i < 6; i++) {
        follow(b, hear(b, 5000));
        assert_true(peer_move(b, text)); /* what it expects: the script's own choice */
        assert_string_equal(say(b, text), "");
    }
    assert_true(script_searches(&b->script) <= 8); /* one a move, found while the peer thought */
    follow(b, hear(b, 5000));
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
        wire_to_text(&w, text);
        move_play(rules_international, &b->pos, &list.at[i]);
        say(b, text);
        follow(b, hear(b, 5000));
        break;
    }
    moves_fini(&list);
}

static void says_that_its_engine_failed(void **state)
{
    struct bench *b = *state;
    b->script.fails = true;
    open_it(b);
    say(b, NO_CLOCK_W);
    assert_string_equal(hear(b, 5000), "E00|");
    expect_told(b, "the engine has failed: out of memory");
}

static void waits_before_its_first_move(void **state)
{
    struct bench *b = *state;
    b->settings.delay_ms = 80;
    open_it(b);
    say(b, NO_CLOCK_W);
    int64_t before = clock_ms();
    follow(b, hear(b, 5000));
    assert_true(clock_ms() - before >= 75);
}

static void plays_so_many_games(void **state)
{
    struct bench *b = *state;
    b->settings.games = 2;
    open_it(b);
    say(b, NO_CLOCK_Z);
    assert_string_equal(say(b, "E00"), "E00|");
    assert_false(follower_finished(b->follower));
    say(b, NO_CLOCK_Z);
    assert_string_equal(say(b, "E00"), "E01|"); /* no further game */
    assert_true(follower_finished(b->follower));
    assert_true(follower_closing(b->follower));
    assert_non_null(strstr(say(b, NO_CLOCK_Z), "Adama                            3|"));
}

static void a_lost_connection_ends_the_game(void **state)
{
    struct bench *b = *state;
    open_it(b);
    b->script.waits = true;
    say(b, NO_CLOCK_W);
    hear(b, 20);
    follower_lost(b->follower, "connection lost");
    assert_false(b->script.thinking);
    assert_int_equal(follower_score(b->follower).unknown, 1);
    b->script.waits = false;
    follower_connected(b->follower, "again", clock_ms());
    assert_string_equal(say(b, NO_CLOCK_W), ACCEPTED);
    follow(b, hear(b, 5000));
}

static void rubbish_without_end_is_cut_off(void **state)
{
    struct bench *b = *state;
    open_it(b);
    for (int i = 0; i < 10500; i++)
        say(b, "rubbish\x1b[2J");
    assert_true(follower_closing(b->follower));
    assert_null(strchr(b->told, '\x1b'));
}

/* Over loopback: the follower serves in a thread of its own. */

struct service {
    struct script script;
    struct follower_run run;
    struct waker stop, ready;
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

static int begin(void **state)
{
    struct service *s = calloc(1, sizeof *s);
    struct pollfd fd;
    script_init(&s->script);
    waker_init(&s->stop, NULL);
    waker_init(&s->ready, NULL);
    s->run = (struct follower_run){.follower = {.name = "dama"},
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

/** @return the next frame; NULL at the end of the connection. Borrowed until the next call */
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

/** Plays a game to its end, or for so many plies; the follower has White. @return plies */
static int play(struct dxp_connection *c, int plies)
{
    struct bench b = {.told = ""};
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
        follow(&b, said);
        if (!peer_move(&b, text))
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

/** Visits once the last peer is known to be gone: a follower without a game answers K1. */
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

/* The end of the old connection is read before the new one is judged. */
static void peer_that_comes_back_at_once_is_taken(void **state)
{
    struct service *s = *state;
    for (int i = 0; i < 20; i++) {
        struct dxp_connection *c = visit_free(s);
        put(c, NO_CLOCK_Z);
        assert_int_equal(get(c)[0], 'A');
        dxp_connection_close(c);
        c = visit(s);
        put(c, NO_CLOCK_Z);
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

#define BENCH(test)   cmocka_unit_test_setup_teardown(test, set_up, tear_down)
#define SERVICE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    struct CMUnitTest tests[64] = {
        BENCH(plays_as_white),
        BENCH(plays_as_black),
        BENCH(too_long_a_game_is_refused),
        BENCH(captured_squares_may_be_missing_or_mixed),
        BENCH(loses_where_it_cannot_move),
        BENCH(claims_where_the_peer_cannot_move),
        BENCH(ends_at_the_limit),
        BENCH(may_play_on_at_the_limit),
        BENCH(says_that_a_position_is_drawn),
        BENCH(resigns_when_told_to),
        BENCH(thinks_by_its_clock),
        BENCH(claims_when_time_is_over),
        BENCH(silence_without_a_clock_ends),
        BENCH(silence_without_a_game_ends),
        BENCH(whole_game_is_bounded),
        BENCH(take_backs_are_bounded),
        BENCH(take_backs_give_no_time_back),
        BENCH(talk_without_moves_is_bounded),
        BENCH(stopping_bounds_a_game_without_a_clock),
        BENCH(takes_back_and_goes_forward),
        BENCH(takes_back_while_it_thinks),
        BENCH(may_refuse_to_take_back),
        BENCH(ponders_in_the_peers_time),
        BENCH(says_that_its_engine_failed),
        BENCH(waits_before_its_first_move),
        BENCH(plays_so_many_games),
        BENCH(a_lost_connection_ends_the_game),
        BENCH(rubbish_without_end_is_cut_off),
        SERVICE(whole_games_in_a_row),
        SERVICE(many_short_connections),
        SERVICE(passers_by_are_sent_away),
        SERVICE(peer_that_comes_back_at_once_is_taken),
        SERVICE(hostile_bytes),
        cmocka_unit_test(goes_to_a_peer),
    };
    size_t n = 26;
    for (size_t i = 0; i < ARRAY_LEN(refused_rows); i++)
        tests[n++] = (struct CMUnitTest){refused_rows[i].name, refused_row, NULL, NULL, (void *)i};
    for (size_t i = 0; i < ARRAY_LEN(illegal_rows); i++)
        tests[n++] = (struct CMUnitTest){illegal_rows[i].name, illegal_row, NULL, NULL, (void *)i};
    return _cmocka_run_group_tests("follower", tests, n, NULL, NULL);
}
