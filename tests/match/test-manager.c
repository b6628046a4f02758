// SPDX-License-Identifier: MIT
/* Whole matches of scripted players: schedule, store, resuming, failures. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "match/manager.h"
#include "match/pool.h"
#include "tests/lib/rows.h"
#include "tests/lib/scratch-folder.h"
#include "tests/lib/scripted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PAIRS = 4 };

struct bench {
    struct script script;
    struct match_settings settings;
    struct player_settings players[3];
    struct results_player names[3];
    struct results_pair pairs[PAIRS];
    struct results_match schedule;
    char store[SCRATCH_SIZE + 16]; /* the file of the results */
    struct results *results;
    int64_t match;
    struct waker stop;
    unsigned games, stop_after, incidents;
    bool (*enough)(void *ctx);
    struct deadline until;
    bool stops_at_start; /* a signal comes when the first game has begun */
    int64_t longest;     /* ms of any move */
    int64_t stall_ms;    /* how long it takes to hear that the first game is over */
    char told[4000];
};

static void started(void *ctx, const struct observer_game *game)
{
    struct bench *b = ctx;
    (void)game;
    if (b->stops_at_start)
        waker_wake(&b->stop);
}

static int finished(void *ctx, int64_t number, const struct results_game *game,
                    const struct observer_progress *progress, struct err *err)
{
    struct bench *b = ctx;
    (void)number, (void)err;
    size_t n = strlen(b->told);
    b->games++;
    for (unsigned i = 0; i < game->n; i++)
        b->longest = game->plies[i].ms > b->longest ? game->plies[i].ms : b->longest;
    if (b->games == 1)
        clock_sleep(1000 * b->stall_ms);
    snprintf(b->told + n, sizeof b->told - n, "%u.%u.%u %s %d %u|", game->pair, game->game,
             game->attempt, game->reason, (int)game->result, game->n);
    if (b->games == b->stop_after)
        waker_wake(&b->stop);
    assert_true(progress->finished <= progress->games);
    return 0;
}

static void incident(void *ctx, const char *player, const char *kind, const char *detail)
{
    struct bench *b = ctx;
    if (strcmp(player, "third") == 0 && strcmp(kind, "failed") == 0)
        strcat(b->told, "third failed|");
    b->incidents += strcmp(kind, "failed") == 0 || strstr(detail, "after the game");
    if (strcmp(detail, "took moves back") == 0)
        strcat(b->told, "took back|");
}

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    script_init(&b->script);
    waker_init(&b->stop, NULL);
    match_settings_default(&b->settings);
    b->settings.draws = draw_profile_find(b->settings.rules, (struct text){0}, NULL);
    b->settings.plies_max = 20;
    b->settings.pause_ms = 1;
    b->settings.retries = 3;
    for (int i = 0; i < 2; i++) {
        player_settings_default(&b->players[i], PLAYER_BUILTIN);
        b->players[i].name = b->names[i].name = i ? "second" : "first";
        b->players[i].limits.depth = 1;
        b->names[i].kind = "builtin";
        b->names[i].time_control = "";
    }
    for (unsigned i = 0; i < PAIRS; i++)
        b->pairs[i] = (struct results_pair){.number = i + 1,
                                            .round = i + 1,
                                            .second = 1,
                                            .games = 2,
                                            .opening = "",
                                            .moves = i % 2 ? "32-28 19-23 28x19" : ""};
    b->schedule = (struct results_match){.event = "Test",
                                         .site = "?",
                                         .variant = "international",
                                         .draws = "",
                                         .seed = 1,
                                         .config = "",
                                         .players = b->names,
                                         .n_players = 2,
                                         .pairs = b->pairs,
                                         .n_pairs = PAIRS};
    struct err err = {0};
    snprintf(b->store, sizeof b->store, "%s/store", scratch_folder);
    if (results_open(b->store, RESULTS_WRITE, &b->results, &err)
        || results_match_begin(b->results, &b->schedule, 0, &b->match, &err))
        fail_msg("%s", err.msg);
    *state = b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    assert_int_equal(b->script.opened, b->script.closed);
    results_close(b->results);
    remove(b->store);
    waker_fini(&b->stop);
    script_fini(&b->script);
    free(b);
    return 0;
}

