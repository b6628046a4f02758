// SPDX-License-Identifier: MIT
/*
 * The match file: what each kind of value gives, each way to be wrong with its place, and printing
 * that reads the same.
 */
#include "core/base/array.h"
#include "match/config.h"
#include "tests/lib/rows.h"
#include "tests/lib/scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

#define PLAYERS "players: [{name: a}, {name: b}]\n"
#define THREE   "players: [{name: a}, {name: b}, {name: c}]\n"

static int parse(const char *text, struct arena *arena, struct match_config *config,
                 struct err *err)
{
    return match_config_parse("m.yaml", text, strlen(text), arena, config, err);
}

static const struct {
    const char *name, *text;
    unsigned line, col;
    const char *want;
} wrong[] = {
    {"wrong: nothing", "", 1, 1, "expected a map (key: value), found nothing"},
    {"wrong: unknown key", "evnet: x\n" PLAYERS, 1, 1,
     "unknown key 'evnet'; did you mean 'event'?"},
    {"wrong: key of another section", "time: {moves: 1, ballots: 2}\n" PLAYERS, 1, 18,
     "unknown key 'ballots'"},
    {"wrong: key of a player", "time: {depth: 1}\nplayers: [{name: a, hbu: x}, {name: b}]\n", 2, 21,
     "unknown key 'hbu'; did you mean 'hub'?"},
    {"wrong: type", "games: [1]\n" PLAYERS, 1, 8, "'games': expected a single value, found a list"},
    {"wrong: number", "games: many\n" PLAYERS, 1, 8,
     "'games': 'many' is not a whole number from 0 to 1000000"},
    {"wrong: range", "concurrency: 0\n" PLAYERS, 1, 14,
     "'concurrency': '0' is not a whole number from 1 to 256"},
    {"wrong: number in quotes", "games: '4'\n" PLAYERS, 1, 8,
     "'games': '4' is quoted text; expected a whole number from 0 to 1000000"},
    {"wrong: no number in quotes", "games: ''\n" PLAYERS, 1, 8,
     "'games': '' is not a whole number from 0 to 1000000"},
    {"wrong: number of a variable and more, in quotes", "games: '1${DAMA_TEST_NONE:-2}'\n" PLAYERS,
     1, 8, "'games': '12' is quoted text; expected a whole number from 0 to 1000000"},
    {"wrong: variable that is no number", "games: '${DAMA_TEST_NONE:-many}'\n" PLAYERS, 1, 8,
     "'games': 'many' is not a whole number from 0 to 1000000"},
    {"wrong: seed below 0", "seed: -1\n" PLAYERS, 1, 7,
     "'seed': '-1' is not a whole number from 0 to 9223372036854775807"},
    {"wrong: seed of more than 63 bits", "seed: 9223372036854775808\n" PLAYERS, 1, 7,
     "'seed': '9223372036854775808' is not a whole number from 0 to 9223372036854775807"},
    {"wrong: time", "time: {move: fast}\n" PLAYERS, 1, 14,
     "'move': 'fast' is not a time (90s, 1h30m, 500ms) from 0s to 24h"},
    {"wrong: time whose last number has no unit", "time: {move: 1h30}\n" PLAYERS, 1, 14,
     "'move': '1h30' is not a time (90s, 1h30m, 500ms) from 0s to 24h"},
    {"wrong: time too long", "time: {move: 25h}\n" PLAYERS, 1, 14,
     "'move': '25h' is not a time (90s, 1h30m, 500ms) from 0s to 24h"},
    {"wrong: minutes", "time: {minutes: -1}\n" PLAYERS, 1, 17,
     "'minutes': '-1' is neither minutes (10, 0.5) nor a time with a unit (90s, 1h30m) from 0s to "
     "2376h"},
    {"wrong: minutes in thousands", "time: {minutes: 1e3}\n" PLAYERS, 1, 17,
     "'minutes': '1e3' is neither minutes (10, 0.5) nor a time with a unit (90s, 1h30m) from 0s to "
     "2376h"},
    {"wrong: minutes whose last number has no unit", "time: {minutes: 1h30}\n" PLAYERS, 1, 17,
     "'minutes': '1h30' is neither minutes (10, 0.5) nor a time with a unit (90s, 1h30m) from 0s to "
     "2376h"},
    {"wrong: next to no minutes", "time: {minutes: 0.0000001}\n" PLAYERS, 1, 17,
     "'minutes': '0.0000001' is less than a millisecond; 0 means no clock"},
    {"wrong: no such file to include", "include: [none.yaml]\n" PLAYERS, 1, 11,
     "'include': none.yaml: cannot open: No such file or directory"},
    {"wrong: size", "time: {depth: 1}\nplayers: [{name: a, hash: 64X}, {name: b}]\n", 2, 27,
     "'hash': '64X' is not a size (4096, 64M, 1G) from 1M to 1T"},
    {"wrong: choice", "pairing: gantlet\n" PLAYERS, 1, 10,
     "'gantlet' is unknown; did you mean 'gauntlet'?"},
    {"wrong: level", "time: {depth: 1}\nplayers: [{name: a, level: E}, {name: b}]\n", 2, 28,
     "'level': 'E' is not full, A, B, C or D"},
    {"wrong: bool", "repeat: maybe\n" PLAYERS, 1, 9, "'repeat': 'maybe' is not true or false"},
    {"wrong: variant", "time: {depth: 1}\nvariant: frisan\n" PLAYERS, 2, 10,
     "unknown variant \"frisan\"; did you mean \"frisian\"?"},
    {"wrong: event empty", "event: ''\n" PLAYERS, 1, 8, "'event' must not be empty"},
    {"wrong: event of two lines", "event: \"a\\nb\"\n" PLAYERS, 1, 8, "'event' must be one line"},
    {"wrong: no players", "event: x\n", 1, 1, "'players' is missing"},
    {"wrong: one player", "time: {depth: 1}\nplayers: [{name: a}]\n", 2, 10,
     "a match needs 2 to 1000 players, not 1"},
    {"wrong: player without a name", "time: {depth: 1}\nplayers: [{name: a}, {threads: 1}]\n", 2,
     22, "the player has no 'name'"},
    {"wrong: name with a tab", "time: {depth: 1}\nplayers: [{name: a}, {name: \"b\\tc\"}]\n", 2, 29,
     "'name' must not contain a tab or another control character"},
    {"wrong: name with a C1 control",
     "time: {depth: 1}\nplayers: [{name: a}, {name: \"b\\u009b\"}]\n", 2, 29,
     "'name' must not contain a tab or another control character"},
    {"wrong: name twice", "time: {depth: 1}\nplayers: [{name: a}, {name: a}]\n", 2, 22,
     "there is already a player named 'a'"},
    {"wrong: two kinds", "time: {depth: 1}\nplayers: [{name: a, hub: x, dxp: y}, {name: b}]\n", 2,
     11, "a player can have only one of 'builtin', 'hub' and 'dxp'"},
    {"wrong: no kind", "time: {depth: 1}\nplayers: [{name: a, builtin: false}, {name: b}]\n", 2, 11,
     "the player has neither 'hub' nor 'dxp', and is not 'builtin'"},
    {"wrong: key of another kind",
     "time: {depth: 1}\nplayers: [{name: a, hub: x, threads: 2}, {name: b}]\n", 2, 29,
     "'threads' does not apply to a Hub player"},
    {"wrong: a parameter of two lines",
     "time: {depth: 1}\nplayers: [{name: a, hub: x, parameters: {y: \"1\\nquit\"}}, {name: b}]\n",
     2, 45, "a parameter must be one line"},
    {"wrong: a parameter with a double quote",
     "time: {depth: 1}\nplayers: [{name: a, hub: x, parameters: {y: 'x\"y z'}}, {name: b}]\n", 2,
     45,
     "a parameter cannot contain a double quote or a control character: Hub has no way to write it"},
    {"wrong: a parameter with a tab in its name",
     "time: {depth: 1}\nplayers: [{name: a, hub: x, parameters: {\"a\\tb\": 1}}, {name: b}]\n", 2,
     50,
     "a parameter cannot contain a double quote or a control character: Hub has no way to write it"},
    {"wrong: a parameter that changes the variant",
     "time: {depth: 1}\nplayers: [{name: a, hub: x, parameters: {variant: frisian}}, {name: b}]\n",
     2, 51, "the match's own 'variant' is set: expected 'normal', found 'frisian'"},
    {"wrong: a program to start beside a Hub engine",
     "time: {depth: 1}\nplayers: [{name: a, hub: x, start: y}, {name: b}]\n", 2, 29,
     "'start' does not apply to a Hub player"},
    {"wrong: a time for each move that a DamExchange player is not told",
     "time: {minutes: 5, move: 10s}\nplayers: [{name: a, dxp: 'tcp://x:1'}, {name: b}]\n", 2, 11,
     "a speaks DamExchange, which has no 'move': give the player a 'time' section of its own"},
    {"wrong: a DamExchange player without any limit",
     "players: [{name: a, dxp: 'tcp://x:1'}, {name: b, time: {depth: 1}}]\n", 1, 11,
     "a speaks DamExchange and has no clock: set 'minutes' in 'time', or 'untimed: accept' for the player"},
    {"wrong: no limit", PLAYERS, 1, 11,
     "player 'a' has no limit: 'time' requires 'minutes', 'move', 'nodes' or 'depth'"},
    {"wrong: odd number of games", "time: {depth: 1}\ngames: 3\n" PLAYERS, 2, 8,
     "3 games: expected an even number, since each opening is played with both colours"},
    {"wrong: games and rounds", "time: {depth: 1}\ngames: 4\nrounds: 2\n" PLAYERS, 3, 9,
     "'games' and 'rounds' cannot be combined"},
    {"wrong: a match of three", "time: {depth: 1}\npairing: match\n" THREE, 2, 10,
     "'match' is for two players, but there are 3; use 'gauntlet' or 'round-robin'"},
    {"wrong: seeds", "time: {depth: 1}\npairing: gauntlet\nseeds: 3\n" THREE, 3, 8,
     "3 seeds of 3 players leave nobody to play against"},
    {"wrong: seeds of a round robin", "time: {depth: 1}\nseeds: 2\n" THREE, 2, 8,
     "'seeds' requires 'pairing: gauntlet'"},
    {"wrong: time of day", "time: {depth: 1}\nstop: {until: 25:00}\n" PLAYERS, 2, 15,
     "'until': expected a time such as 07:30 or 2026-05-01T07:30, found '25:00'"},
    {"wrong: bounds", "time: {depth: 1}\nstop: {sprt: true, elo0: 5, elo1: 5}\n" PLAYERS, 2, 35,
     "'elo1' must be larger than 'elo0': 5 and 5"},
    {"wrong: a serial line's byte for a player on the network",
     "time: {minutes: 5}\nplayers: [{name: a, dxp: 'tcp://x:1', serial_start: 2}, {name: b}]\n", 2,
     53, "'serial_start' requires a serial line"},
    {"wrong: a serial line's speed for a player on the network",
     "time: {minutes: 5}\nplayers: [{name: a, dxp: 'tcp://x', baud: 1200}, {name: b}]\n", 2, 43,
     "'baud' requires a serial line"},
    {"wrong: to resign at any score", "time: {depth: 1}\nadjudication: {resign_moves: 3}\n" PLAYERS,
     2, 30, "'resign_moves' requires a 'resign_score' above 0"},
    {"wrong: to win by a score of 0",
     "time: {depth: 1}\nadjudication: {win_moves: 3, win_score: 0}\n" PLAYERS, 2, 27,
     "'win_moves' requires a 'win_score' above 0"},
    {"wrong: a score to win by without moves",
     "time: {depth: 1}\nadjudication: {win_score: 3, draw_moves: 0}\n" PLAYERS, 2, 27,
     "'win_score' requires 'win_moves'"},
    {"wrong: a score to resign at without moves",
     "time: {depth: 1}\nadjudication: {resign_score: 2}\n" PLAYERS, 2, 30,
     "'resign_score' requires 'resign_moves'"},
    {"wrong: draws from a move on, without moves",
     "time: {depth: 1}\nadjudication: {draw_from: 10}\n" PLAYERS, 2, 27,
     "'draw_from' requires 'draw_moves'"},
    {"wrong: a score of draws without moves",
     "time: {depth: 1}\nadjudication: {draw_score: 0.1}\n" PLAYERS, 2, 28,
     "'draw_score' requires 'draw_moves'"},
    {"wrong: databases of a referee that does not use them",
     "time: {depth: 1}\nadjudication: {egdb: .}\n" PLAYERS, 2, 22, "'egdb' requires 'endgame'"},
    {"wrong: a test of three", "time: {depth: 1}\nstop: {sprt: true}\n" THREE, 2, 14,
     "'sprt' is for two players, but there are 3"},
    {"wrong: an increment over DamExchange",
     "time: {minutes: 1, increment: 1s}\nplayers: [{name: a}, {name: b, dxp: tcp://b}]\n", 2, 22,
     "b speaks DamExchange, which has no 'increment': give the player a 'time' section of its own"},
    {"wrong: more minutes than DamExchange has",
     "time: {minutes: 1000}\nplayers: [{name: a}, {name: b, dxp: tcp://b}]\n", 2, 22,
     "b speaks DamExchange, where a game has at most 999 minutes"},
    {"wrong: no margin for moves that take all their time",
     "time: {move: 1s}\ntimeouts: {margin: 0}\n" PLAYERS, 3, 11,
     "each move of a would be late: if 'move' is the only limit, 'timeouts' requires a 'margin' above 0"},
    {"wrong: an increment to no clock", "time: {depth: 1, increment: 1s}\n" PLAYERS, 2, 11,
     "player 'a' has no clock: 'increment' requires 'minutes'"},
    {"wrong: moves without a clock", "time: {depth: 1, moves: 40}\n" PLAYERS, 2, 11,
     "player 'a' has no clock: 'moves' requires 'minutes'"},
    {"wrong: two wait on one port",
     "time: {minutes: 1}\nplayers: [{name: a, dxp: listen://7}, {name: b, dxp: 'listen://localhost:7'}]\n",
     2, 54, "listen://localhost:7 is already the address of 'a'"},
    {"wrong: one waits on all addresses",
     "time: {minutes: 1}\nlisten: '*'\nplayers: [{name: a, dxp: 'listen://127.0.0.1:7'}, "
     "{name: b, expect_name: x, dxp: listen://7}]\n",
     3, 82, "listen://*:7 is already the address of 'a'"},
    {"wrong: two on a serial line",
     "time: {minutes: 1}\nplayers: [{name: a, dxp: serial:x, serial_start: 129, serial_end: 142}, "
     "{name: b, dxp: serial:x, serial_start: 129, serial_end: 142}]\n",
     2, 88, "serial:x is already the address of 'a'"},
    {"wrong: a serial line without its bytes",
     "time: {minutes: 1}\nplayers: [{name: a}, {name: b, dxp: serial:x}]\n", 2, 37,
     "x: serial_start and serial_end, the bytes that the peer uses, are required"},
    {"wrong: no such variable", "event: ${DAMA_TEST_NONE}\n" PLAYERS, 1, 8,
     "the environment variable DAMA_TEST_NONE is not set"},
    {"wrong: variable", "event: ${1-x}\n" PLAYERS, 1, 8,
     "'${1-x}': expected ${NAME} or ${NAME:-default}; $$ is a dollar sign"},
    {"wrong: variable in the default of another", "event: ${DAMA_TEST_NONE:-${HOME}}\n" PLAYERS, 1,
     8, "'${DAMA_TEST_NONE:-${HOME}}': expected ${NAME} or ${NAME:-default}; $$ is a dollar sign"},
    {"wrong: nothing to include", "include:\n" PLAYERS, 1, 9, "'include' must not be empty"},
    {"wrong: variable not closed", "event: ${HOME\n" PLAYERS, 1, 8,
     "'${HOME': expected ${NAME} or ${NAME:-default}; $$ is a dollar sign"},
};

