// SPDX-License-Identifier: MIT
/* What the engine finds in a position, and the limits, lines and moves it is asked for. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/board/notation.h"
#include "core/engine/engine.h"
#include "core/engine/eval.h"
#include "core/engine/time-plan.h"
#include "tests/lib/effort.h"
#include "tests/lib/given.h"
#include "tests/lib/rows.h"
#include "tests/lib/think.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- thinking, for every rule set ---- */

/*
 * Plays some moves at random and searches: whatever the rules, scores stay in range and lines are
 * legal.
 */
static void search_any_rules(void **state)
{
    const struct rules *rules = *state;
    struct engine *engine = engine_of(rules, 1);
    struct engine_result *result = malloc(sizeof *result);
    struct moves list;
    uint64_t lot = 5;
    moves_init(&list);
    assert_non_null(result);
    for (unsigned game = 0; game < 6; game++) {
        struct position pos;
        position_start(rules, &pos);
        for (unsigned ply = 0; ply < 4 + 20 * game; ply++) {
            assert_int_equal(moves_generate(rules, &pos, &list), 0);
            if (list.n == 0)
                break;
            move_play(rules, &pos, &list.at[draw_lot(&lot, list.n)]);
        }
        think(engine, &pos, (struct engine_limits){.depth = 4, .multi = 2}, result);
        assert_true(result->has_move == moves_exist(rules, &pos));
        assert_in_range(result->lines[0].score + SCORE_WON, 0, 2 * SCORE_WON);
        for (unsigned i = 0; i < result->lines[0].n; i++) {
            bool legal = false;
            assert_int_equal(moves_generate(rules, &pos, &list), 0);
            for (unsigned k = 0; k < list.n; k++)
                legal |= move_same(&list.at[k], &result->lines[0].pv[i]);
            assert_true(legal);
            move_play(rules, &pos, &result->lines[0].pv[i]);
        }
    }
    moves_fini(&list);
    free(result);
    engine_close(engine);
}

/* ---- shots: positions in which one move wins, and others do not ---- */

static const struct shot {
    const char *name, *rules, *fen, *best;
    unsigned depth;
} shots[] = {
    {"dameo: gives two, takes four", "dameo", "W:Wb5,c1,d1,d2,e1,h2:BKa5,b7,c6,d5", "c1-e3", 8},
    {"croda: draws the king through the men", "croda", "W:Wc2,c5,e1,f1,f3,h2:BKa5,c7,d6,e5,h4",
     "f1-e2", 8},
    {"croda: five sacrifices", "croda", "W:Wa1,b3,c3,d3,e1,e3,f1,f4,h2:Ba2,a3,b5,c6,c7,d6,e5,g4,h4",
     "f1-e2", 12},
    {"international: two given, a king and three back", "international",
     "W:W25,29,31,33,35-37,39,45,47-50:B1,2,4,10,12,14-16,18-20,24,26", "35-30", 9},
    {"international: three exchanges to the back row", "international",
     "B:W23,28-31,37,39,40,47-50:B1-5,11,12,14,15,18,21,26", "14-19", 8},
};

static void finds_shot(void **state)
{
    const struct shot *shot = *state;
    const struct rules *rules = rules_named(shot->rules);
    struct position pos = position_of(rules, shot->fen);
    struct engine_result *result = malloc(sizeof *result);
    char text[NOTATION_MOVE_SIZE];
    assert_non_null(result);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct engine *engine = engine_of(rules, threads);
        /* which thread comes first decides what is reduced, so that the last plies may miss it */
        const unsigned depth = shot->depth + (threads > 1 ? 2 : 0);
        think(engine, &pos, (struct engine_limits){.depth = depth}, result);
        notation_write(rules, &pos, &result->best, NOTATION_STYLE_SHORT, text);
        assert_string_equal(text, shot->best);
        engine_close(engine);
    }
    free(result);
}

/* ---- forced ends, held against a plain search of all moves ---- */

/*
 * @return plies in which the side to move wins (positive) or loses (negative, 0 plies as -1), 0
 *         where neither is forced
 */
