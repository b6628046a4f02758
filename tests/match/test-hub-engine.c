// SPDX-License-Identifier: MIT
/* A Hub program as an engine: what it reports, how it fails, that it is started again. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/board/fen.h"
#include "core/board/squares.h"
#include "match/hub-engine.h"
#include "match/hub-score.h"
#include "tests/lib/rows.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct bench {
    struct hub_engine_settings settings;
    char command[4096];
    unsigned notes; /* failures that a new start followed */
    void *engine;
    struct position start;
};

/* Silence of a program: as long as a busy machine may take, and for those that will not speak. */
enum { PATIENT_MS = 20000, IMPATIENT_MS = 300 };

static void count_note(void *ctx, const char *text)
{
    assert_true(*text);
    ((struct bench *)ctx)->notes++;
}

static void fill_settings(struct bench *b, const char *way, unsigned retries)
{
    const char *build = getenv("DAMA_BUILD");
    memset(b, 0, sizeof *b);
    snprintf(b->command, sizeof b->command, "%s/tests/peer-hub %s", build ? build : ".", way);
    b->settings = (struct hub_engine_settings){.command = b->command,
                                               .silent_ms = PATIENT_MS,
                                               .retries = retries,
                                               .note = count_note,
                                               .ctx = b};
}

static int open_peer(struct bench *b, const char *way, unsigned retries, const struct rules *rules,
                     struct err *err)
{
    fill_settings(b, way, retries);
    position_start(rules, &b->start);
    return hub_engine_ops.open(&b->settings, rules, NULL, &b->engine, err);
}

static int think(struct bench *b, const struct engine_limits *limits, struct engine_result *result,
                 struct err *err)
{
    return hub_engine_ops.think(b->engine, &b->start, NULL, 0, limits, NULL, NULL, result, err);
}

/* Three searches each; at the second one the program goes wrong. */
static const struct row {
    const char *name, *way;
    unsigned retries;
    int silent_ms;
    bool recovers;    /* a new program answers */
    const char *says; /* the error of the second search, where it does not */
} rows[] = {
    {"a program that behaves", "plain", 0, PATIENT_MS, true, NULL},
    {"version 1", "one", 0, PATIENT_MS, true, NULL},
    {"lines without meaning", "chatter", 0, PATIENT_MS, true, NULL},
    {"the end of a line that is too long", "long 2", 0, PATIENT_MS, true, NULL},
    {"it ends, and is started again", "crash 2", 1, PATIENT_MS, true, NULL},
    {"it is silent, and is started again", "stall 2", 1, IMPATIENT_MS, true, NULL},
    {"an illegal move, and it is started again", "illegal 2", 1, PATIENT_MS, true, NULL},
    {"it ends every time", "crash 1", 2, PATIENT_MS, false,
     "the engine terminated (exit status 3)"},
    {"it goes away at once", "gone", 1, PATIENT_MS, false, "the engine terminated (exit status 0)"},
    {"it is always silent", "stubborn 1", 0, IMPATIENT_MS, false,
     "the engine sent nothing for 0.3 s"},
    {"it is silent after an error", "memory 1", 1, IMPATIENT_MS, false,
     "no move came; the engine said: out of memory"},
    {"illegal moves only", "illegal 1", 1, PATIENT_MS, false, "the engine played 1-2: "},
    {"unreadable moves only", "unreadable 1", 1, PATIENT_MS, false, "the engine played abc: "},
    {"no move at all", "empty 1", 1, PATIENT_MS, false, "the engine gave no move"},
    {"a move without a score", "mute 1", 1, PATIENT_MS, false, "the engine gave no score"},
    {"a quote left open", "quote 1", 1, PATIENT_MS, false, "the engine played move=\""},
    {"a position that it refuses", "elsewhere 1", 1, PATIENT_MS, false,
     "the engine refused the position: illegal move"},
};