static void wrong_row(void **state)
{
    size_t i = (size_t)*state;
    struct arena arena = {0};
    struct match_config config;
    struct err err = {0};
    int rc = parse(wrong[i].text, &arena, &config, &err);
    if (rc == 0 || strcmp(err.msg, wrong[i].want) != 0 || err.at.line != wrong[i].line
        || err.at.col != wrong[i].col)
        printf("# got %s:%u:%u: %s\n", err.at.file ? err.at.file : "-", err.at.line, err.at.col,
               err.msg);
    assert_int_equal(rc, -1);
    assert_string_equal(err.msg, wrong[i].want);
    assert_int_equal(err.at.line, wrong[i].line);
    assert_int_equal(err.at.col, wrong[i].col);
    arena_fini(&arena);
}

static const char full[] =
    "event: \"Night $$1 ${DAMA_TEST_WORD}\"\n"
    "variant: frisian\n"
    "seed: 18\n"
    "pairing: gauntlet\n"
    "seeds: 2\n"
    "rounds: 12\n"
    "time: {minutes: 0.5, moves: 40}\n"
    "timeouts: {accept: 7s}\n"
    "openings: {ballots: 2, order: shuffled, balance: 0.75}\n"
    "adjudication: {draw_moves: 8, draw_score: 0.1, draw_from: 40}\n"
    "stop: {alarm: -10.5, until: '07:00'}\n"
    "output: {pdn: out.pdn, transcripts_max: 1M}\n"
    "players:\n"
    "  - {name: A, level: C, hash: 8M, book_seed: 9223372036854775807, time: {minutes: 0.5, moves: 40, increment: 500ms}}\n"
    "  - {name: B, hub: \"engine hub\", parameters: {variant: frisian}, time: {nodes: 5000}}\n"
    "  - {name: C, dxp: \"tcp://[::1]:27531\", role: initiator, quirks: {fractions: yes}, timeouts: {end: 2s}}\n"
    "  - {name: D, dxp: \"tcp://d\", untimed: accept, time: {minutes: 0}}\n";