static int plain_end(const struct rules *rules, const struct position *pos, unsigned depth)
{
    struct moves list;
    int best = -1000;
    moves_init(&list);
    assert_int_equal(moves_generate(rules, pos, &list), 0);
    if (list.n == 0)
        return -1;
    for (unsigned i = 0; i < list.n && depth > 0; i++) {
        struct position next = *pos;
        move_play(rules, &next, &list.at[i]);
        int end = plain_end(rules, &next, depth - 1);
        /*
         * a loss of the other in n plies is our win in n + 1: rank wins above 0, sooner is better
         */
        int worth = end < 0 ? 500 + end : end > 0 ? -500 + end : 0;
        best = worth > best ? worth : best;
    }
    moves_fini(&list);
    if (depth == 0 || best == 0)
        return 0;
    return best > 0 ? 500 - best + 1 : -(best + 500) - 1;
}

static void finds_ends(void **state)
{
    const struct rules *rules = *state;
    struct engine *engine = engine_of(rules, 1);
    struct engine_result *result = malloc(sizeof *result);
    uint64_t lot = 3;
    unsigned found = 0;
    const unsigned tries = effort(400, 40);
    assert_non_null(result);
    for (unsigned i = 0; i < tries; i++) {
        struct position pos = {.turn = (uint8_t)draw_lot(&lot, 2)};
        for (unsigned k = 0; k < 4; k++) {
            square sq = (square)draw_lot(&lot, BOARD_BITS);
            bitboard bit = (bitboard)1 << sq;
            if (!(rules->board->playing & bit) || (pos.pieces[WHITE] | pos.pieces[BLACK]) & bit)
                continue;
            pos.pieces[k == 0] |= bit;
            bool king = draw_lot(&lot, 2) || rules->board->crowning[k == 0] & bit;
            pos.kings |= king ? bit : 0;
        }
        if (!pos.pieces[WHITE] || !pos.pieces[BLACK])
            continue;
        int end = plain_end(rules, &pos, 4);
        if (end == 0)
            continue;
        engine_new_game(engine);
        think(engine, &pos, (struct engine_limits){.depth = 7}, result);
        int told = score_plies_to_win(result->lines[0].score);
        if ((told > 0) != (end > 0) || told == 0)
            fail_msg("%u: plain search says %d, engine %d", i, end, result->lines[0].score);
        found++;
    }
    assert_true(found > effort(20, 0));
    free(result);
    engine_close(engine);
}

/* ---- draws ---- */

/*
 * The game goes to and fro several times, and then only the move with which it began is searched.
 * Its position counts as a draw if the rules say so now: that the game has been there before does
 * not mean that it must go there again.
 */
static const struct to_and_fro {
    const char *name, *rules, *draws, *fen, *words[4];
    unsigned times;
    bool drawn;
} to_and_fro[] = {
    {"english, for the first time",
     "english",
     NULL,
     "W:WK1,K10:BK32",
     {"10-15", "32-28", "15-10", "28-32"},
     0,
     false},
    {"english, for the second time",
     "english",
     NULL,
     "W:WK1,K10:BK32",
     {"10-15", "32-28", "15-10", "28-32"},
     1,
     false},
    {"english, for the third time",
     "english",
     NULL,
     "W:WK1,K10:BK32",
     {"10-15", "32-28", "15-10", "28-32"},
     2,
     true},
    {"italian, for the third time",
     "italian",
     NULL,
     "W:WK4,K8:BK15",
     {"4-7", "15-19", "7-4", "19-15"},
     2,
     false},
    {"italian, for the fourth time",
     "italian",
     NULL,
     "W:WK4,K8:BK15",
     {"4-7", "15-19", "7-4", "19-15"},
     3,
     true},
    {"no draws, for the fourth time",
     "english",
     "none",
     "W:WK1,K10:BK32",
     {"10-15", "32-28", "15-10", "28-32"},
     3,
     false},
};

static void sees_repetition(void **state)
{
    const struct to_and_fro *t = *state;
    const struct rules *rules = rules_named(t->rules);
    struct position start = position_of(rules, t->fen), pos = start;
    struct engine_options options = {.hash = 1 << 20, .eval = "material"};
    struct engine *engine;
    struct engine_result *result = malloc(sizeof *result);
    struct move moves[16];
    struct err err = {0};
    struct moves found;
    moves_init(&found);
    assert_non_null(result);
    for (unsigned i = 0; i < 4; i++) {
        struct written_move written;
        unsigned odd;
        assert_int_equal(notation_parse(rules, text_of(t->words[i]), &written, &err), 0);
        assert_int_equal(notation_find(rules, &pos, &written, &found, &odd), 0);
        assert_int_equal(found.n, 1);
        moves[i] = moves[i + 4] = moves[i + 8] = moves[i + 12] = found.at[0];
        move_play(rules, &pos, &moves[i]);
    }
    assert_true(position_same(&pos, &start));
    options.draws = t->draws ? draw_profile_find(rules, text_of(t->draws), &err) : NULL;
    assert_int_equal(engine_open(rules, &options, &engine, &err), 0);
    struct engine_limits limits = {.depth = 1, .only = &moves[0], .n_only = 1};
    assert_int_equal(
        engine_think(engine, &start, moves, 4 * t->times, &limits, NULL, NULL, result, &err), 0);
    assert_int_equal(result->lines[0].score == 0, t->drawn);
    moves_fini(&found);
    free(result);
    engine_close(engine);
}