static enum manager_end play(struct bench *b)
{
    const struct observer observer = {
        .ctx = b, .started = started, .finished = finished, .incident = incident};
    const struct manager_plan plan = {.settings = &b->settings,
                                      .players = b->players,
                                      .schedule = &b->schedule,
                                      .results = b->results,
                                      .match = b->match,
                                      .observers = &observer,
                                      .n_observers = 1,
                                      .host = {.rules = b->settings.rules,
                                               .draws = b->settings.draws,
                                               .ops = &scripted,
                                               .ops_ctx = &b->script},
                                      .enough = b->enough,
                                      .ctx = b,
                                      .stop = b->stop.read,
                                      .until = b->until};
    enum manager_end end = MANAGER_DONE;
    struct err err = {0};
    if (manager_run(&plan, &end, &err))
        fail_msg("%s", err.msg);
    return end;
}

static void every_game_is_played_once(void **state)
{
    struct bench *b = *state;
    assert_int_equal(play(b), MANAGER_DONE);
    assert_int_equal(b->games, 2 * PAIRS);
    assert_non_null(strstr(b->told, "1.0.1 too-long 1 20|1.1.1 too-long 1 20|2.0.1 "));
    b->games = 0;
    assert_int_equal(play(b), MANAGER_DONE); /* again: nothing is missing */
    assert_int_equal(b->games, 0);
}

static void several_games_at_once(void **state)
{
    struct bench *b = *state;
    b->settings.concurrency = 8;
    b->settings.cores = 8;
    b->script.ms = 1;
    assert_int_equal(play(b), MANAGER_DONE);
    assert_int_equal(b->games, 2 * PAIRS);
}

static bool after_one_or_five(void *ctx)
{
    const struct bench *b = ctx;
    return b->games == 1 || b->games >= 5;
}

static void decision_can_be_undone_by_a_game_in_progress(void **state)
{
    struct bench *b = *state;
    b->settings.concurrency = b->settings.cores = 2;
    b->script.ms = 10;
    b->enough = after_one_or_five;
    assert_int_equal(play(b), MANAGER_ENOUGH);
    assert_in_range(b->games, 5, 6);
    assert_int_equal(play(b), MANAGER_ENOUGH);
    assert_in_range(b->games, 5, 6); /* none was begun */
}

/* What an engine does before a game is not on its clock, nor on anybody else's. */
static void preparing_is_not_timed(void **state)
{
    struct bench *b = *state;
    b->schedule.n_pairs = 1;
    b->script.begin_ms = 600;
    for (int i = 0; i < 2; i++) {
        b->players[i].limits = (struct player_limits){.time_ms = 60000};
        b->players[i].timeouts.margin_ms = 60000;
    }
    assert_int_equal(play(b), MANAGER_DONE);
    assert_in_range(b->longest, 0, 550);
}

/* Where the disk is slow or a store is locked, a game that is over keeps the others waiting. */
static void what_we_do_ourselves_is_not_timed(void **state)
{
    struct bench *b = *state;
    b->schedule.n_pairs = 2;
    b->pairs[0].games = b->pairs[1].games = 1;
    b->pairs[0].moves = "32-28 19-23 28x19 14x23 37-32"; /* over first */
    b->pairs[1].moves = "";
    b->settings.concurrency = b->settings.cores = 2;
    b->script.ms = 50;
    b->stall_ms = 4000;
    for (int i = 0; i < 2; i++) {
        b->players[i].limits = (struct player_limits){.time_ms = 2000};
        b->players[i].timeouts.margin_ms = 500;
    }
    assert_int_equal(play(b), MANAGER_DONE);
    assert_string_equal(b->told, "1.0.1 too-long 1 20|2.0.1 too-long 1 20|");
    assert_in_range(b->longest, 0, 1900);
}