static void check_row(void **state)
{
    const struct row *row = *state;
    struct bench b;
    struct err err = {0};
    struct engine_result result;
    const struct engine_limits limits = {.depth = 5};
    assert_int_equal(open_peer(&b, row->way, row->retries, rules_international, &err), 0);
    b.settings.silent_ms = row->silent_ms;
    for (unsigned i = 0; i < 3; i++) {
        err = (struct err){0};
        int rc = think(&b, &limits, &result, &err);
        assert_int_equal(rc, row->recovers ? 0 : -1);
        if (rc) {
            assert_memory_equal(err.msg, row->says, strlen(row->says));
            continue;
        }
        assert_true(result.has_move);
        assert_int_equal(result.n_lines, 1);
        assert_int_equal(result.lines[0].n, 1);
        assert_true(move_same(&result.lines[0].pv[0], &result.best));
        assert_int_equal(result.lines[0].score, 120);
        assert_int_equal(result.depth, 5);
        assert_int_equal(result.nodes, 1000);
    }
    /* a program that goes wrong at its second search does so once in three, and then again */
    assert_int_equal(b.notes, row->recovers ? (row->retries ? 2 : 0) : 3 * row->retries);
    hub_engine_ops.close(b.engine);
}

static void forced_ends(void **state)
{
    (void)state;
    static const struct {
        int told, score;
    } scores[] = {{0, 0},
                  {-1230, -1230},
                  {99990, SCORE_WON - 1},
                  {-99950, -(SCORE_WON - 5)},
                  {100000, SCORE_WON},
                  {89900, SCORE_KNOWN_WIN},
                  {70000, SCORE_KNOWN_WIN - 1}};
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++)
        assert_int_equal(hub_score(scores[i].told), scores[i].score);
}

static void not_started(void **state)
{
    struct bench b;
    struct err err = {0};
    (void)state;
    const struct rules *russian;
    assert_int_equal(rules_find(text_of("russian"), &russian, &err), 0);
    assert_int_equal(open_peer(&b, "plain", 0, russian, &err), 1);
    assert_string_equal(err.msg, "the engine does not play russian"); /* not one of its variants */
    err = (struct err){0};
    assert_int_equal(open_peer(&b, "frisian", 0, rules_international, &err), 1);
    assert_string_equal(err.msg, "the engine does not play international");
    err = (struct err){0};
    fill_settings(&b, "deaf", 0);
    b.settings.silent_ms = IMPATIENT_MS;
    assert_int_equal(hub_engine_ops.open(&b.settings, rules_international, NULL, &b.engine, &err),
                     -1);
    assert_string_equal(err.msg, "the engine did not get ready: it has not sent 'ready'");
}

static void parameters_are_checked(void **state)
{
    static const struct player_parameter good = {"level", "3"}, unknown = {"nosuch", "1"};
    static const struct {
        const char *way;
        const struct player_parameter *parameter;
        const char *says; /* NULL: no error */
    } cases[] = {{"plain", &good, NULL},
                 {"plain", &unknown, "the engine has no parameter 'nosuch'"},
                 {"one", &unknown, NULL}, /* version 1 does not declare parameters */
                 {"errors", &good, "the engine refused its parameters: number 0"}};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct bench b;
        struct err err = {0};
        fill_settings(&b, cases[i].way, 0);
        b.settings.parameters = cases[i].parameter;
        b.settings.n_parameters = 1;
        int expected = cases[i].says ? -1 : 0;
        assert_int_equal(hub_engine_check(&b.settings, &err), expected);
        assert_string_equal(err.msg, cases[i].says ? cases[i].says : "");
        int rc = hub_engine_ops.open(&b.settings, rules_international, NULL, &b.engine, &err);
        assert_int_equal(rc, expected);
        if (rc == 0)
            hub_engine_ops.close(b.engine);
    }
}

