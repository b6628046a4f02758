// SPDX-License-Identifier: MIT
/*
 * Games judged twice with an engine that answers as each row says, the second time perhaps not to
 * the end. The order of the searches: from the last ply to the first, the position after it, the
 * one before it, then the move played where it is much worse or much better, or the other moves
 * where it is the best.
 */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/study/judge-game.h"
#include "tests/lib/answers.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

#include <string.h>
#include <time.h>

/* The first move that there is, which the engine takes for the best, or another one. */
#define BEST    "[FEN \"W:W40,50:B1,11\"] 50-45"
#define OTHER   "[FEN \"W:W40,50:B1,11\"] 40-34"
#define ANOTHER OTHER " 1-6"

/* For the side to move. */
// clang-format off
#define WON   {0.95F, 0.05F, 0}
#define EVEN  {0.1F, 0.8F, 0}
#define LOST  {0, 0.05F, 0}
// clang-format on

static const struct row {
    const char *name, *game;
    unsigned flags[2];    /* after the first look */
    struct answers first; /* of the first look */
    struct answers again; /* of the second one */
    unsigned stop;        /* the second look with its answer of this number; 0: not */
    bool redo[2];
    bool kept[2]; /* plies that are as they were before the second look */
} rows_of_games[] = {
    // clang-format off
    {"a losing move", OTHER, {JUDGED, 0},
     {{WON, EVEN, LOST}, 3, 0}, {{WON, WON, LOST}, 3, 0}, 0, {true, false}, {false, false}},
    {"stopped before the move played", OTHER, {JUDGED, 0},
     {{WON, EVEN, LOST}, 3, 0}, {{WON, WON}, 2, 0}, 2, {true, false}, {true, false}},
    {"stopped at the move played", OTHER, {JUDGED, 0},
     {{WON, EVEN, LOST}, 3, 0}, {{WON, WON, LOST}, 3, 0}, 3, {true, false}, {true, false}},
    {"an only move", BEST, {JUDGED | JUDGED_ONLY, 0},
     {{EVEN, EVEN, LOST, LOST}, 4, 0}, {{EVEN, EVEN, WON}, 3, 0}, 0, {true, false}, {false, false}},
    {"stopped at the other moves", BEST, {JUDGED | JUDGED_ONLY, 0},
     {{EVEN, EVEN, LOST, LOST}, 4, 0}, {{EVEN, EVEN, LOST, LOST}, 4, 0}, 4, {true, false}, {true, false}},
    {"the next ply is not looked at again", ANOTHER, {JUDGED, JUDGED},
     {{EVEN, EVEN, EVEN, EVEN}, 4, 0}, {{WON, WON, EVEN, LOST}, 4, 0}, 0, {true, false}, {false, true}},
    {"stopped at the first ply, the second is done", ANOTHER, {JUDGED, JUDGED},
     {{EVEN, EVEN, EVEN, EVEN}, 4, 0}, {{LOST, WON, EVEN, WON}, 4, 0}, 4, {true, true}, {true, false}},
    // clang-format on
};

static const struct answers *answers_now;
static unsigned stop_at;

static bool is_stopped(void) { return stop_at && answers_now->asked >= stop_at; }

static bool same_ply(const struct judged_ply *a, const struct judged_ply *b)
{
    return a->flags == b->flags && a->score == b->score && a->best.score == b->best.score;
}

/* A verdict is of one look: the best move gives nothing away. */
static void agrees(const struct judged_ply *ply, const struct node *node)
{
    if (ply->flags & JUDGED && move_same(&ply->best.line[0], &node->move))
        assert_int_equal(ply->score, ply->best.score);
}

static void is_judged(void **state)
{
    static struct judged_ply before[JUDGE_PLIES + 1], plies[JUDGE_PLIES + 1];
    const struct row *row = *state;
    const struct judge_range all = {0};
    struct answers answers = row->first;
    const struct judge_options options = {.ops = &engine_ops_answers,
                                          .ops_ctx = &answers,
                                          .limits = {.nodes = 1000},
                                          .verify = 0.05,
                                          .only_moves = true,
                                          .stopped = is_stopped};
    struct arena arena = {0};
    struct game game;
    struct judge *judge;
    unsigned n;
    stop_at = 0;
    answers_now = &answers;
    memset(plies, 0, sizeof plies);
    game_of_text(row->game, &arena, &game);
    assert_int_equal(judge_open(game.rules, &options, &judge, NULL), 0);
    assert_int_equal(judge_game(judge, &game, &all, NULL, plies, &n, NULL), 1);
    assert_int_equal(answers.asked, answers.n);
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(plies[i].flags, row->flags[i]);
    memcpy(before, plies, sizeof plies);
    answers = row->again;
    stop_at = row->stop;
    assert_int_equal(judge_game(judge, &game, &all, row->redo, plies, &n, NULL), !row->stop);
    assert_int_equal(answers.asked, answers.n);
    const struct node *node = game.line.first;
    for (unsigned i = 0; i < n; i++, node = node->next) {
        assert_int_equal(same_ply(&plies[i], &before[i]), row->kept[i]);
        agrees(&plies[i], node);
    }
    judge_close(judge);
    arena_fini(&arena);
}

