// SPDX-License-Identifier: MIT
/* The engine's side of Hub: what is answered to which line, in and out of a search. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/board/notation.h"
#include "match/protocol/hub.h"
#include "match/protocol/wire.h"
#include "match/serve/hub-session.h"
#include "tests/lib/rows.h"
#include "tests/lib/scripted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define START "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"

struct bench {
    struct script script;
    struct waker waker;
    struct hub_session *session;
    struct buffer out;
};

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    struct hub_settings settings = {.name = "dama", .version = "1"};
    script_init(&b->script);
    waker_init(&b->waker, NULL);
    hub_session_open(&scripted, &b->script, &settings, &b->waker, &b->session, NULL);
    *state = b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    hub_session_close(b->session);
    assert_int_equal(b->script.opened, b->script.closed);
    assert_false(b->script.thinking);
    waker_fini(&b->waker);
    script_fini(&b->script);
    buffer_fini(&b->out);
    free(b);
    return 0;
}

/* Says a line. @return what has been answered since the last call; borrowed */
static const char *say(struct bench *b, const char *line)
{
    buffer_clear(&b->out);
    assert_true(hub_session_line(b->session, text_of(line), &b->out));
    buffer_add_char(&b->out, '\0');
    return b->out.s;
}

/* Waits for the `done` of a search. @return all that was reported until then */
static const char *wait_done(struct bench *b)
{
    buffer_clear(&b->out);
    int64_t by = clock_ms() + 10000;
    while (hub_session_thinks(b->session) && clock_ms() < by) {
        struct pollfd fd = {.fd = b->waker.read, .events = POLLIN};
        poll_until(&fd, 1, by);
        waker_clear(&b->waker);
        hub_session_poll(b->session, true, &b->out);
    }
    assert_false(hub_session_thinks(b->session));
    buffer_add_char(&b->out, '\0');
    return b->out.s;
}

static void expect_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in \"%s\"", part, text);
}

static unsigned count(const char *text, const char *part)
{
    unsigned n = 0;
    while ((text = strstr(text, part)))
        n++, text++;
    return n;
}

/* Lines said one after the other outside a search; the answer to the last one. */
static const struct {
    const char *name;
    const char *lines[4];
    const char *answer;
} rows[] = {
    {"says: ping", {"ping"}, "pong\n"},
    {"says: init", {"init"}, "ready\n"},
    {"says: init twice", {"init", "init"}, "ready\n"},
    {"says: nothing to nothing", {""}, ""},
    {"says: nothing to unknown words", {"xyzzy a=b"}, ""},
    {"says: nothing to stop", {"stop"}, ""},
    {"says: nothing to ponder-hit", {"ponder-hit"}, ""},
    {"says: nothing to new-game", {"new-game"}, ""},
    {"says: open quote", {"pos pos=\"W"}, "error message=\"missing closing quote\"\n"},
    {"says: start", {"pos start"}, ""},
    {"says: start position", {"pos pos=" START}, ""},
    {"says: empty moves", {"pos pos=" START " moves=\"\""}, ""},
    {"says: moves", {"pos pos=" START " moves=\"32-28 17-22 28x17x22 12x21x17\""}, ""},
    {"says: moves and blanks", {"pos pos=" START " moves=\"  32-28   17-22 \""}, ""},
    {"says: no position", {"pos"}, "error message=\"bad position: missing\"\n"},
    {"says: position without side",
     {"pos pos=bbbb"},
     "error message=\"bad position: must begin with W or B\"\n"},
    {"says: empty position",
     {"pos pos=\"\""},
     "error message=\"bad position: must begin with W or B\"\n"},
    {"says: short position",
     {"pos pos=Wbbbb"},
     "error message=\"bad position: expected a position of 50 squares, found 4\"\n"},
    {"says: odd letter",
     {"pos pos=Wbbbbbbbbbbbbbbbbbbbbzeeeeeeeeewwwwwwwwwwwwwwwwwwww"},
     "error message=\"bad position: square 21 of the position is not one of w W b B e\"\n"},
    {"says: no such move",
     {"pos pos=" START " moves=\"32-28 rubbish\""},
     "error message=\"bad move: 'rubbish' is not a move\"\n"},
    {"says: illegal move",
     {"pos pos=" START " moves=\"32-28 17-27\""},
     "error message=\"illegal move: 17-27 is not legal\"\n"},
    {"says: move of square 0",
     {"pos pos=" START " moves=\"0-28\""},
     "error message=\"bad move: '0-28' is not a move\"\n"},
    {"says: captured square that is none",
     {"pos pos=" START " moves=\"32-28 17-22 28x17x23\""},
     "error message=\"illegal move: 28x17x23 is not legal\"\n"},
    {"says: depth 0",
     {"level depth=0"},
     "error message=\"expected depth from 1 to 1000, found 0\"\n"},
    {"says: time of letters",
     {"level time=x"},
     "error message=\"expected a number for time, found 'x'\"\n"},
    {"says: unknown level", {"level foo=1"}, ""},
    {"says: go without position",
     {"init", "go think"},
     "error message=\"no position to search\"\ndone\n"},
    {"says: go after a bad position",
     {"pos start", "pos pos=W", "go think"},
     "error message=\"no position to search\"\ndone\n"},
    {"says: go after a bad level",
     {"pos start", "level move-time=abc", "go think"},
     "error message=\"the level was refused\"\ndone\n"},
    {"says: parameter without name", {"set-param value=3"}, "error message=\"missing name\"\n"},
    {"says: parameter without value",
     {"set-param name=threads"},
     "error message=\"missing value\"\n"},
    {"says: unknown parameter", {"set-param name=book value=true"}, ""},
    {"says: threads", {"set-param name=threads value=2"}, ""},
    {"says: no threads",
     {"set-param name=threads value=0"},
     "error message=\"expected threads from 1 to 256, found 0\"\n"},
    {"says: hash", {"set-param name=hash value=128"}, ""},
    {"says: tt-size", {"set-param name=tt-size value=24"}, ""},
    {"says: ponder", {"set-param name=ponder value=false"}, ""},
    {"says: ponder perhaps",
     {"set-param name=ponder value=perhaps"},
     "error message=\"ponder must be true or false\"\n"},
    {"says: multi-pv", {"set-param name=multi-pv value=256"}, ""},
    {"says: no lines",
     {"set-param name=multi-pv value=0"},
     "error message=\"expected multi-pv from 1 to 256, found 0\"\n"},
    {"says: level B", {"set-param name=level value=B"}, ""},
    {"says: level E",
     {"set-param name=level value=E"},
     "error message=\"level must be one of full A B C D\"\n"},
};

