// SPDX-License-Identifier: MIT
/*
 * Compositions checked with an engine that answers as each row says. The order of the searches: at
 * each turn of the solver all other moves, at each turn of the defender all other replies, then the
 * end, unless the game is over there.
 */
#include "core/base/array.h"
#include "core/study/problem.h"
#include "tests/lib/answers.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

#include <string.h>

#define SHOT   "[FEN \"W:W34,39,43,44:B23,24\"] "
#define MANY   "[GameType \"21\"] [FEN \"W:WK32,K31,K30,K29,K28,K27:BK4\"] "
#define AROUND "29-25 4-8 25-29 8-4 "
#define LONGER "[FEN \"W:W34,39,43,44,50:B23,24,1\"] 34-29 23x34 39x19 1-6 50-45 "

/* For the side to move. */
// clang-format off
#define FAILS              {0.1F, 0.6F, 0}
#define WINS               {0.95F, 0.05F, 0}
#define IS_LOST            {0, 0.05F, 0}
#define UNCLEAR            {0.5F, 0.4F, 0}
#define UNCLEAR_FOR_SOLVER {0.1F, 0.4F, 0}
#define WINS_IN_9          {1, 0, 9}
#define LOSES_IN_8         {0, 0, -8}
// clang-format on

static const struct row {
    const char *name, *game;
    struct answers answers;
    enum problem_verdict verdict;
    bool proven;
    unsigned asked;
    unsigned n; /* findings, of which the first: */
    enum problem_fault fault;
    unsigned ply;
} rows_of_problems[] = {
    // clang-format off
    {"correct, by a search", SHOT "34-29 23x34 39x19 2-0",
     {{FAILS, IS_LOST}, 2, 0}, PROBLEM_IS_SOUND, false, 2, 0, 0, 0},
    {"correct, proven", SHOT "34-29 23x34 39x19 2-0",
     {{LOSES_IN_8, LOSES_IN_8}, 2, 0}, PROBLEM_IS_SOUND, true, 2, 0, 0, 0},
    {"without a result the side to move wins", SHOT "34-29 23x34 39x19 *",
     {{FAILS, IS_LOST}, 2, 0}, PROBLEM_IS_SOUND, false, 2, 0, 0, 0},
    {"the end is searched where the game goes on", LONGER "2-0",
     {{FAILS, IS_LOST, IS_LOST, FAILS, IS_LOST}, 5, 0}, PROBLEM_IS_SOUND, false, 5, 0, 0, 0},
    {"the end does not win", LONGER "2-0",
     {{FAILS, IS_LOST, IS_LOST, FAILS, UNCLEAR_FOR_SOLVER}, 5, 0}, PROBLEM_IS_OPEN, false, 5, 1, PROBLEM_OPEN, 5},
    {"the end looks drawn", LONGER "2-0",
     {{FAILS, IS_LOST, IS_LOST, FAILS, {0.1F, 0.8F, 0}}, 5, 0}, PROBLEM_IS_OPEN, false, 5, 1, PROBLEM_OPEN, 5},
    {"the end loses", LONGER "2-0",
     {{FAILS, IS_LOST, IS_LOST, FAILS, WINS}, 5, 0}, PROBLEM_IS_UNSOUND, false, 5, 1, PROBLEM_REFUTED, 5},
    {"second solution, by a search", SHOT "34-29 23x34 39x19 2-0",
     {{WINS, FAILS, IS_LOST}, 3, 0}, PROBLEM_HAS_SECOND, false, 3, 1, PROBLEM_SECOND, 0},
    {"second solution, proven", SHOT "34-29 23x34 39x19 2-0",
     {{WINS_IN_9, FAILS, IS_LOST}, 3, 0}, PROBLEM_HAS_SECOND, true, 3, 1, PROBLEM_SECOND, 0},
    {"the proven one of two counts", SHOT "34-29 23x34 39x19 2-0",
     {{WINS, WINS_IN_9, FAILS, IS_LOST}, 4, 0}, PROBLEM_HAS_SECOND, true, 4, 2, PROBLEM_SECOND, 0},
    {"another move may win", SHOT "34-29 23x34 39x19 2-0",
     {{UNCLEAR, IS_LOST}, 2, 0}, PROBLEM_IS_OPEN, false, 2, 1, PROBLEM_OPEN_SECOND, 0},
    {"dual", LONGER "2-0",
     {{FAILS, IS_LOST, IS_LOST, WINS, FAILS, IS_LOST}, 6, 0}, PROBLEM_HAS_DUAL, false, 6, 1, PROBLEM_DUAL, 4},
    {"refuted by another reply", SHOT "34-29 23x34 39x19 2-0",
     {{FAILS, WINS}, 2, 0}, PROBLEM_IS_UNSOUND, false, 2, 1, PROBLEM_REFUTED, 1},
    {"another reply seems to draw", SHOT "34-29 23x34 39x19 2-0",
     {{FAILS, {0.1F, 0.8F, 0}}, 2, 0}, PROBLEM_IS_OPEN, false, 2, 1, PROBLEM_OPEN, 1},
    {"refuted, proven", SHOT "34-29 23x34 39x19 2-0",
     {{FAILS, WINS_IN_9}, 2, 0}, PROBLEM_IS_UNSOUND, true, 2, 1, PROBLEM_REFUTED, 1},
    {"perhaps refuted", SHOT "34-29 23x34 39x19 2-0",
     {{FAILS, UNCLEAR_FOR_SOLVER}, 2, 0}, PROBLEM_IS_OPEN, false, 2, 1, PROBLEM_OPEN, 1},
    {"refuted and with a second solution", SHOT "34-29 23x34 39x19 2-0",
     {{WINS, FAILS, WINS_IN_9}, 3, 0}, PROBLEM_IS_UNSOUND, true, 3, 2, PROBLEM_SECOND, 0},
    {"a draw is the goal: others must lose", SHOT "34-29 23x34 39x19 1-1",
     {{IS_LOST, {0, 0.95F, 0}}, 2, 0}, PROBLEM_IS_SOUND, false, 2, 0, 0, 0},
    {"a draw is the goal, and another move draws", SHOT "34-29 23x34 39x19 1-1",
     {{{0, 0.95F, 0}, IS_LOST, IS_LOST}, 3, 0}, PROBLEM_HAS_SECOND, false, 3, 1, PROBLEM_SECOND, 0},
    {"the other side wins", SHOT "39-33 23-28 0-2",
     {{IS_LOST, FAILS, IS_LOST}, 3, 0}, PROBLEM_IS_SOUND, false, 3, 0, 0, 0},
    {"illegal move", SHOT "34-29 23x34 39x28 2-0",
     {{FAILS, IS_LOST}, 2, 0}, PROBLEM_IS_ILLEGAL, true, 2, 1, PROBLEM_ILLEGAL, 2},
    {"an illegal move after more duals than are kept", MANY AROUND AROUND AROUND "29-1 1-1",
     {.n = 0}, PROBLEM_IS_ILLEGAL, true, 27, PROBLEM_FINDINGS, PROBLEM_SECOND, 0},
    {"no solution given, one found", SHOT "2-0",
     {{WINS, FAILS}, 2, 0}, PROBLEM_IS_SOLVED, false, 2, 1, PROBLEM_SOLUTION, 0},
    {"no solution given, two found", SHOT "2-0",
     {{WINS, WINS, FAILS}, 3, 0}, PROBLEM_HAS_SECOND, false, 3, 2, PROBLEM_SOLUTION, 0},
    {"no solution given, the other side begins and has one answer to meet", SHOT "0-2",
     {{IS_LOST, FAILS}, 2, 0}, PROBLEM_IS_SOLVED, false, 2, 1, PROBLEM_SOLUTION, 0},
    {"no solution given, the other side begins, and two answers win", SHOT "0-2",
     {{IS_LOST, WINS, FAILS}, 3, 0}, PROBLEM_HAS_SECOND, false, 3, 2, PROBLEM_SOLUTION, 0},
    {"no solution given, none there", SHOT "2-0",
     {{IS_LOST}, 1, 0}, PROBLEM_IS_UNSOUND, false, 1, 1, PROBLEM_UNSOLVABLE, 0},
    {"no solution given, none there, proven", SHOT "2-0",
     {{LOSES_IN_8}, 1, 0}, PROBLEM_IS_UNSOUND, true, 1, 1, PROBLEM_UNSOLVABLE, 0},
    {"no solution given, and the position looks drawn", SHOT "2-0",
     {{FAILS}, 1, 0}, PROBLEM_IS_OPEN, false, 1, 1, PROBLEM_OPEN, 0},
    {"no solution given, none found", SHOT "2-0",
     {{UNCLEAR}, 1, 0}, PROBLEM_IS_OPEN, false, 1, 1, PROBLEM_OPEN, 0},
    // clang-format on
};