/* ---- what the rest of the game tells ---- */

static const struct told_row {
    const char *name, *game;
    struct answers answers; /* to the end of the game first, as above */
    struct {
        bool best_played;
        double best, played; /* expected results of the mover */
    } plies[2];
} rows_told[] = {
    // clang-format off
    {"the move played wins and the search of all did not see it", OTHER,
     {{LOST, EVEN, WON, EVEN}, 4, 0}, {{true, 0.975, 0.975}}},
    {"a search of the move played does not agree", OTHER,
     {{LOST, EVEN, EVEN}, 3, 0}, {{false, 0.5, 0.5}}},
    {"the best move was played and loses, another one does not", BEST,
     {{WON, EVEN, LOST, EVEN}, 4, 0}, {{false, 0.5, 0.025}}},
    {"the best move was played and loses, as the others do", BEST,
     {{WON, EVEN, LOST, LOST}, 4, 0}, {{true, 0.025, 0.025}}},
    {"the best move was played and a search of it does not agree", BEST,
     {{WON, EVEN, EVEN, EVEN}, 4, 0}, {{true, 0.5, 0.5}}},
    {"a move loses to a reply that only the game shows", OTHER " 11-17",
     {{LOST, EVEN, WON, EVEN, EVEN}, 5, 0}, {{false, 0.5, 0.025}, {true, 0.975, 0.975}}},
    // clang-format on
};

static void learns_from_the_game(void **state)
{
    static struct judged_ply plies[JUDGE_PLIES + 1];
    const struct told_row *row = *state;
    const struct judge_range all = {0};
    struct answers answers = row->answers;
    const struct judge_options options = {.ops = &engine_ops_answers,
                                          .ops_ctx = &answers,
                                          .limits = {.nodes = 1000},
                                          .verify = 0.05,
                                          .only_moves = true};
    struct arena arena = {0};
    struct game game;
    struct judge *judge;
    unsigned n;
    memset(plies, 0, sizeof plies);
    game_of_text(row->game, &arena, &game);
    assert_int_equal(judge_open(game.rules, &options, &judge, NULL), 0);
    assert_int_equal(judge_game(judge, &game, &all, NULL, plies, &n, NULL), 1);
    assert_int_equal(answers.asked, answers.n);
    const struct node *node = game.line.first;
    for (unsigned i = 0; i < n; i++, node = node->next) {
        assert_int_equal(move_same(&plies[i].best.line[0], &node->move), row->plies[i].best_played);
        assert_float_equal(judge_expected(plies[i].best.wdl), row->plies[i].best, 0.001);
        assert_float_equal(judge_expected(plies[i].wdl), row->plies[i].played, 0.001);
    }
    judge_close(judge);
    arena_fini(&arena);
}

/* ---- time ---- */

static const struct time_row {
    const char *name;
    struct judge_range range;
    int64_t ms; /* for each position, of 4 s for the game */
} times[] = {
    {"all plies", {0}, 667},
    {"some moves", {.from = 2, .to = 2}, 1334},
    {"one side", {.side = {true, false}}, 1334},
    {"one ply", {.from = 1, .to = 1, .side = {false, true}}, 2667},
};

static void shares_time(void **state)
{
    static struct judged_ply plies[JUDGE_PLIES + 1];
    const struct time_row *row = *state;
    struct answers answers = {0};
    const struct judge_options options = {
        .ops = &engine_ops_answers, .ops_ctx = &answers, .game_ms = 4000, .verify = 2};
    struct arena arena = {0};
    struct game game;
    struct judge *judge;
    unsigned n;
    memset(plies, 0, sizeof plies);
    game_of_text(ANOTHER " 34-29 11-16", &arena, &game);
    assert_int_equal(judge_open(game.rules, &options, &judge, NULL), 0);
    assert_int_equal(judge_game(judge, &game, &row->range, NULL, plies, &n, NULL), 1);
    assert_int_equal(n, 4);
    assert_int_equal(judge_options(judge)->limits.move_ms, row->ms);
    judge_close(judge);
    arena_fini(&arena);
}

static int64_t ms_taken; /* by all searches */

static int think_as_long_as_allowed(void *engine, const struct position *start,
                                    const struct move *moves, unsigned n,
                                    const struct engine_limits *limits, engine_report *report,
                                    void *ctx, struct engine_result *result, struct err *err)
{
    struct timespec wait = {.tv_nsec = (long)limits->move_ms * 1000000};
    nanosleep(&wait, NULL);
    ms_taken += limits->move_ms;
    return engine_ops_answers.think(engine, start, moves, n, limits, report, ctx, result, err);
}