static void all_kinds_are_read(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct match_config c;
    struct err err = {0};
    setenv("DAMA_TEST_WORD", "two", 1);
    int rc = parse(full, &arena, &c, &err);
    if (rc)
        printf("# %u:%u: %s\n", err.at.line, err.at.col, err.msg);
    assert_int_equal(rc, 0);
    assert_string_equal(c.match.event, "Night $1 two");
    assert_string_equal(c.match.rules->name, "frisian");
    assert_int_equal(c.match.seed, 18);
    assert_int_equal(c.pairing, MATCH_PAIRING_GAUNTLET);
    assert_int_equal(c.limits.time_ms, 30000);
    assert_int_equal(c.players[0].limits.inc_ms, 500);
    assert_true(c.openings.shuffle);
    assert_int_equal(c.openings.balance, 750);
    assert_int_equal(c.match.adjudication.draw_score, 100);
    assert_true(c.stop.alarm == -10.5);
    assert_string_equal(c.outputs.store, "m.db");
    assert_int_equal(c.players[0].kind, PLAYER_BUILTIN);
    assert_int_equal(c.players[0].level, 'C');
    assert_int_equal(c.players[0].hash, 8 << 20);
    assert_true(c.players[0].book_seed == INT64_MAX);
    assert_int_equal(c.players[0].limits.moves, 40);
    assert_int_equal(c.players[0].timeouts.accept_ms, 7000);
    assert_int_equal(c.players[1].kind, PLAYER_HUB);
    assert_int_equal(c.players[1].limits.nodes, 5000);
    assert_int_equal(c.players[1].limits.time_ms, 0);
    assert_string_equal(c.players[1].parameters[0].value, "frisian");
    assert_true(c.players[2].initiator);
    assert_true(c.players[2].quirks.fractions);
    assert_int_equal(c.players[2].timeouts.end_ms, 2000);
    assert_int_equal(c.players[2].timeouts.accept_ms, 7000);
    assert_true(c.players[3].untimed);
    assert_int_equal(c.players[3].limits.time_ms, 0);
    arena_fini(&arena);
}