static void time_of_day_ends_match(void **state)
{
    struct bench *b = *state;
    b->until.unix_ms = clock_unix_ms() - 1;
    assert_int_equal(play(b), MANAGER_UNTIL);
    assert_int_equal(b->games, 0);
    b->until.unix_ms += 3600000;
    assert_int_equal(play(b), MANAGER_DONE);
}

static void stopped_match_goes_on(void **state)
{
    struct bench *b = *state;
    b->stop_after = 3;
    assert_int_equal(play(b), MANAGER_STOPPED);
    assert_in_range(b->games, 3, 4); /* one may have begun before the signal was seen */
    waker_clear(&b->stop);
    assert_int_equal(play(b), MANAGER_DONE);
    assert_int_equal(b->games, 2 * PAIRS);
    struct results_progress progress;
    assert_int_equal(results_match_progress(b->results, b->match, &progress, NULL), 0);
    assert_int_equal(progress.finished, 2 * PAIRS);
}

static void failing_player_is_suspended(void **state)
{
    struct bench *b = *state;
    b->script.fails = true;
    assert_int_equal(play(b), MANAGER_SUSPENDED);
    assert_int_equal(b->games, 5); /* three as White, where it is to blame */
    assert_string_equal(b->told, "1.0.1 engine 1 0|1.1.1 engine 1 0|2.0.1 engine 1 3|"
                                 "2.1.1 engine 1 3|3.0.1 engine 1 0|");
}

/* Takes three of the first player from a pool, as soon as it gives them. */
static void take_three(struct pool *pool, struct loop *loop, struct player *players[3])
{
    while (pool_ready(pool, 0) < 3) {
        int64_t by = pool_deadline(pool);
        loop_step(loop, by < clock_ms() + 100 ? by : clock_ms() + 100);
        pool_step(pool, clock_ms());
        pool_want(pool, 0, 3, clock_ms());
    }
    for (unsigned i = 0; i < 3; i++)
        players[i] = pool_take(pool, 0);
}

/* What ends several games at once is one failure, and is tried again. */
static void games_at_once_fail_as_one(void **state)
{
    struct bench *b = *state;
    struct player_host host = {.rules = b->settings.rules,
                               .draws = b->settings.draws,
                               .ops = &scripted,
                               .ops_ctx = &b->script};
    struct player *players[3];
    struct pool *pool;
    struct err err = {0};
    assert_int_equal(loop_open(&host.loop, &err), 0);
    assert_int_equal(pool_open(&b->settings, b->players, 1, &host, NULL, NULL, &pool, &err), 0);
    for (unsigned outage = 1; outage <= 3; outage++) {
        take_three(pool, host.loop, players);
        for (unsigned i = 0; i < 3; i++)
            pool_release(pool, players[i], POOL_FAILED, "killed", clock_ms());
        assert_int_equal(pool_is_suspended(pool, 0), outage == 3);
    }
    pool_close(pool);
    loop_close(host.loop);
}

static void player_that_does_not_open_is_suspended(void **state)
{
    struct bench *b = *state;
    b->script.will_not_open = true;
    assert_int_equal(play(b), MANAGER_SUSPENDED);
    assert_int_equal(b->games, 0);
    assert_true(b->incidents >= 3);
}

/*
 * The time that the third player has to connect begins when its first game is due: not while the
 * games before it are played, nor only after the later ones of the others.
 */
static void player_is_awaited_when_its_game_is_due(void **state)
{
    struct bench *b = *state;
    struct player_settings *p = &b->players[2];
    player_settings_default(p, PLAYER_DXP);
    p->name = b->names[2].name = "third";
    p->address = "listen://127.0.0.1:0";
    p->timeouts.connect_ms = 50;
    b->names[2].kind = "dxp";
    b->names[2].time_control = "";
    b->schedule.n_players = 3;
    b->schedule.n_pairs = 3;
    b->schedule.event = "Awaited";
    b->pairs[1].second = 2;
    b->pairs[1].moves = "";
    b->settings.retries = 1;
    b->script.ms = 10; /* 200 ms for a game */
    struct err err = {0};
    assert_int_equal(results_match_begin(b->results, &b->schedule, 0, &b->match, &err), 0);
    assert_int_equal(play(b), MANAGER_SUSPENDED);
    assert_string_equal(b->told, "1.0.1 too-long 1 20|1.1.1 too-long 1 20|third failed|"
                                 "3.0.1 too-long 1 20|3.1.1 too-long 1 20|");
}