static void sees_counted_draw(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("international");
    struct position pos = position_of(rules, "W:WK6,K17:BK46");
    struct engine *engine = engine_of(rules, 1);
    struct engine_result *result = malloc(sizeof *result);
    assert_non_null(result);
    think(engine, &pos, (struct engine_limits){.depth = 16},
          result); /* two kings have five moves against one */
    assert_int_equal(result->lines[0].score, 0);
    free(result);
    engine_close(engine);
}

static void sees_limit_of_moves(void **state)
{
    (void)state;
    struct err err = {0};
    struct engine_options options = {.hash = 1 << 20, .eval = "material"};
    struct position pos = position_of(rules_international, "W:W31-38:B1,2");
    struct engine *engine;
    struct engine_result *result = malloc(sizeof *result);
    assert_non_null(result);
    options.draws = draw_profile_find(rules_international, text_of("fmjd,limit=1"), &err);
    assert_non_null(options.draws);
    assert_int_equal(engine_open(rules_international, &options, &engine, &err), 0);
    think(engine, &pos, (struct engine_limits){.depth = 6}, result);
    assert_int_equal(result->lines[0].score, 0);
    free(result);
    engine_close(engine);
}

/* ---- limits ---- */

static void keeps_limits(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("international");
    struct engine *engine = engine_of(rules, 1);
    struct engine_result *result = malloc(sizeof *result);
    struct position pos;
    assert_non_null(result);
    position_start(rules, &pos);
    think(engine, &pos, (struct engine_limits){.depth = 3}, result);
    assert_int_equal(result->depth, 3);
    think(engine, &pos, (struct engine_limits){.nodes = 5000}, result);
    assert_in_range(result->nodes, 1, 5001);
    int64_t begun = clock_ms();
    think(engine, &pos, (struct engine_limits){.move_ms = 60}, result);
    assert_in_range(clock_ms() - begun, 40, 2000);
    begun = clock_ms();
    think(engine, &pos, (struct engine_limits){.clock_ms = 400, .moves = 1}, result);
    assert_in_range(clock_ms() - begun, 0, 2000);
    free(result);
    engine_close(engine);
}

static void plans_time(void **state)
{
    (void)state;
    static const struct engine_limits clocks[] = {
        {.clock_ms = 1},
        {.clock_ms = 12000, .moves = 80},
        {.clock_ms = 12000, .moves = 1},
        {.clock_ms = 60000, .inc_ms = 1000},
        {.clock_ms = INT64_C(1) << 40, .moves = 3},
        {.clock_ms = INT64_MAX, .moves = 1},
        {.clock_ms = 500, .inc_ms = 100000},
    };
    for (unsigned i = 0; i < ARRAY_LEN(clocks); i++) {
        struct time_plan plan = time_plan_make(&clocks[i]);
        assert_true(plan.soft >= 1 && plan.soft <= plan.hard);
        assert_true(plan.hard <= clocks[i].clock_ms);
    }
    assert_true(time_plan_make(&(struct engine_limits){.depth = 5}).hard == INT64_MAX);
}

/* Plays `n` moves by the plan, where each takes `share` of what it may. */
static void use_clock(struct engine_limits *limits, unsigned n, double share)
{
    for (; n > 0; n--, limits->moves--) {
        struct time_plan plan = time_plan_make(limits);
        assert_true(plan.hard < limits->clock_ms);
        limits->clock_ms -= (int64_t)(share * (double)plan.soft);
    }
}

static void clock_never_runs_out(void **state)
{
    (void)state;
    static const struct engine_limits rows[] = {
        {.clock_ms = 12000, .moves = 80},
        {.clock_ms = 1000, .moves = 75},
        {.clock_ms = 3600000, .moves = 50},
        {.clock_ms = 2000, .moves = 2},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct engine_limits limits = rows[i];
        use_clock(&limits, rows[i].moves, 1);
        assert_true(limits.clock_ms > 0);
    }
}