/* In braces they have to be quoted. */
static void variables_give_all_kinds(void **state)
{
    static const char text[] =
        "event: '${DAMA_TEST_NULL}'\n"
        "repeat: '${DAMA_TEST_NONE:-yes}'\n"
        "time: {depth: \"${DAMA_TEST_NUMBER}\", minutes: '${DAMA_TEST_NUMBER}', move: '${DAMA_TEST_NUMBER}s'}\n"
        "stop: {alpha: '${DAMA_TEST_NONE:-0.02}'}\n"
        "site: ${DAMA_TEST_NUMBER}\n"
        "players: [{name: '${DAMA_TEST_NUMBER}'}, {name: '$$', builtin: '${DAMA_TEST_NONE:-true}'}]\n";
    struct arena arena = {0};
    struct match_config c;
    struct err err = {0};
    (void)state;
    setenv("DAMA_TEST_NUMBER", "7", 1);
    setenv("DAMA_TEST_NULL", "null", 1);
    int rc = parse(text, &arena, &c, &err);
    if (rc)
        printf("# %u:%u: %s\n", err.at.line, err.at.col, err.msg);
    assert_int_equal(rc, 0);
    assert_string_equal(c.match.event, "null");
    assert_true(c.repeat);
    assert_int_equal(c.limits.depth, 7);
    assert_int_equal(c.limits.time_ms, 7 * 60000);
    assert_int_equal(c.limits.move_ms, 7000);
    assert_true(c.stop.alpha == 0.02);
    assert_string_equal(c.match.site, "7");
    assert_string_equal(c.players[0].name, "7");
    assert_string_equal(c.players[1].name, "$");
    arena_fini(&arena);
}