static void row(void **state)
{
    struct bench *b;
    size_t i = (size_t)*state;
    const char *answer = "";
    set_up((void **)&b);
    for (int k = 0; k < 4 && rows[i].lines[k]; k++)
        answer = say(b, rows[i].lines[k]);
    assert_string_equal(answer, rows[i].answer);
    tear_down((void **)&b);
}

static void shakes_hands(void **state)
{
    struct bench *b = *state;
    const char *answer = say(b, "hub");
    assert_int_equal(strncmp(answer, "id name=dama version=1\n", 23), 0);
    expect_has(
        answer,
        "param name=variant value=normal type=enum values=\"normal killer bt frisian losing ");
    expect_has(answer, " turkish");
    expect_has(answer, "param name=threads value=1 type=int min=1 max=256\n");
    expect_has(answer, "param name=hash value=64 type=int min=1 max=");
    expect_has(answer, "param name=ponder value=true type=bool\n");
    expect_has(answer, "param name=multi-pv value=1 type=int min=1 max=256\n");
    assert_string_equal(answer + strlen(answer) - 6, "\nwait\n");
    assert_int_equal(count(answer, "killer"), 1);
    assert_int_equal(b->script.opened, 0); /* made ready by init only */
}

static void plays_a_move(void **state)
{
    struct bench *b = *state;
    struct position pos;
    struct move mv;
    char text[WIRE_MOVE_SIZE], want[600];
    position_start(rules_international, &pos);
    assert_true(script_move(rules_international, &pos, &mv));
    wire_write_hub(rules_international, &mv, text);
    say(b, "init");
    say(b, "new-game");
    say(b, "pos pos=" START);
    say(b, "level depth=7");
    b->script.score = -14;
    assert_string_equal(say(b, "go think"), "");
    snprintf(want, sizeof want,
             "info depth=7 max-depth=9 score=-0.01 nodes=1234567 time=0.500 nps=2.46 pv=%s\n"
             "done move=%s\n",
             text, text);
    assert_string_equal(wait_done(b), want);
    assert_int_equal(b->script.new_games, 2); /* the first one gets the engine ready */
}

/* Each line has its number; `done` comes last. */
static void reports_several_lines(void **state)
{
    struct bench *b = *state;
    char want[40];
    say(b, "set-param name=multi-pv value=3");
    say(b, "pos start");
    say(b, "go think");
    const char *told = wait_done(b), *done = strstr(told, "done move=");
    assert_int_equal(b->script.limits.multi, 3);
    for (unsigned line = 1; line <= 3; line++) {
        snprintf(want, sizeof want, "info multi-pv=%u depth=7", line);
        assert_int_equal(count(told, want), 1);
        assert_true(strstr(told, want) < done);
    }
    say(b, "set-param name=multi-pv value=1");
    say(b, "go think");
    assert_int_equal(count(wait_done(b), "multi-pv"), 0);
}

