// SPDX-License-Identifier: MIT
/*
 * Positions judged by the database that comes with dama: of endings with four pieces it knows
 * values alone, of those that a capture leaves it knows the lengths as well.
 */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/study/judge.h"
#include "tests/lib/answers.h"
#include "tests/lib/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
    const char *name, *fen, *best;
    int score;
} rows[] = {
    {"a short win before one of unknown length", "W:WK1,K2,K4:BK36", "1-18", SCORE_WON - 3},
    {"a loss of unknown length before a short one", "B:WK5,K27:B2,10", "10-15", -SCORE_KNOWN_WIN},
    {"the first of losses of unknown length", "B:WK17,K28:B20,34", "20-24", -SCORE_KNOWN_WIN},
    {"the shortest of wins", "W:WK28:B3", "28-23", SCORE_WON - 5},
    {"the longest of losses", "B:WK28:B3", "3-8", -SCORE_WON + 8},
    {"the first of draws", "W:WK46:BK4", "46-41", 0},
    {"a lost game", "W:W46:B37,41", NULL, -SCORE_WON},
};

static struct egdb *open_database(void)
{
    const char *source = getenv("DAMA_SOURCE");
    char dir[4096];
    struct egdb *egdb;
    struct err err = {0};
    snprintf(dir, sizeof dir, "%s/data/egdb", source ? source : ".");
    if (egdb_open(rules_international, &(struct egdb_options){.dir = dir}, &egdb, &err))
        fail_msg("%s", err.msg);
    return egdb;
}

static void judges_by_the_database(void **state)
{
    const struct row *row = *state;
    struct answers answers = {0};
    struct egdb *egdb = open_database();
    const struct judge_options options = {
        .ops = &engine_ops_answers, .ops_ctx = &answers, .limits = {.nodes = 1}, .egdb = egdb};
    struct judge *judge;
    struct judgement out;
    struct position pos;
    char best[NOTATION_MOVE_SIZE] = "";
    assert_int_equal(
        fen_read(rules_international, text_of(row->fen), (struct src_pos){0}, &pos, NULL, NULL), 0);
    assert_int_equal(judge_open(rules_international, &options, &judge, NULL), 0);
    assert_int_equal(judge_position(judge, &pos, NULL, &out, NULL), 1);
    assert_int_equal(answers.asked, 0);
    assert_true(out.exact);
    assert_int_equal(out.n, row->best != NULL);
    if (out.n)
        notation_write(rules_international, &pos, &out.line[0], NOTATION_STYLE_SHORT, best);
    assert_string_equal(best, row->best ? row->best : "");
    assert_int_equal(out.score, row->score);
    judge_close(judge);
    egdb_close(egdb);
}

/* As many of the next best moves as are asked for, best first. */
static void gives_several_moves_of_the_database(void **state)
{
    (void)state;
    static const unsigned multi[] = {0, 1, 2, 3, JUDGE_OTHERS + 1};
    struct answers answers = {0};
    struct egdb *egdb = open_database();
    struct position pos;
    struct moves list;
    moves_init(&list);
    assert_int_equal(
        fen_read(rules_international, text_of("W:WK28:B3"), (struct src_pos){0}, &pos, NULL, NULL),
        0);
    assert_int_equal(moves_generate(rules_international, &pos, &list), 0);
    assert_true(list.n > JUDGE_OTHERS + 1);
    for (size_t i = 0; i < ARRAY_LEN(multi); i++) {
        const struct judge_options options = {.ops = &engine_ops_answers,
                                              .ops_ctx = &answers,
                                              .limits = {.nodes = 1},
                                              .multi = multi[i],
                                              .egdb = egdb};
        struct judge *judge;
        struct judgement out;
        assert_int_equal(judge_open(rules_international, &options, &judge, NULL), 0);
        assert_int_equal(judge_position(judge, &pos, NULL, &out, NULL), 1);
        assert_int_equal(out.score, SCORE_WON - 5);
        assert_int_equal(out.n_others, multi[i] ? multi[i] - 1 : 0);
        int last = out.score;
        for (unsigned k = 0; k < out.n_others; k++) {
            const struct judged_line *other = &out.others[k];
            struct judgement alone;
            assert_int_equal(other->n, 1);
            assert_false(move_same(&other->line[0], &out.line[0]));
            assert_true(other->score <= last);
            last = other->score;
            assert_int_equal(judge_position(judge, &pos, &other->line[0], &alone, NULL), 1);
            assert_int_equal(other->score, alone.score);
            assert_int_equal(alone.n_others, 0);
        }
        /* none that is left out is better than the last one */
        unsigned better = 0;
        for (unsigned k = 0; k < list.n; k++) {
            struct judgement alone;
            assert_int_equal(judge_position(judge, &pos, &list.at[k], &alone, NULL), 1);
            better += alone.score > last;
        }
        assert_true(better <= out.n_others);
        judge_close(judge);
    }
    assert_int_equal(answers.asked, 0);
    moves_fini(&list);
    egdb_close(egdb);
}

static struct judge *stopped_judge;

/* Ends as a search that is cut short does: with an answer. */
static int think_and_stop(void *engine, const struct position *start, const struct move *moves,
                          unsigned n, const struct engine_limits *limits, engine_report *report,
                          void *ctx, struct engine_result *result, struct err *err)
{
    judge_stop(stopped_judge);
    return engine_ops_answers.think(engine, start, moves, n, limits, report, ctx, result, err);
}

static int find_nothing(void *ctx, const struct rules *rules, const struct position *pos,
                        uint64_t key, const struct engine_limits *limits, struct judgement *out,
                        struct err *err)
{
    (void)ctx, (void)rules, (void)pos, (void)key, (void)limits, (void)out, (void)err;
    return 0;
}

static int count_kept(void *ctx, const struct rules *rules, const struct position *pos,
                      uint64_t key, const struct engine_limits *limits,
                      const struct judgement *judgement, struct err *err)
{
    unsigned *kept = ctx;
    (void)rules, (void)pos, (void)key, (void)limits, (void)judgement, (void)err;
    ++*kept;
    return 0;
}

/* Whoever stops it, and for what reason: a search that is cut short is no judgement. */
static void a_search_that_was_cut_short_does_not_count(void **state)
{
    (void)state;
    unsigned kept = 0;
    struct answers answers = {0};
    struct engine_ops ops = engine_ops_answers;
    const struct judge_cache cache = {find_nothing, count_kept, &kept};
    const struct judge_options options = {
        .ops = &ops, .ops_ctx = &answers, .limits = {.nodes = 1}, .cache = &cache};
    struct judgement out;
    struct position pos;
    position_start(rules_international, &pos);
    assert_int_equal(judge_open(rules_international, &options, &stopped_judge, NULL), 0);
    assert_int_equal(judge_position(stopped_judge, &pos, NULL, &out, NULL), 1);
    assert_int_equal(kept, 1);
    ops.think = think_and_stop;
    assert_int_equal(judge_position(stopped_judge, &pos, NULL, &out, NULL), 0);
    assert_int_equal(answers.asked, 2);
    assert_int_equal(judge_position(stopped_judge, &pos, NULL, &out, NULL), 0);
    assert_int_equal(answers.asked, 2);
    assert_int_equal(kept, 1);
    assert_true(judge_is_stopped(stopped_judge));
    judge_close(stopped_judge);
}

int main(void)
{
    ROWS_BY_ADDRESS(rows, name, judges_by_the_database);
    ROWS_SINGLE(gives_several_moves_of_the_database);
    ROWS_SINGLE(a_search_that_was_cut_short_does_not_count);
    return rows_run("judge");
}
