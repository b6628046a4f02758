// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/study/exercise.h"
#include "tests/lib/answers.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

/* ---- how far a line is a combination ---- */

/* The moves of the game are the line; all of them are legal. */
static const struct length_row {
    const char *name, *game;
    unsigned length;
} lengths[] = {
    {"one given, two taken", "[FEN \"W:W34,39,43,44:B23,24\"] 34-29 23x34 39x19", 3},
    {"the same by Black", "[FEN \"B:W27,28:B7,8,12,17\"] 17-22 28x17 12x32", 3},
    {"an exchange", "[FEN \"W:W34,39,43,44:B23,13\"] 34-29 23x34 39x30", 0},
    {"a capture that costs nothing", "[FEN \"W:W28:B22,1\"] 28x17", 0},
    {"cut before the profit", "[FEN \"W:W34,39,43,44:B23,24\"] 34-29 23x34", 0},
    {"a first reply that is not forced", "[FEN \"W:W34,39,50:B19,24,1\"] 50-45 1-6 34-29", 0},
    {"what follows the profit", "[FEN \"W:W34,39,43,44,50:B23,24,1\"] 34-29 23x34 39x19 1-6 50-45",
     3},
    {"profit that is taken back", "[FEN \"W:W34,39,43,44:B23,24,14,10\"] 34-29 23x34 39x19 14x23",
     0},
    {"profit that is taken back, and taken again",
     "[FEN \"W:W34,39,42,43,44,32,38:B23,24,14,10\"] 34-29 23x34 39x19 14x23 32-28 23x32 38x27", 0},
    {"no line", "[FEN \"W:W34,39,43,44:B23,24\"]", 0},
};

static unsigned moves_of(const struct game *game, struct move *line, unsigned room)
{
    unsigned n = 0;
    for (const struct node *node = game->line.first; node && n < room; node = node->next) {
        assert_int_equal(node->state, NODE_PLAYED);
        line[n++] = node->move;
    }
    return n;
}

static void has_length(void **state)
{
    const struct length_row *row = *state;
    struct arena arena = {0};
    struct game game;
    struct move line[JUDGE_LINE];
    game_of_text(row->game, &arena, &game);
    unsigned n = moves_of(&game, line, JUDGE_LINE);
    assert_int_equal(exercise_length(game.rules, &game.start, line, n), row->length);
    arena_fini(&arena);
}

/* ---- which plies are marked ---- */

#define SHOT "[FEN \"W:W34,39,43,44:B23,24\"] 34-29 23x34 39x19"

/* The first ply of a game, judged to win by its moves; the answers are about the other moves. */
static const struct mark_row {
    const char *name, *game;
    float win; /* chance of winning with the combination */
    unsigned flags;
    struct answers others;
    bool marked;
    unsigned asked;
} marks[] = {
    {"nothing else wins", SHOT, 0.95F, 0, {{{0.1F, 0.8F, 0}}, 1, 0}, true, 1},
    {"another move wins", SHOT, 0.95F, 0, {{{0.6F, 0.4F, 0}}, 1, 0}, false, 1},
    {"another move wins by force", SHOT, 0.95F, 0, {{{1, 0, 9}}, 1, 0}, false, 1},
    {"the combination may not win", SHOT, 0.85F, 0, {{{0, 0, 0}}, 1, 0}, false, 0},
    {"not judged", SHOT, 0.95F, JUDGED_OTHER, {{{0, 0, 0}}, 1, 0}, false, 0},
    {"in the book", SHOT, 0.95F, JUDGED_BOOK, {{{0, 0, 0}}, 1, 0}, false, 0},
    {"marked before, and none", SHOT, 0.85F, JUDGED_EXERCISE, {{{0, 0, 0}}, 1, 0}, false, 0},
    {"no combination", "[FEN \"W:W28,50:B22,1\"] 28x17", 0.95F, 0, {{{0, 0, 0}}, 1, 0}, false, 0},
    {"what follows the profit is not searched",
     "[FEN \"W:W34,39,43,44,35:B23,24,20,15\"] 34-29 23x34 39x19 20-25 19-13",
     0.95F,
     0,
     {{{0.1F, 0.8F, 0}}, 1, 0},
     true,
     1},
    {"rules in which it is good to lose pieces",
     "[GameType \"98\"] " SHOT,
     0.95F,
     0,
     {{{0, 0, 0}}, 1, 0},
     false,
     0},
};

static struct judge *open_judge(const struct rules *rules, struct answers *answers)
{
    struct judge *judge = NULL;
    struct err err = {0};
    const struct judge_options options = {
        .ops = &engine_ops_answers, .ops_ctx = answers, .limits = {.nodes = 1000}};
    assert_int_equal(judge_open(rules, &options, &judge, &err), 0);
    return judge;
}

static void is_marked(void **state)
{
    const struct mark_row *row = *state;
    struct arena arena = {0};
    struct game game;
    struct err err = {0};
    struct judged_ply plies[JUDGE_LINE + 1] = {0};
    struct answers others = row->others;
    game_of_text(row->game, &arena, &game);
    struct judgement *best = &plies[0].best;
    plies[0].flags = JUDGED | row->flags;
    best->wdl = (struct wdl){.win = row->win, .draw = 1 - row->win};
    best->n = moves_of(&game, best->line, JUDGE_LINE);
    struct judge *judge = open_judge(game.rules, &others);
    assert_int_equal(exercise_mark(judge, &game, plies, best->n, &err), 1);
    assert_int_equal((plies[0].flags & JUDGED_EXERCISE) != 0, row->marked);
    assert_int_equal(others.asked, row->asked);
    for (unsigned i = 1; i < best->n; i++)
        assert_false(plies[i].flags & JUDGED_EXERCISE);
    judge_close(judge);
    arena_fini(&arena);
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(lengths); i++)
        rows_add("exercise_length", lengths[i].name, has_length, &lengths[i]);
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        rows_add("exercise_mark", marks[i].name, is_marked, &marks[i]);
    return rows_run("exercise");
}