static void flag_falls(void **state)
{
    struct bench *b = *state;
    b->schedule.n_pairs = 1;
    b->script.waits = true;
    for (int i = 0; i < 2; i++) {
        b->players[i].limits = (struct player_limits){.time_ms = 100};
        b->players[i].timeouts.margin_ms = 20;
    }
    int64_t before = clock_ms();
    assert_int_equal(play(b), MANAGER_DONE);
    assert_in_range(clock_ms() - before, 240, 4000);
    assert_string_equal(b->told, "1.0.1 time 3 0|1.1.1 time 3 0|");
}

static void silence_without_a_clock_ends(void **state)
{
    struct bench *b = *state;
    b->script.waits = true;
    b->players[0].timeouts.silent_ms = b->players[1].timeouts.silent_ms = 30;
    assert_int_equal(play(b), MANAGER_SUSPENDED);
    assert_string_equal(
        b->told,
        "1.0.1 silent 1 0|1.1.1 silent 1 0|2.0.1 silent 1 3|2.1.1 silent 1 3|3.0.1 silent 1 0|");
}

static void wall_time_is_bounded(void **state)
{
    struct bench *b = *state;
    b->schedule.n_pairs = 1;
    b->script.ms = 20;
    b->settings.game_ms = 200;
    assert_int_equal(play(b), MANAGER_DONE);
    assert_int_equal(b->games, 2);
    assert_non_null(strstr(b->told, "too-long 1 "));
    assert_null(strstr(b->told, "too-long 1 20|"));
}

static void scores_end_games(void **state)
{
    struct bench *b = *state;
    b->schedule.n_pairs = 1;
    b->settings.adjudication =
        (struct adjudication){.draw_moves = 3, .draw_from = 5, .draw_score = 100};
    assert_int_equal(play(b), MANAGER_DONE);
    assert_string_equal(b->told, "1.0.1 scores 4 14|1.1.1 scores 4 14|");
}

/* ---- programs as players: the second one is the peer, in its own way ---- */

static char folder[400]; /* of the programs */

static const struct {
    const char *name;
    enum player_kind kind;
    const char *program; /* and its way */
    const char *told;    /* beginning of what is reported about the first pair */
    enum manager_end end;
} peer_rows[] = {
#include "tests/match/test-manager.inc"
};

/*
 * White wins with a man against two, king against king is drawn; both are told after the first
 * move.
 */
static void endgames_end_games(void **state)
{
    struct bench *b = *state;
    b->settings.adjudication.endgame = true;
    b->schedule.n_pairs = 3;
    b->pairs[0].fen = "W:W21:B3,4";
    b->pairs[1].fen = "W:WK46:BK4";
    b->pairs[2].fen = "W:W31-50:B1-20";
    for (unsigned i = 0; i < 3; i++)
        b->pairs[i].moves = "";
    struct err err = {0};
    b->schedule.event = "Endgames";
    assert_int_equal(results_match_begin(b->results, &b->schedule, 0, &b->match, &err), 0);
    assert_int_equal(play(b), MANAGER_DONE);
    assert_string_equal(b->told,
                        "1.0.1 endgame 2 1|1.1.1 endgame 2 1|2.0.1 endgame 4 1|2.1.1 endgame 4 1|"
                        "3.0.1 too-long 1 20|3.1.1 too-long 1 20|");
}

/* Only a peer that says nothing is given little time, so that a busy machine changes nothing. */
static struct player_timeouts timeouts_for(const char *program)
{
    struct player_timeouts timeouts = {3000, 3000, 3000, 3000, 3000, 1000};
    if (strstr(program, "deaf"))
        timeouts.ready_ms = 100;
    else if (strstr(program, "mute") || strstr(program, "end-asked"))
        timeouts.accept_ms = 100;
    else if (strstr(program, "stall") || strstr(program, "stubborn") || strstr(program, "half")
             || strstr(program, "orphan"))
        timeouts.silent_ms = timeouts.end_ms = 100;
    else if (strstr(program, "end-never"))
        timeouts.end_ms = 50;
    return timeouts;
}