/* Moves use about two thirds of their share. Then none gets much more time than another. */
static void moves_get_equal_time(void **state)
{
    (void)state;
    static const struct engine_limits rows[] = {
        {.clock_ms = 12000, .moves = 80},
        {.clock_ms = 600000, .moves = 80},
        {.clock_ms = 3600000, .moves = 50},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct engine_limits limits = rows[i];
        const int64_t first = time_plan_make(&limits).soft;
        use_clock(&limits, rows[i].moves / 2, 0.66);
        assert_in_range(time_plan_make(&limits).soft, first * 3 / 4, first * 5 / 4);
        use_clock(&limits, rows[i].moves / 4, 0.66);
        assert_in_range(time_plan_make(&limits).soft, first / 2, first * 5 / 4);
    }
}

static const struct single_reply {
    const char *name;
    struct engine_limits clock;
} single_replies[] = {
    {"a minute", {.clock_ms = 60000}},
    {"three moves to the control", {.clock_ms = 60000, .moves = 3}},
    {"less than the increments of three moves", {.clock_ms = 60000, .inc_ms = 40000}},
};

/* On a clock a single reply is played at once, and still names the move expected after it. */
static void plays_single_reply_at_once(void **state)
{
    const struct single_reply *row = *state;
    struct engine *engine = engine_of(rules_international, 1);
    struct position pos = position_of(rules_international, "W:W28,33,38,42,48:B23,1,2,3,4,5,7");
    struct engine_result result;
    think(engine, &pos, row->clock, &result);
    assert_true(result.has_move && result.best.captured);
    assert_int_equal(result.depth, 1);
    assert_true(result.has_ponder);
    engine_close(engine);
}

static void answers_without_moves(void **state)
{
    (void)state;
    struct engine_result *result = malloc(sizeof *result);
    struct engine *engine = engine_of(rules_international, 1);
    struct position pos = position_of(rules_international, "W:W6:B1-5,7-10");
    assert_non_null(result);
    pos.pieces[WHITE] = 0;
    think(engine, &pos, (struct engine_limits){.depth = 5}, result);
    assert_false(result->has_move);
    assert_int_equal(result->lines[0].score, -SCORE_WON);
    engine_close(engine);
    engine = engine_of(rules_named("antidraughts"), 1);
    think(engine, &pos, (struct engine_limits){.depth = 5}, result);
    assert_int_equal(result->lines[0].score, SCORE_WON);
    free(result);
    engine_close(engine);
}

/* Boards that no game has: all kings, men on the row they are crowned on, everything full. */
static void stands_impossible(void **state)
{
    const struct rules *rules = *state;
    struct engine *engine = engine_of(rules, 1);
    struct engine_result *result = malloc(sizeof *result);
    bitboard all = rules->board->playing, half = 0;
    assert_non_null(result);
    for (bitboard set = all; set; set &= set - 1)
        half ^= POPCOUNT64(set) % 2 ? set & -set : 0;
    const struct position odd[] = {
        {.pieces = {half, all & ~half}, .kings = all},
        {.pieces = {all & ~rules->board->crowning[WHITE], rules->board->crowning[WHITE]}},
        {.pieces = {rules->board->crowning[WHITE], rules->board->crowning[BLACK]}},
        {.pieces = {all, 0}, .kings = all},
        {.pieces = {all & (all - 1), 0}, .kings = all},
    };
    for (unsigned i = 0; i < ARRAY_LEN(odd); i++) {
        think(engine, &odd[i], (struct engine_limits){.nodes = 3000}, result);
        assert_true(result->has_move == moves_exist(rules, &odd[i]));
    }
    free(result);
    engine_close(engine);
}

static void keeps_to_moves_asked(void **state)
{
    (void)state;
    struct engine *engine = engine_of(rules_international, 1);
    struct engine_result *result = malloc(sizeof *result);
    struct position pos;
    struct moves list;
    moves_init(&list);
    assert_non_null(result);
    position_start(rules_international, &pos);
    assert_int_equal(moves_generate(rules_international, &pos, &list), 0);
    for (unsigned i = 0; i < list.n; i++) {
        think(engine, &pos, (struct engine_limits){.depth = 4, .only = &list.at[i], .n_only = 1},
              result);
        assert_true(move_same(&result->best, &list.at[i]));
    }
    moves_fini(&list);
    free(result);
    engine_close(engine);
}

struct lines_seen {
    unsigned depth, n;
    struct move first[ENGINE_MULTI_MAX];
    int score[ENGINE_MULTI_MAX];
};