static void printed_reads_the_same(void **state)
{
    (void)state;
    struct arena arena = {0}, again = {0};
    struct match_config c;
    struct buffer first = {0}, second = {0};
    struct err err = {0};
    setenv("DAMA_TEST_WORD", "two", 1);
    assert_int_equal(parse(full, &arena, &c, &err), 0);
    match_config_print(&c, &first);
    buffer_add_char(&first, '\0');
    assert_null(strstr(first.s, "$1 two"));
    assert_non_null(strstr(first.s, "Night $$1 ${DAMA_TEST_WORD}"));
    int rc = parse(first.s, &again, &c, &err);
    if (rc)
        printf("# %u:%u: %s\n%s", err.at.line, err.at.col, err.msg, first.s);
    assert_int_equal(rc, 0);
    match_config_print(&c, &second);
    buffer_add_char(&second, '\0');
    assert_string_equal(first.s, second.s);
    buffer_fini(&first);
    buffer_fini(&second);
    arena_fini(&arena);
    arena_fini(&again);
}

/* The path says where the file is; what it has from the environment is not printed. */
static void secrets_stay_in_the_environment(void **state)
{
    (void)state;
    static const char text[] = "time: {minutes: 1}\n"
                               "openings: {files: [a$$.fen, '${DAMA_TEST_SECRET}/b.fen']}\n"
                               "players:\n"
                               "  - {name: a, egdb: '${DAMA_TEST_SECRET}'}\n"
                               "  - {name: b, dxp: 'listen://${DAMA_TEST_PORT}'}\n";
    static const char *const names[] = {"m.yaml", "far/m.yaml"};
    static const char *const want[] = {
        "files: [\"a$$.fen\", \"${DAMA_TEST_SECRET}/b.fen\"]",
        "files: [\"far/a$$.fen\", \"far/${DAMA_TEST_SECRET}/b.fen\"]"};
    struct buffer decisive[2] = {{0}, {0}};
    setenv("DAMA_TEST_SECRET", "hunter2", 1);
    setenv("DAMA_TEST_PORT", "27539", 1);
    for (unsigned i = 0; i < 2; i++) {
        struct arena arena = {0};
        struct match_config c;
        struct err err = {0};
        struct buffer all = {0};
        assert_int_equal(match_config_parse(names[i], text, sizeof text - 1, &arena, &c, &err), 0);
        match_config_print(&c, &all);
        match_config_decisive(&c, MATCH_DECISIVE, &decisive[i]);
        buffer_add_char(&all, '\0');
        buffer_add_char(&decisive[i], '\0');
        assert_non_null(strstr(all.s, want[i]));
        assert_null(strstr(all.s, "hunter2"));
        assert_null(strstr(decisive[i].s, "hunter2"));
        assert_non_null(strstr(all.s, "dxp: \"listen://${DAMA_TEST_PORT}\""));
        buffer_fini(&all);
        arena_fini(&arena);
    }
    assert_string_equal(decisive[0].s, decisive[1].s);
    buffer_fini(&decisive[0]);
    buffer_fini(&decisive[1]);
}