/* Hub can neither limit the moves nor report several lines: they are searched one by one. */
static void some_moves(void **state)
{
    struct bench b;
    struct err err = {0};
    struct engine_result result;
    struct moves list;
    (void)state;
    moves_init(&list);
    assert_int_equal(open_peer(&b, "plain", 0, rules_international, &err), 0);
    assert_int_equal(moves_generate(rules_international, &b.start, &list), 0);
    struct engine_limits limits = {.nodes = 5000, .only = &list.at[2], .n_only = 2, .multi = 2};
    assert_int_equal(think(&b, &limits, &result, &err), 0);
    assert_int_equal(result.n_lines, 2);
    assert_true(move_same(&result.lines[0].pv[0], &list.at[2]));
    assert_true(move_same(&result.lines[1].pv[0], &list.at[3]));
    assert_int_equal(result.lines[0].score, -120); /* the opponent's view, turned round */
    assert_int_equal(result.lines[0].n, 2);
    limits = (struct engine_limits){.nodes = 5000, .multi = 3};
    assert_int_equal(think(&b, &limits, &result, &err), 0);
    assert_int_equal(result.n_lines, 3);
    assert_int_equal(result.lines[0].score, 120);
    for (unsigned i = 1; i < 3; i++)
        assert_false(move_same(&result.lines[i].pv[0], &result.best));
    hub_engine_ops.close(b.engine);
    /* the others, which get a part of the limits, are worth no more than the best move: */
    assert_int_equal(open_peer(&b, "loser 2", 0, rules_international, &err), 0);
    assert_int_equal(think(&b, &limits, &result, &err), 0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(result.lines[i].score, 120);
    assert_true(result.lines[1].wdl.win <= result.lines[0].wdl.win);
    hub_engine_ops.close(b.engine);
    moves_fini(&list);
}

/* A depth may take all of the time that a search has; nodes or plies set no time for it. */
static void deep_in_thought(void **state)
{
    struct bench b;
    struct err err = {0};
    struct engine_result result;
    (void)state;
    assert_int_equal(open_peer(&b, "deep 1", 0, rules_international, &err), 0);
    b.settings.silent_ms = IMPATIENT_MS;
    assert_int_equal(think(&b, &(struct engine_limits){.move_ms = 10000}, &result, &err), 0);
    assert_int_equal(result.lines[0].score, 120);
    const struct engine_limits other = {.depth = 5, .move_ms = 10000};
    assert_int_equal(think(&b, &other, &result, &err), -1);
    assert_string_equal(err.msg, "the engine sent nothing for 0.3 s");
    hub_engine_ops.close(b.engine);
}

static void *stop_soon(void *engine)
{
    struct timespec wait = {.tv_nsec = 100000000};
    nanosleep(&wait, NULL);
    hub_engine_ops.stop(engine);
    return NULL;
}

static void stopped(void **state)
{
    struct bench b;
    struct err err = {0};
    struct engine_result result;
    pthread_t thread;
    (void)state;
    assert_int_equal(open_peer(&b, "stall 1", 3, rules_international, &err), 0);
    int64_t began = clock_ms();
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, b.engine), 0);
    assert_int_equal(think(&b, &(struct engine_limits){.depth = 5}, &result, &err), 0);
    pthread_join(thread, NULL);
    assert_true(clock_ms() - began < 5000);
    assert_true(result.has_move);
    /* and by its own limit */
    assert_int_equal(think(&b, &(struct engine_limits){.depth = 5, .move_ms = 50}, &result, &err),
                     0);
    hub_engine_ops.close(b.engine);
}

/* The first of two moves loses; whether the other one does is not known. */
static void stopped_between_moves(void **state)
{
    struct bench b;
    struct err err = {0};
    struct engine_result result;
    struct moves list;
    pthread_t thread;
    (void)state;
    moves_init(&list);
    assert_int_equal(open_peer(&b, "winner 1", 0, rules_international, &err), 0);
    assert_int_equal(moves_generate(rules_international, &b.start, &list), 0);
    const struct engine_limits limits = {.depth = 5, .only = list.at, .n_only = 2, .multi = 2};
    assert_int_equal(think(&b, &limits, &result, &err), 0);
    assert_int_equal(result.n_lines, 2);
    assert_int_equal(score_plies_to_win(result.lines[0].score), -6);
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, b.engine), 0);
    assert_int_equal(think(&b, &limits, &result, &err), 0);
    pthread_join(thread, NULL);
    assert_int_equal(result.n_lines, 1);
    assert_true(result.lines[0].score > -SCORE_KNOWN_WIN);
    hub_engine_ops.close(b.engine);
    moves_fini(&list);
}