static void same_finding(const struct problem_finding *a, const struct problem_finding *b)
{
    assert_int_equal(a->fault, b->fault);
    assert_int_equal(a->ply, b->ply);
    assert_int_equal(a->proven, b->proven);
    assert_int_equal(a->line.n, b->line.n);
    for (unsigned i = 0; i < a->line.n; i++)
        assert_true(move_same(&a->line.line[i], &b->line.line[i]));
}

/* What goes into the journal comes out of it, and nothing less does. */
static void packs(const struct game *game, const struct problem *problem)
{
    struct buffer bytes = {0};
    struct problem again;
    assert_int_equal(problem_pack(game, problem, &bytes), 0);
    assert_int_equal(problem_unpack(game, buffer_text(&bytes), &again), 1);
    assert_int_equal(again.n, problem->n);
    assert_int_equal(again.solver, problem->solver);
    assert_int_equal(again.draws, problem->draws);
    assert_int_equal(again.proven, problem->proven);
    assert_int_equal(again.given, problem->given);
    for (unsigned i = 0; i < again.n; i++)
        same_finding(&again.at[i], &problem->at[i]);
    for (size_t n = 0; n < bytes.n; n++)
        assert_int_equal(problem_unpack(game, (struct text){bytes.s, n}, &again), 0);
    buffer_fini(&bytes);
}

static void is_checked(void **state)
{
    const struct row *row = *state;
    struct arena arena = {0};
    struct game game;
    struct err err = {0};
    struct judge *judge = NULL;
    struct problem problem;
    struct answers answers = row->answers;
    const struct judge_options options = {
        .ops = &engine_ops_answers, .ops_ctx = &answers, .limits = {.nodes = 1000}};
    game_of_text(row->game, &arena, &game);
    assert_int_equal(judge_open(game.rules, &options, &judge, &err), 0);
    assert_int_equal(problem_check(judge, &game, &problem, &err), 1);
    assert_string_equal(problem_verdict_word(problem_verdict(&problem)),
                        problem_verdict_word(row->verdict));
    assert_int_equal(problem_is_proven(&problem), row->proven);
    assert_int_equal(answers.asked, row->asked);
    assert_int_equal(problem.n, row->n);
    if (problem.n) {
        assert_string_equal(problem_fault_word(problem.at[0].fault),
                            problem_fault_word(row->fault));
        assert_int_equal(problem.at[0].ply, row->ply);
    }
    packs(&game, &problem);
    judge_close(judge);
    arena_fini(&arena);
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(rows_of_problems); i++)
        rows_add("problem_check", rows_of_problems[i].name, is_checked, &rows_of_problems[i]);
    return rows_run("problem");
}
