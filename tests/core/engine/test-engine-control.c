// SPDX-License-Identifier: MIT
/* What the threads, hooks, levels and options of an engine do, and how a search is stopped. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/engine/engine.h"
#include "core/engine/level.h"
#include "core/engine/search.h"
#include "core/engine/tuning.h"
#include "tests/lib/given.h"
#include "tests/lib/rows.h"
#include "tests/lib/think.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- threads ---- */

struct job {
    struct engine *engine;
    struct engine_limits limits;
    struct engine_result result;
    atomic_bool done;
};

static void *job_main(void *ctx)
{
    struct job *job = ctx;
    struct position pos;
    struct err err = {0};
    position_start(rules_international, &pos);
    engine_think(job->engine, &pos, NULL, 0, &job->limits, NULL, NULL, &job->result, &err);
    atomic_store(&job->done, true);
    return NULL;
}

static void rest(int64_t ms)
{
    struct timespec time = {.tv_nsec = (long)ms * 1000000};
    nanosleep(&time, NULL);
}

static void stops_when_asked(void **state)
{
    (void)state;
    struct job *job = calloc(1, sizeof *job);
    pthread_t thread;
    assert_non_null(job);
    job->engine = engine_of(rules_international, 2);
    job->limits.infinite = true;
    assert_int_equal(pthread_create(&thread, NULL, job_main, job), 0);
    rest(100);
    assert_false(atomic_load(&job->done));
    engine_stop(job->engine);
    pthread_join(thread, NULL);
    assert_true(job->result.has_move);
    engine_close(job->engine);
    free(job);
}

static void ponders_until_hit(void **state)
{
    (void)state;
    struct job *job = calloc(1, sizeof *job);
    pthread_t thread;
    assert_non_null(job);
    job->engine = engine_of(rules_international, 2);
    job->limits.ponder = true;
    job->limits.depth = 3; /* done at once, but the answer must wait */
    assert_int_equal(pthread_create(&thread, NULL, job_main, job), 0);
    rest(100);
    assert_false(atomic_load(&job->done));
    engine_ponder_hit(job->engine);
    pthread_join(thread, NULL);
    assert_true(job->result.has_move);
    engine_ponder_hit(job->engine); /* before the search begins: it is not lost */
    job_main(job);
    assert_int_equal(job->result.depth, 3);
    engine_close(job->engine);
    free(job);
}

/* Whichever thread finishes a depth first, depths are reported once each, and upwards. */
static void note_depth(void *ctx, const struct engine_info *info)
{
    unsigned *last = ctx;
    if (info->lower || info->upper)
        return;
    assert_true(info->depth > *last);
    assert_true(info->line->n > 0);
    *last = info->depth;
}

static void depths_are_shared(void **state)
{
    (void)state;
    struct engine *engine = engine_of(rules_international, 3);
    struct engine_result *result = malloc(sizeof *result);
    struct engine_limits limits = {.depth = 8};
    struct position pos;
    struct err err = {0};
    assert_non_null(result);
    position_start(rules_international, &pos);
    for (unsigned i = 0; i < 12; i++) {
        unsigned last = 0;
        engine_new_game(engine);
        assert_int_equal(
            engine_think(engine, &pos, NULL, 0, &limits, note_depth, &last, result, &err), 0);
        assert_int_equal(last, limits.depth);
        assert_int_equal(result->depth, limits.depth);
        assert_true(move_same(&result->best, &result->lines[0].pv[0]));
        move_play(rules_international, &pos, &result->best);
    }
    free(result);
    engine_close(engine);
}

static void threads_help(void **state)
{
    (void)state;
    struct engine *engine = engine_of(rules_international, 4);
    struct engine_result *result = malloc(sizeof *result);
    struct position pos;
    assert_non_null(result);
    position_start(rules_international, &pos);
    think(engine, &pos, (struct engine_limits){.depth = 9}, result);
    assert_int_equal(result->depth, 9);
    think(engine, &pos, (struct engine_limits){.nodes = 20000}, result);
    assert_in_range(result->nodes, 1, 20010);
    free(result);
    engine_close(engine);
}

/* ---- hooks ---- */

static enum engine_exact all_drawn(void *ctx, const struct position *pos, int *plies)
{
    (void)pos, (void)plies;
    (*(unsigned *)ctx)++;
    return EXACT_DRAW;
}

static bool book_is_broken;
static unsigned n_warnings;

static int first_of_all(void *ctx, const struct position *pos, struct move *mv, struct err *err)
{
    struct moves list;
    (void)ctx;
    if (book_is_broken)
        return err_plain(err, "no page is left");
    moves_init(&list);
    bool found = moves_generate(rules_international, pos, &list) == 0 && list.n > 0;
    *mv = list.at[0];
    moves_fini(&list);
    return found;
}

/*
 * Tells the engine to stop when it looks at a certain position, and counts those that it looks at
 * after that.
 */
struct halt {
    struct engine *engine;
    unsigned at, seen;
};