/* Each move played takes a search of its own. */
static void keeps_to_the_time_of_a_game(void **state)
{
    static struct judged_ply plies[JUDGE_PLIES + 1];
    struct answers answers = {0};
    struct engine_ops ops = engine_ops_answers;
    const struct judge_options options = {.ops = &ops, .ops_ctx = &answers, .game_ms = 400};
    const struct judge_range all = {0};
    struct arena arena = {0};
    struct game game;
    struct judge *judge;
    unsigned n;
    (void)state;
    ops.think = think_as_long_as_allowed;
    ms_taken = 0;
    memset(plies, 0, sizeof plies);
    game_of_text(ANOTHER " 34-29 11-16 29-23 16-21", &arena, &game);
    assert_int_equal(judge_open(game.rules, &options, &judge, NULL), 0);
    assert_int_equal(judge_game(judge, &game, &all, NULL, plies, &n, NULL), 1);
    assert_in_range(ms_taken, 200, 480);
    judge_close(judge);
    arena_fini(&arena);
}

static const struct until_row {
    const char *name;
    int64_t left; /* ms until the time of day */
} untils[] = {
    {"what is left bounds a search", 60000},
    {"nothing is judged afterwards", -1},
};

static int64_t ms_given; /* to the last search */

static int think_and_tell(void *engine, const struct position *start, const struct move *moves,
                          unsigned n, const struct engine_limits *limits, engine_report *report,
                          void *ctx, struct engine_result *result, struct err *err)
{
    ms_given = limits->move_ms;
    return engine_ops_answers.think(engine, start, moves, n, limits, report, ctx, result, err);
}

static void ends_at_a_time_of_day(void **state)
{
    static struct judged_ply plies[JUDGE_PLIES + 1];
    const struct until_row *row = *state;
    struct answers answers = {0};
    struct engine_ops ops = engine_ops_answers;
    const struct judge_options options = {.ops = &ops,
                                          .ops_ctx = &answers,
                                          .limits = {.nodes = 1000},
                                          .deadline = {.unix_ms = clock_unix_ms() + row->left},
                                          .verify = 2};
    const struct judge_range all = {0};
    struct arena arena = {0};
    struct game game;
    struct judge *judge;
    unsigned n;
    ops.think = think_and_tell;
    ms_given = 0;
    memset(plies, 0, sizeof plies);
    game_of_text(ANOTHER, &arena, &game);
    assert_int_equal(judge_open(game.rules, &options, &judge, NULL), 0);
    assert_int_equal(judge_game(judge, &game, &all, NULL, plies, &n, NULL), row->left > 0);
    assert_int_equal(answers.asked > 0, row->left > 0);
    assert_in_range(ms_given, 0, 60000);
    assert_int_equal(ms_given > 0, row->left > 0);
    judge_close(judge);
    arena_fini(&arena);
}

/* ---- the cache ---- */

static uint64_t keys_kept[4];
static unsigned n_kept;

static int find_none(void *ctx, const struct rules *rules, const struct position *pos, uint64_t key,
                     const struct engine_limits *limits, struct judgement *out, struct err *err)
{
    (void)ctx, (void)rules, (void)pos, (void)key, (void)limits, (void)out, (void)err;
    return 0;
}

static int keep_key(void *ctx, const struct rules *rules, const struct position *pos, uint64_t key,
                    const struct engine_limits *limits, const struct judgement *judgement,
                    struct err *err)
{
    (void)ctx, (void)rules, (void)pos, (void)limits, (void)judgement, (void)err;
    keys_kept[n_kept++] = key;
    return 0;
}

/* What is left when one move is taken out is another question than when another one is. */
static void other_moves_are_another_question(void **state)
{
    const struct judge_cache cache = {.find = find_none, .keep = keep_key};
    struct answers answers = {0};
    const struct judge_options options = {.ops = &engine_ops_answers,
                                          .ops_ctx = &answers,
                                          .limits = {.nodes = 1000},
                                          .cache = &cache};
    struct arena arena = {0};
    struct game game;
    struct judge *judge;
    struct judgement out;
    struct moves list;
    (void)state;
    n_kept = 0;
    moves_init(&list);
    game_of_text(BEST, &arena, &game);
    assert_int_equal(moves_generate(game.rules, &game.start, &list), 0);
    assert_true(list.n > 2);
    assert_int_equal(judge_open(game.rules, &options, &judge, NULL), 0);
    for (unsigned first = 0; first < 2; first++) {
        struct judge_question question = {&list.at[first], 2, 4, 77};
        assert_int_equal(judge_ask(judge, &game.start, &question, &out, NULL), 1);
    }
    assert_int_equal(n_kept, 2);
    assert_true(keys_kept[0] != keys_kept[1]);
    judge_close(judge);
    moves_fini(&list);
    arena_fini(&arena);
}

int main(void)
{
    ROWS_SINGLE(other_moves_are_another_question);
    ROWS_SINGLE(keeps_to_the_time_of_a_game);
    ROWS_BY_ADDRESS(times, name, shares_time);
    ROWS_BY_ADDRESS(untils, name, ends_at_a_time_of_day);
    ROWS_BY_ADDRESS(rows_of_games, name, is_judged);
    ROWS_BY_ADDRESS(rows_told, name, learns_from_the_game);
    return rows_run("judge-game");
}