static void names_the_reply(void **state)
{
    struct bench *b = *state;
    b->script.has_ponder = true;
    say(b, "pos start");
    say(b, "go think");
    expect_has(wait_done(b), " ponder=");
}

static void reports_forced_ends(void **state)
{
    struct bench *b = *state;
    b->script.score = SCORE_WON - 5;
    say(b, "pos start");
    say(b, "go think");
    expect_has(wait_done(b), " score=99.95 ");
    b->script.score = -(SCORE_WON - 12);
    say(b, "go think");
    expect_has(wait_done(b), " score=-99.88 ");
}

static void has_no_move_where_there_is_none(void **state)
{
    struct bench *b = *state;
    say(b, "pos pos=Wbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
    say(b, "go think");
    assert_string_equal(wait_done(b), "done\n");
}

static const struct {
    const char *name, *level;
    struct engine_limits limits;
} level_rows[] = {
    {"level: none", "ping", {0}},
    {"level: infinite", "level infinite", {0}},
    {"level: depth", "level depth=12", {.depth = 12}},
    {"level: too deep", "level depth=999", {.depth = ENGINE_PLIES - 1}},
    {"level: nodes", "level nodes=5000000000", {.nodes = 5000000000}},
    {"level: move time", "level move-time=0.25", {.move_ms = 250}},
    {"level: move time with comma", "level move-time=1,5", {.move_ms = 1500}},
    {"level: no move time", "level move-time=0", {.move_ms = 1}},
    {"level: depth and time", "level depth=9 move-time=3", {.depth = 9, .move_ms = 3000}},
    {"level: clock", "level time=890.2", {.clock_ms = 890200}},
    {"level: moves in a time", "level moves=74 time=890.2", {.clock_ms = 890200, .moves = 74}},
    {"level: no moves in a time", "level moves=0 time=60", {.clock_ms = 60000}},
    {"level: increment comes on top", "level time=10 inc=2", {.clock_ms = 12000, .inc_ms = 2000}},
    {"level: negative increment", "level time=10 inc=-2", {.clock_ms = 10000}},
    {"level: flag is down", "level time=0", {.clock_ms = 1}},
    {"level: flag is long down", "level time=-5", {.clock_ms = 1}},
};

static void level_row(void **state)
{
    struct bench *b;
    size_t i = (size_t)*state;
    set_up((void **)&b);
    say(b, "pos start");
    assert_null(strstr(say(b, level_rows[i].level), "error"));
    say(b, "go think");
    wait_done(b);
    const struct engine_limits *got = &b->script.limits, *want = &level_rows[i].limits;
    assert_int_equal(got->depth, want->depth);
    assert_true(got->nodes == want->nodes);
    assert_int_equal(got->move_ms, want->move_ms);
    assert_int_equal(got->clock_ms, want->clock_ms);
    assert_int_equal(got->moves, want->moves);
    assert_int_equal(got->inc_ms, want->inc_ms);
    assert_false(got->infinite);
    assert_false(got->ponder);
    say(b, "go think"); /* a level is for one search */
    wait_done(b);
    assert_true(got->clock_ms == 0 && got->depth == 0 && got->nodes == 0 && got->move_ms == 0);
    tear_down((void **)&b);
}

static void start_search(struct bench *b, const char *go)
{
    say(b, "pos start moves=\"32-28 17-22\"");
    assert_string_equal(say(b, go), "");
    assert_true(hub_session_thinks(b->session));
}

static void answers_pings_while_it_thinks(void **state)
{
    struct bench *b = *state;
    b->script.waits = true;
    start_search(b, "go think");
    assert_string_equal(say(b, "ping"), "pong\n");
    assert_string_equal(say(b, "nonsense"), "");
    assert_string_equal(say(b, "pos pos=\""), "error message=\"missing closing quote\"\n");
    assert_string_equal(say(b, ""), "");
    assert_string_equal(say(b, "stop"), "");
    assert_int_equal(count(wait_done(b), "done move="), 1);
    assert_string_equal(say(b, "stop"), ""); /* crossed with done */
    assert_int_equal(b->script.n_moves, 2);
}

static void ponders_and_is_hit(void **state)
{
    struct bench *b = *state;
    say(b, "level time=10");
    start_search(b, "go ponder");
    assert_true(hub_session_thinks(b->session));
    say(b, "ponder-hit");
    assert_int_equal(count(wait_done(b), "done move="), 1);
    assert_true(b->script.limits.ponder);
}

static void ponders_and_is_stopped(void **state)
{
    struct bench *b = *state;
    start_search(b, "go ponder");
    say(b, "stop");
    assert_int_equal(count(wait_done(b), "done"), 1);
}

static void analyzes_until_stopped(void **state)
{
    struct bench *b = *state;
    start_search(b, "go analyze");
    poll(NULL, 0, 20);
    assert_true(hub_session_thinks(b->session));
    say(b, "stop");
    assert_int_equal(count(wait_done(b), "done"), 1);
    assert_true(b->script.limits.infinite);
    say(b, "pos start");
    say(b, "level depth=3");
    say(b, "go analyze"); /* unless a limit is given */
    wait_done(b);
    assert_true(b->script.limits.analyze);
    assert_false(b->script.limits.infinite);
    say(b, "go think");
    wait_done(b);
    assert_false(b->script.limits.analyze);
}

static const char *const breaking[] = {"pos start",
                                       "level depth=3",
                                       "new-game",
                                       "init",
                                       "hub",
                                       "go think",
                                       "set-param name=threads value=2"};

static void other_commands_end_a_search(void **state)
{
    struct bench *b = *state;
    b->script.waits = true;
    for (size_t i = 0; i < ARRAY_LEN(breaking); i++) {
        start_search(b, "go think");
        const char *answer = say(b, breaking[i]);
        assert_int_equal(strncmp(answer, "done move=", 10), 0);
        if (hub_session_thinks(b->session)) {
            say(b, "stop");
            assert_int_equal(count(wait_done(b), "done"), 1);
        }
    }
}

static void failures_are_reported(void **state)
{
    struct bench *b = *state;
    b->script.fails = true;
    say(b, "pos start");
    say(b, "go think");
    expect_has(wait_done(b), "error message=\"out of memory\"\ndone\n");
    b->script.will_not_open = true;
    say(b, "set-param name=variant value=frisian");
    assert_string_equal(say(b, "init"), "error message=\"no weights for these rules\"\n");
    say(b, "pos start");
    assert_string_equal(say(b, "go think"), "error message=\"no weights for these rules\"\ndone\n");
}

static void plays_other_variants(void **state)
{
    struct bench *b = *state;
    assert_string_equal(say(b, "set-param name=variant value=english"), "");
    assert_string_equal(say(b, "init"), "ready\n");
    assert_string_equal(say(b, "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"), "");
    say(b, "go think");
    expect_has(wait_done(b), "done move=");
    assert_string_equal(b->script.rules->name, "english");
    say(b, "set-param name=variant value=losing");
    say(b, "init");
    assert_string_equal(b->script.rules->name, "antidraughts");
    expect_has(say(b, "hub"), "name=variant value=losing");
    expect_has(say(b, "set-param name=variant value=chess"), "error message=");
    say(b, "set-param name=variant value=\"turkish:promotion=stop\"");
    expect_has(say(b, "hub"), "name=variant value=\"turkish:promotion=stop\" type=enum values=");
    expect_has(say(b, "hub"), " turkish:promotion=stop\"\n");
    say(b, "set-param name=variant value=normal");
    say(b, "init");
    assert_string_equal(b->script.rules->name, "international");
}

static void paths_may_be_long(void **state)
{
    struct bench *b = *state;
    char path[201], line[300], told[300];
    memset(path, 'p', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    static const char *const names[] = {"eval", "egdb"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        snprintf(line, sizeof line, "set-param name=%s value=%s", names[i], path);
        assert_string_equal(say(b, line), "");
        snprintf(told, sizeof told, "param name=%s value=%s type=string\n", names[i], path);
        expect_has(say(b, "hub"), told);
    }
}

static void quits_in_a_search(void **state)
{
    struct bench *b = *state;
    b->script.waits = true;
    start_search(b, "go think");
    assert_false(hub_session_line(b->session, text_of("quit"), &b->out));
}

#define SESSION(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    static const struct CMUnitTest others[] = {
        SESSION(shakes_hands),
        SESSION(plays_a_move),
        SESSION(reports_several_lines),
        SESSION(names_the_reply),
        SESSION(reports_forced_ends),
        SESSION(has_no_move_where_there_is_none),
        SESSION(answers_pings_while_it_thinks),
        SESSION(ponders_and_is_hit),
        SESSION(ponders_and_is_stopped),
        SESSION(analyzes_until_stopped),
        SESSION(other_commands_end_a_search),
        SESSION(failures_are_reported),
        SESSION(plays_other_variants),
        SESSION(paths_may_be_long),
        SESSION(quits_in_a_search),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(rows, name, row);
    ROWS_BY_INDEX(level_rows, name, level_row);
    return rows_run("hub-session");
}