static enum engine_exact stop_there(void *ctx, const struct position *pos, int *plies)
{
    struct halt *halt = ctx;
    (void)pos, (void)plies;
    if (++halt->seen == halt->at)
        engine_stop(halt->engine);
    return EXACT_UNKNOWN;
}

/*
 * However long a position takes, none is looked at after the one in which the engine was stopped.
 */
static void stops_at_once(void **state)
{
    static const char *const fens[] = {
        "W:W31-50:B1-20",
        "B:W27,28,32,33,38:B8,12,13,18,19",
        ("W:WK31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,K48,K49,K50"
         ":BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20"),
    };
    (void)state;
    struct halt halt = {0};
    struct engine_options options = {
        .hash = 1 << 20,
        .eval = "material",
        .hooks = {.endgame = stop_there, .endgame_pieces = 50, .ctx = &halt}};
    struct engine_result *result = malloc(sizeof *result);
    struct err err = {0};
    assert_non_null(result);
    assert_int_equal(engine_open(rules_international, &options, &halt.engine, &err), 0);
    for (unsigned i = 0; i < ARRAY_LEN(fens); i++) {
        struct position pos = position_of(rules_international, fens[i]);
        for (unsigned at = 1; at < 3000; at += 1 + at / 3) {
            halt.at = at;
            halt.seen = 0;
            engine_new_game(halt.engine);
            think(halt.engine, &pos, (struct engine_limits){.infinite = true}, result);
            /*
             * a short first depth is finished, so that there is an answer; the root was asked about
             * before it
             */
            unsigned last = result->depth <= 1 && at < FIRST_NODES ? FIRST_NODES + 1 : at;
            assert_in_range(halt.seen, at, last);
            assert_true(result->has_move);
        }
    }
    engine_close(halt.engine);
    free(result);
}

static void count_warning(void *ctx, const struct err *err)
{
    (void)ctx;
    assert_string_equal(err->msg, "no page is left");
    n_warnings++;
}

static void asks_hooks(void **state)
{
    (void)state;
    unsigned asked = 0;
    struct engine_options options = {
        .hash = 1 << 20,
        .eval = "material",
        .hooks = {.endgame = all_drawn,
                  .endgame_pieces = 3,
                  .book = first_of_all,
                  .ctx = &asked,
                  .book_ctx = &asked},
        .warn = count_warning,
    };
    struct engine *engine;
    struct engine_result *result = malloc(sizeof *result);
    struct err err = {0};
    struct position pos = position_of(rules_international, "W:WK28,K33:BK1");
    assert_non_null(result);
    assert_int_equal(engine_open(rules_international, &options, &engine, &err), 0);
    think(engine, &pos, (struct engine_limits){.depth = 4, .analyze = true}, result);
    assert_true(asked > 0 && !result->from_book);
    assert_int_equal(result->lines[0].score, 0);
    position_start(rules_international, &pos);
    think(engine, &pos, (struct engine_limits){.depth = 4}, result);
    assert_true(result->from_book && result->has_move && result->nodes == 0);
    think(engine, &pos, (struct engine_limits){.depth = 4, .multi = 2}, result);
    assert_true(result->from_book && result->n_lines == 1);
    think(engine, &pos, (struct engine_limits){.depth = 4, .analyze = true}, result);
    assert_true(!result->from_book && result->depth == 4);
    for (unsigned times = 1; times <= 2; times++) {
        book_is_broken = true;
        for (unsigned i = 0; i < 3; i++) {
            think(engine, &pos, (struct engine_limits){.depth = 4}, result);
            assert_true(!result->from_book && result->depth == 4);
            assert_int_equal(n_warnings, times);
        }
        book_is_broken = false;
        think(engine, &pos, (struct engine_limits){.depth = 4}, result);
        assert_true(result->from_book);
    }
    free(result);
    engine_close(engine);
}

/* An analysis goes to its limit where a player would not think further. */
static void analyzes_what_is_decided(void **state)
{
    static const struct {
        const char *fen;
        struct engine_limits limits;
    } cases[] = {
        {"W:W28:B23", {.depth = 9}},           /* a win in one */
        {"W:W28,48:B23,3", {.clock_ms = 3000}} /* one move is legal */
    };
    struct engine *engine = engine_of(rules_international, 1);
    struct engine_result *result = malloc(sizeof *result);
    (void)state;
    assert_non_null(result);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct engine_limits limits = cases[i].limits;
        struct position pos = position_of(rules_international, cases[i].fen);
        engine_new_game(engine);
        think(engine, &pos, limits, result);
        assert_int_equal(result->depth, 1);
        limits.analyze = true;
        engine_new_game(engine);
        think(engine, &pos, limits, result);
        assert_true(result->depth > 3);
    }
    free(result);
    engine_close(engine);
}

/*
 * A search that is broken off before it has looked at every move has not shown that all of them
 * lose. White has a move that holds.
 */
static const struct held {
    const char *name, *rules, *fen;
} held[] = {
    {"king against three kings and a man", "russian", "W:WKf6:BKa5,Kd2,f8,Kg1"},
    {"king against two kings and a man", "russian", "W:WKg5:BKe1,Ke5,g7"},
    {"king against king and two men", "russian", "W:WKb4:Bc3,Kc7,d2"},
};