static void no_move_left(void **state)
{
    static const struct {
        const char *rules;
        int score;
    } games[] = {{"international", -SCORE_WON}, {"antidraughts", SCORE_WON}};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(games); i++) {
        const struct rules *rules;
        struct engine_result result = {0};
        struct err err = {0};
        struct bench b;
        assert_int_equal(rules_find(text_of(games[i].rules), &rules, &err), 0);
        assert_int_equal(open_peer(&b, "crash 1", 0, rules, &err), 0);
        b.start.pieces[WHITE] = 0;
        assert_int_equal(think(&b, &(struct engine_limits){.depth = 1}, &result, &err), 0);
        assert_int_equal(result.lines[0].score, games[i].score);
        assert_true(result.lines[0].wdl.win + result.lines[0].wdl.loss == 1);
        assert_true((result.lines[0].wdl.win == 1) == (games[i].score > 0));
        hub_engine_ops.close(b.engine);
    }
}

/* A move without a choice may come without a score: that of the position after it counts. */
static void single_move_without_a_score(void **state)
{
    struct bench b;
    struct err err = {0};
    struct engine_result result;
    (void)state;
    assert_int_equal(open_peer(&b, "hasty 1", 0, rules_international, &err), 0);
    assert_int_equal(fen_read(rules_international, text_of("W:W46:B2,3"), (struct src_pos){0},
                              &b.start, NULL, NULL),
                     0);
    assert_int_equal(think(&b, &(struct engine_limits){.depth = 5}, &result, &err), 0);
    assert_int_equal(result.lines[0].score, -120); /* the opponent's view, turned round */
    assert_int_equal(result.lines[0].n, 2);
    assert_true(move_same(&result.lines[0].pv[0], &result.best));
    assert_int_equal(result.nodes, 1000);
    /* the game is over after the move: */
    assert_int_equal(fen_read(rules_international, text_of("W:W28:B23"), (struct src_pos){0},
                              &b.start, NULL, NULL),
                     0);
    assert_int_equal(think(&b, &(struct engine_limits){.depth = 5}, &result, &err), 0);
    assert_int_equal(result.lines[0].score, SCORE_WON - 1);
    hub_engine_ops.close(b.engine);
}

/* Several lines are wanted where there is one move. */
static void single_move(void **state)
{
    struct bench b;
    struct err err = {0};
    struct engine_result result;
    static const struct engine_limits limits[] = {
        {.nodes = 5000, .multi = 3}, {.move_ms = 1000, .multi = 2}, {.depth = 5, .multi = 2}};
    (void)state;
    assert_int_equal(open_peer(&b, "plain", 0, rules_international, &err), 0);
    b.start.pieces[WHITE] = (bitboard)1 << squares_of(rules_international)->of_number[46];
    b.start.turn = WHITE;
    for (size_t i = 0; i < ARRAY_LEN(limits); i++) {
        assert_int_equal(think(&b, &limits[i], &result, &err), 0);
        assert_true(result.has_move);
        assert_int_equal(result.n_lines, 1);
    }
    hub_engine_ops.close(b.engine);
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(forced_ends),
        cmocka_unit_test(not_started),
        cmocka_unit_test(parameters_are_checked),
        cmocka_unit_test(some_moves),
        cmocka_unit_test(deep_in_thought),
        cmocka_unit_test(stopped),
        cmocka_unit_test(no_move_left),
        cmocka_unit_test(single_move),
        cmocka_unit_test(single_move_without_a_score),
        cmocka_unit_test(stopped_between_moves),
    };
    ROWS_LIST(others);
    ROWS_BY_ADDRESS(rows, name, check_row);
    return rows_run("hub-engine");
}