static void note_line(void *ctx, const struct engine_info *info)
{
    struct lines_seen *seen = ctx;
    if (info->lower || info->upper)
        return;
    seen->n = info->depth == seen->depth ? seen->n + 1 : 1;
    seen->depth = info->depth;
    seen->first[info->index] = info->line->pv[0];
    seen->score[info->index] = info->line->score;
}

/* Searches. @return what was reported, of which the last must be the result */
static struct lines_seen think_aloud(struct engine *engine, const struct position *pos,
                                     struct engine_limits limits, struct engine_result *result)
{
    struct lines_seen seen = {0};
    struct err err = {0};
    assert_int_equal(engine_think(engine, pos, NULL, 0, &limits, note_line, &seen, result, &err),
                     0);
    for (unsigned i = 0; i < result->n_lines; i++) {
        assert_int_equal(seen.score[i], result->lines[i].score);
        assert_true(move_same(&seen.first[i], &result->lines[i].pv[0]));
    }
    return seen;
}

static void reports_several_lines(void **state)
{
    (void)state;
    struct engine *engine = engine_of(rules_international, 1);
    struct engine_result *result = malloc(sizeof *result);
    struct position pos;
    assert_non_null(result);
    position_start(rules_international, &pos);
    const struct lines_seen seen =
        think_aloud(engine, &pos, (struct engine_limits){.depth = 6, .multi = 100}, result);
    assert_int_equal(result->n_lines, 9); /* as many as there are moves */
    assert_int_equal(seen.n, 9);
    for (unsigned i = 1; i < seen.n; i++)
        for (unsigned k = 0; k < i; k++)
            assert_false(move_same(&seen.first[i], &seen.first[k]));
    assert_true(result->lines[0].score > result->lines[8].score);
    think_aloud(engine, &pos, (struct engine_limits){.nodes = 1, .multi = 3}, result);
    assert_int_equal(result->n_lines, 3); /* even where there was no time for one ply */
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(result->lines[i].n, 1);
    free(result);
    engine_close(engine);
}

static void orders_lines(void **state)
{
    const struct rules *rules = *state;
    struct engine *engine = engine_of(rules, 1);
    struct engine_result *result = malloc(sizeof *result);
    struct position pos;
    assert_non_null(result);
    position_start(rules, &pos);
    for (unsigned i = 0; i < 45; i++) { /* to a depth, and cut short in the middle of one */
        engine_new_game(engine);
        think_aloud(engine, &pos,
                    i < 5 ? (struct engine_limits){.depth = i + 5, .multi = 12}
                          : (struct engine_limits){.nodes = 211 * i, .multi = 12},
                    result);
        for (unsigned k = 1; k < result->n_lines; k++)
            assert_true(result->lines[k - 1].score >= result->lines[k].score);
        assert_true(move_same(&result->best, &result->lines[0].pv[0]));
    }
    free(result);
    engine_close(engine);
}

/* Scores of moves that were not searched are on the search's scale: its own cuts a vain advantage. */
static void scores_unsearched_as_searched(void **state)
{
    (void)state;
    struct engine *engine = engine_of(rules_international, 1);
    struct engine_result *result = malloc(sizeof *result);
    /* after each move the king takes one of two, so that a node is not enough for any of them */
    const struct position pos = position_of(rules_international, "W:WK14,K39,K47:BK25");
    assert_non_null(result);
    think_aloud(engine, &pos, (struct engine_limits){.nodes = 1, .multi = 3}, result);
    assert_int_equal(result->depth, 0);
    for (unsigned i = 0; i < 3; i++)
        assert_in_range(result->lines[i].score, 1, 1000); /* two kings more are worth 6000 */
    free(result);
    engine_close(engine);
}

/* Even if the limits break off a depth in which another move had become the best. */
static void reports_the_move_it_plays(void **state)
{
    (void)state;
    struct engine *engine = engine_of(rules_international, 1);
    struct engine_result *result = malloc(sizeof *result);
    struct position pos;
    assert_non_null(result);
    position_start(rules_international, &pos);
    for (uint64_t nodes = 1; nodes < 6000; nodes += 101) {
        engine_new_game(engine);
        think_aloud(engine, &pos, (struct engine_limits){.nodes = nodes}, result);
    }
    free(result);
    engine_close(engine);
}