static void claims_no_loss(void **state)
{
    const struct held *row = *state;
    const struct rules *rules = rules_named(row->rules);
    struct engine *engine = engine_of(rules, 1);
    struct engine_result *result = malloc(sizeof *result);
    struct position pos = position_of(rules, row->fen);
    assert_non_null(result);
    for (unsigned nodes = FIRST_NODES; nodes <= 1000; nodes++) {
        engine_new_game(engine);
        think(engine, &pos, (struct engine_limits){.nodes = nodes}, result);
        if (result->lines[0].score <= -SCORE_KNOWN_WIN)
            fail_msg("%d after %u nodes", result->lines[0].score, nodes);
    }
    free(result);
    engine_close(engine);
}

static void levels_play(void **state)
{
    const struct level *level = level_find(**(const char *const *)*state);
    assert_non_null(level);
    struct engine_options options = {
        .hash = 1 << 20, .eval = "material", .level = level->name, .seed = 4};
    struct engine *engine;
    struct engine_result *result = malloc(sizeof *result);
    struct err err = {0};
    struct position pos;
    assert_non_null(result);
    assert_int_equal(engine_open(rules_international, &options, &engine, &err), 0);
    position_start(rules_international, &pos);
    think(engine, &pos, (struct engine_limits){.clock_ms = 60000}, result);
    assert_true(result->has_move);
    struct move first = result->best;
    engine_new_game(engine);
    think(engine, &pos, (struct engine_limits){.clock_ms = 60000}, result);
    assert_true(move_same(&first, &result->best)); /* the seed decides */
    free(result);
    engine_close(engine);
}

static void levels_differ(void **state)
{
    (void)state;
    static const int scores[] = {300, 200, 100, 0, -300};
    unsigned best[4] = {0};
    for (unsigned l = 0; l < 4; l++)
        for (uint64_t seed = 0; seed < 1000; seed++)
            best[l] += level_choose(level_find((char)('A' + l)), scores, 5, seed * 77) == 0;
    assert_true(best[0] < best[1] && best[1] < best[2] && best[2] < best[3]);
    assert_null(level_find('E'));
}

static void options_are_refused(void **state)
{
    (void)state;
    struct engine *engine;
    struct err threads = {0}, level = {0};
    struct engine_options options = {.threads = ENGINE_THREADS_MAX + 1, .eval = "material"};
    assert_int_equal(engine_open(rules_international, &options, &engine, &threads), -1);
    options = (struct engine_options){.level = 'E', .eval = "material"};
    assert_int_equal(engine_open(rules_international, &options, &engine, &level), -1);
    assert_non_null(strstr(level.msg, "A to D"));
    struct tuning tuning = tuning_of(rules_international);
    struct err name = {0}, range = {0}, word = {0};
    assert_int_equal(tuning_set(&tuning, text_of("late_moves=5,window=99"), &name), 0);
    assert_int_equal(tuning.late_moves, 5);
    assert_int_equal(tuning.window, 99);
    assert_int_equal(tuning_set(&tuning, text_of("late=5"), &name), -1);
    assert_int_equal(tuning_set(&tuning, text_of("window=1"), &range), -1);
    assert_int_equal(tuning_set(&tuning, text_of("window=x"), &word), -1);
}

static void more_is_reduced_where_captures_are_diagonal(void **state)
{
    (void)state;
    assert_true(tuning_of(rules_international).late_growth > 0);
    assert_true(tuning_of(rules_international).late_stagnant > 0);
    struct err err = {0};
    const struct rules *frisian;
    assert_int_equal(rules_find(text_of("frisian"), &frisian, &err), 0);
    assert_int_equal(tuning_of(frisian).late_growth, 0);
    assert_int_equal(tuning_of(frisian).late_stagnant, 0);
}

int main(int argc, char **argv)
{
    static const char *const levels[] = {"A", "B", "C", "D"};
    if (argc > 1) /* only those whose name fits: "stop*" */
        cmocka_set_test_filter(argv[1]);
    rows_add("stop", NULL, stops_when_asked, NULL);
    rows_add("stop at once", NULL, stops_at_once, NULL);
    rows_add("ponder", NULL, ponders_until_hit, NULL);
    rows_add("depths are shared", NULL, depths_are_shared, NULL);
    rows_add("threads", NULL, threads_help, NULL);
    rows_add("hooks", NULL, asks_hooks, NULL);
    rows_add("analyze", NULL, analyzes_what_is_decided, NULL);
    for (unsigned i = 0; i < ARRAY_LEN(held); i++)
        rows_add("no loss is claimed", held[i].name, claims_no_loss, &held[i]);
    for (unsigned i = 0; i < ARRAY_LEN(levels); i++)
        rows_add("level", levels[i], levels_play, &levels[i]);
    rows_add("levels differ", NULL, levels_differ, NULL);
    rows_add("options are refused", NULL, options_are_refused, NULL);
    rows_add("reductions grow where captures are diagonal only", NULL,
             more_is_reduced_where_captures_are_diagonal, NULL);
    return rows_run("engine control");
}