/* A game that has not been accepted when the match is to stop is left for the next run. */
static void unaccepted_game_is_given_up(void **state)
{
    struct bench *b = *state;
    struct player_settings *p = &b->players[1];
    char command[500];
    b->schedule.n_pairs = 1;
    player_settings_default(p, PLAYER_DXP);
    p->name = "second";
    p->start = command;
    p->timeouts.accept_ms = 20000;
    snprintf(command, sizeof command, "%s/peer-follower listen {port} mute", folder);
    b->stops_at_start = true;
    int64_t before = clock_ms();
    assert_int_equal(play(b), MANAGER_STOPPED);
    assert_in_range(clock_ms() - before, 0, 15000);
    assert_string_equal(b->told, "");
    assert_int_equal(b->incidents, 0);
    waker_clear(&b->stop);
    b->stops_at_start = false;
    snprintf(command, sizeof command, "%s/peer-follower listen {port} plain", folder);
    assert_int_equal(play(b), MANAGER_DONE);
    assert_string_equal(b->told, "1.0.1 too-long 1 20|1.1.1 too-long 1 20|");
}

static void peer_row(void **state)
{
    struct bench *b;
    char command[600];
    size_t i = (size_t)*state;
    set_up((void **)&b);
    b->schedule.n_pairs = 1;
    b->settings.retries = 2;
    if (strstr(peer_rows[i].program, "twice") || strstr(peer_rows[i].program, "end-turn")
        || strstr(peer_rows[i].program, "end-accepted"))
        b->script.ms = 50; /* so that it comes before our move */
    struct player_settings *p = &b->players[1];
    player_settings_default(p, peer_rows[i].kind);
    p->name = "second";
    p->timeouts = timeouts_for(peer_rows[i].program);
    if (strstr(peer_rows[i].name, "000 minutes"))
        p->limits.move_ms = 1; /* it is not told of that */
    else
        p->limits.depth = 1;
    p->take_backs = strstr(peer_rows[i].name, "accepted") != NULL;
    p->take_backs_max = 2;
    snprintf(command, sizeof command, "%s/%s", folder, peer_rows[i].program);
    if (peer_rows[i].kind == PLAYER_HUB)
        p->command = command;
    else
        p->start = command;
    enum manager_end end = play(b);
    if (strncmp(b->told, peer_rows[i].told, strlen(peer_rows[i].told)) != 0)
        fail_msg("told \"%s\", not \"%s\"", b->told, peer_rows[i].told);
    assert_int_equal(end, peer_rows[i].end);
    if (strstr(peer_rows[i].program, "crash-end"))
        assert_int_equal(b->incidents, 2);
    tear_down((void **)&b);
}

#define BENCH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(int argc, char **argv)
{
    static const struct CMUnitTest others[] = {
        BENCH(every_game_is_played_once),
        BENCH(several_games_at_once),
        BENCH(decision_can_be_undone_by_a_game_in_progress),
        BENCH(preparing_is_not_timed),
        BENCH(what_we_do_ourselves_is_not_timed),
        BENCH(stopped_match_goes_on),
        BENCH(unaccepted_game_is_given_up),
        BENCH(time_of_day_ends_match),
        BENCH(failing_player_is_suspended),
        BENCH(games_at_once_fail_as_one),
        BENCH(player_that_does_not_open_is_suspended),
        BENCH(player_is_awaited_when_its_game_is_due),
        BENCH(flag_falls),
        BENCH(silence_without_a_clock_ends),
        BENCH(wall_time_is_bounded),
        BENCH(scores_end_games),
        BENCH(endgames_end_games),
    };
    ROWS_LIST(others);
    (void)argc;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(argv[0], '/') - argv[0]), argv[0]);
    ROWS_BY_INDEX(peer_rows, name, peer_row);
    return rows_run_within("manager", scratch_folder_make, scratch_folder_remove);
}