/* Engines that share an evaluation find what one of their own finds; the last one frees it. */
static void shares_evaluation(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    struct engine_options own = {.hash = 1 << 20, .eval = "material"};
    struct engine_options shared = {.hash = 1 << 20, .eval = "/nowhere"};
    struct engine_result result;
    struct engine *engine[3];
    struct position pos;
    struct err err = {0};
    uint64_t nodes[3];
    assert_int_equal(eval_open(rules, "material", &shared.shared_eval, &err), 0);
    assert_int_equal(engine_open(rules, &own, &engine[0], &err), 0);
    assert_int_equal(engine_open(rules, &shared, &engine[1], &err), 0);
    assert_int_equal(engine_open(rules, &shared, &engine[2], &err), 0);
    assert_int_equal(engine_open(rules_international, &shared, &(struct engine *){0}, &err), -1);
    assert_non_null(strstr(err.msg, "evaluation for english, expected international"));
    eval_close(shared.shared_eval);
    position_start(rules, &pos);
    for (unsigned i = 0; i < 3; i++) {
        think(engine[i], &pos, (struct engine_limits){.depth = 6}, &result);
        nodes[i] = result.nodes;
        engine_close(engine[i]);
    }
    assert_true(nodes[0] == nodes[1] && nodes[0] == nodes[2]);
}

static void repeats_itself(void **state)
{
    const struct rules *rules = *state;
    struct engine_result *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    struct engine *engine = engine_of(rules, 1), *other = engine_of(rules, 1);
    struct engine_options old = {.hash = 1 << 20, .eval = "material", .portable = true};
    struct engine *portable;
    struct position pos;
    assert_int_equal(engine_open(rules, &old, &portable, NULL), 0);
    assert_non_null(first);
    assert_non_null(second);
    position_start(rules, &pos);
    think(engine, &pos, (struct engine_limits){.depth = 7}, first);
    engine_new_game(engine);
    think(engine, &pos, (struct engine_limits){.depth = 7}, second);
    assert_true(first->nodes == second->nodes && move_same(&first->best, &second->best));
    think(other, &pos, (struct engine_limits){.depth = 7}, second);
    assert_true(first->nodes == second->nodes);
    think(portable, &pos, (struct engine_limits){.depth = 7}, second);
    assert_true(first->nodes == second->nodes && first->lines[0].score == second->lines[0].score);
    free(first);
    free(second);
    engine_close(engine);
    engine_close(other);
    engine_close(portable);
}

int main(int argc, char **argv)
{
    if (argc > 1) /* only those whose name fits: "stop*" */
        cmocka_set_test_filter(argv[1]);
    for (unsigned i = 0; i < rules_count; i++) {
        const struct rules *rules = rules_all[i];
        rows_add("search plays", rules->name, search_any_rules, rules);
        rows_add("impossible positions", rules->name, stands_impossible, rules);
        rows_add("same answer again", rules->name, repeats_itself, rules);
        if (rules->goal == GOAL_BLOCK)
            rows_add("forced ends", rules->name, finds_ends, rules);
    }
    for (unsigned i = 0; i < ARRAY_LEN(shots); i++)
        rows_add("shot", shots[i].name, finds_shot, &shots[i]);
    for (unsigned i = 0; i < ARRAY_LEN(to_and_fro); i++)
        rows_add("repetition", to_and_fro[i].name, sees_repetition, &to_and_fro[i]);
    rows_add("counted draws", NULL, sees_counted_draw, NULL);
    rows_add("a limit of moves is a draw", NULL, sees_limit_of_moves, NULL);
    rows_add("limits are kept", NULL, keeps_limits, NULL);
    rows_add("plans for clocks", NULL, plans_time, NULL);
    rows_add("a clock never runs out", NULL, clock_never_runs_out, NULL);
    rows_add("late moves get time", NULL, moves_get_equal_time, NULL);
    for (unsigned i = 0; i < ARRAY_LEN(single_replies); i++)
        rows_add("single reply", single_replies[i].name, plays_single_reply_at_once,
                 &single_replies[i]);
    rows_add("no moves", NULL, answers_without_moves, NULL);
    rows_add("only some moves", NULL, keeps_to_moves_asked, NULL);
    rows_add("several lines", NULL, reports_several_lines, NULL);
    rows_add("moves that were not searched", NULL, scores_unsearched_as_searched, NULL);
    rows_add("the move played is reported", NULL, reports_the_move_it_plays, NULL);
    rows_add("lines are best first", "turkish", orders_lines, rules_named("turkish"));
    rows_add("one evaluation for several engines", NULL, shares_evaluation, NULL);
    return rows_run("engine");
}