static void includes_are_joined(void **state)
{
    (void)state;
    char folder[SCRATCH_SIZE], path[3][SCRATCH_SIZE + 16];
    static const char *const text[3] = {
        "include: [common.yaml]\nevent: own\ntime: {moves: 9}\nplayers: [{name: a}, {name: b}]\n",
        "include: more.yaml\nevent: not this\nseed: 5\ntime: {minutes: 3, moves: 40}\noutput: {pdn: x.pdn}\n",
        "seed: 6\nsite: Here\n",
    };
    struct arena arena = {0};
    struct match_config c;
    struct err err = {0};
    assert_non_null(mkdtemp(scratch_name(folder)));
    static const char *const names[] = {"m.yaml", "common.yaml", "more.yaml"};
    for (unsigned i = 0; i < 3; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s", folder, names[i]);
        scratch_write_text(path[i], text[i]);
    }
    int rc = match_config_read(path[0], &arena, &c, &err);
    if (rc)
        printf("# %s:%u:%u: %s\n", err.at.file, err.at.line, err.at.col, err.msg);
    assert_int_equal(rc, 0);
    assert_string_equal(c.match.event, "own");
    assert_int_equal(c.match.seed, 5);
    assert_string_equal(c.match.site, "Here");
    assert_int_equal(c.limits.time_ms, 180000);
    assert_int_equal(c.limits.moves, 9);
    char want[SCRATCH_SIZE + 16];
    snprintf(want, sizeof want, "%s/x.pdn", folder);
    assert_string_equal(c.outputs.pdn, want);
    scratch_write_text(path[2], "include: more.yaml\n");
    assert_int_equal(match_config_read(path[0], &arena, &c, &err), -1);
    assert_string_equal(err.msg, "more than 32 included files, or a file includes itself");
    for (unsigned i = 0; i < 3; i++)
        unlink(path[i]);
    rmdir(folder);
    arena_fini(&arena);
}

static void reference_names_every_default(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct err err = {0};
    assert_int_equal(match_config_reference(&out, &err), 0);
    buffer_add_char(&out, '\0');
    assert_non_null(strstr(
        out.s,
        "*baud*: _N_ (9600)\n\tspeed of a serial line, in bit/s, always 8N1. DamExchange players."));
    assert_non_null(strstr(out.s, "*elo0*: _NUMBER_ (-20)\n"));
    assert_non_null(strstr(out.s, "*pairing*: _match, gauntlet or round-robin_ ("));
    buffer_fini(&out);
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(all_kinds_are_read),     cmocka_unit_test(variables_give_all_kinds),
        cmocka_unit_test(printed_reads_the_same), cmocka_unit_test(secrets_stay_in_the_environment),
        cmocka_unit_test(includes_are_joined),    cmocka_unit_test(reference_names_every_default),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(wrong, name, wrong_row);
    return rows_run("config");
}
