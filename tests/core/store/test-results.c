// SPDX-License-Identifier: MIT
/*
 * The file of results: schedules and games go in and come back; what does not fit is refused; views
 * count right.
 */
#include "core/board/notation.h"
#include "core/store/results-internal.h"
#include "core/store/results.h"
#include "tests/lib/scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const struct results_player players[] = {
    {"Anna \"<b>\"", "builtin", "40/600"},
    {"Bob", "dxp", ""},
};
static const struct results_pair pairs[] = {
    {.number = 1, .round = 1, .first = 0, .second = 1, .games = 2, .opening = "Start", .moves = ""},
    {.number = 2,
     .round = 2,
     .first = 1,
     .second = 0,
     .games = 2,
     .opening = "32-28",
     .moves = "32-28 19-23"},
    {.number = 3,
     .round = 3,
     .first = 0,
     .second = 1,
     .games = 1,
     .opening = "Ending",
     .fen = "W:WK48:BK5,6",
     .moves = ""},
};
static const struct results_match plan = {
    .event = "Test",
    .site = "Here",
    .variant = "international",
    .draws = "",
    .seed = 7,
    .config = "event: Test\n",
    .fingerprint = {1, 2},
    .players = players,
    .n_players = 2,
    .pairs = pairs,
    .n_pairs = 3,
};

struct bed {
    char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 8];
    struct results *results;
    int64_t match;
    struct err err;
};

static int set_up(void **state)
{
    struct bed *bed = calloc(1, sizeof *bed);
    assert_non_null(mkdtemp(scratch_name(bed->folder)));
    snprintf(bed->path, sizeof bed->path, "%s/r.db", bed->folder);
    assert_int_equal(results_open(bed->path, RESULTS_WRITE, &bed->results, &bed->err), 0);
    assert_int_equal(results_match_begin(bed->results, &plan, &bed->match, &bed->err), 0);
    *state = bed;
    return 0;
}

static int tear_down(void **state)
{
    struct bed *bed = *state;
    static const char *const ends[] = {"", "-wal", "-shm"};
    results_close(bed->results);
    for (unsigned i = 0; i < 3; i++) {
        char path[SCRATCH_SIZE + 16];
        snprintf(path, sizeof path, "%s%s", bed->path, ends[i]);
        unlink(path);
    }
    rmdir(bed->folder);
    free(bed);
    return 0;
}

/** A game of the moves given, a second a ply, with judgements. */
static unsigned make_plies(const char *moves, unsigned opening, struct results_ply *plies)
{
    struct move made[64];
    struct position pos;
    struct err err = {0};
    position_start(rules_international, &pos);
    int n = results_moves(rules_international, moves, &pos, made, 64, &err);
    assert_true(n >= 0);
    for (int i = 0; i < n; i++)
        plies[i] = (struct results_ply){.move = made[i],
                                        .ms = 1000 + i,
                                        .claimed = i % 2 ? 900 : -1,
                                        .left = i % 2 ? RESULTS_NO_CLOCK : 600000 - 1000 * i,
                                        .score = i == 3 ? 29990 : 120 * i,
                                        .win = i == 2 ? 600 : -1,
                                        .loss = i == 2 ? 100 : -1,
                                        .depth = 11,
                                        .nodes = 5000,
                                        .opening = (unsigned)i < opening};
    return (unsigned)n;
}

static struct results_game make_game(unsigned pair, unsigned game, enum result result)
{
    return (struct results_game){.pair = pair,
                                 .game = game,
                                 .attempt = 1,
                                 .white = pairs[pair - 1].first ^ game,
                                 .black = pairs[pair - 1].second ^ game,
                                 .result = result,
                                 .reason = "resigned",
                                 .termination = "normal",
                                 .detail = "it said } \"enough\"",
                                 .blame = -1,
                                 .white_version = "1.0",
                                 .black_version = "",
                                 .began = 1700000000000,
                                 .ended = 1700000060000,
                                 .counts = true};
}

static int add(struct bed *bed, const struct results_game *game, int64_t *number)
{
    int rc = results_game_add(bed->results, bed->match, game, number, &bed->err);
    if (rc)
        printf("# %s\n", bed->err.msg);
    return rc;
}

static void schedule_comes_back(void **state)
{
    struct bed *bed = *state;
    struct arena arena = {0};
    struct results_match out;
    int64_t match;
    assert_int_equal(results_match_find(bed->results, "Test", &match, &bed->err), 1);
    assert_int_equal(match, bed->match);
    assert_int_equal(results_match_find(bed->results, "Another", &match, &bed->err), 0);
    assert_int_equal(results_match_find(bed->results, NULL, &match, &bed->err), 1);
    assert_int_equal(results_match_load(bed->results, match, &arena, &out, &bed->err), 0);
    assert_int_equal(out.n_players, 2);
    assert_string_equal(out.players[0].name, players[0].name);
    assert_string_equal(out.players[0].time_control, "40/600");
    assert_int_equal(out.n_pairs, 3);
    assert_true(hash128_same(out.fingerprint, plan.fingerprint));
    assert_null(out.pairs[0].fen);
    assert_string_equal(out.pairs[1].moves, "32-28 19-23");
    assert_string_equal(out.pairs[2].fen, "W:WK48:BK5,6");
    assert_int_equal(out.pairs[2].games, 1);
    arena_fini(&arena);
}

/** What came back of a game, compared where it was called. */
struct seen {
    unsigned games;
    const struct results_ply *plies;
    unsigned n;
};

static int compare_game(void *ctx, int64_t number, const struct results_game *game)
{
    struct seen *seen = ctx;
    seen->games++;
    assert_int_equal(number, seen->games);
    assert_int_equal(game->n, seen->n);
    assert_string_equal(game->detail, "it said } \"enough\"");
    assert_string_equal(game->white_version, "1.0");
    for (unsigned i = 0; i < game->n; i++) {
        const struct results_ply *a = &game->plies[i], *b = &seen->plies[i];
        assert_true(move_same(&a->move, &b->move));
        assert_int_equal(a->opening, b->opening);
        assert_int_equal(a->ms, b->opening ? -1 : b->ms);
        assert_int_equal(a->claimed, b->opening ? -1 : b->claimed);
        assert_int_equal(a->left, b->opening ? RESULTS_NO_CLOCK : b->left);
        assert_int_equal(a->score, b->opening ? RESULTS_NO_SCORE : b->score);
        assert_int_equal(a->win, b->opening ? -1 : b->win);
        assert_int_equal(a->nodes, b->opening ? 0 : b->nodes);
    }
    return 0;
}

static void games_come_back(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game game = make_game(2, 0, RESULT_WHITE);
    int64_t number = 0;
    game.plies = plies;
    game.n = make_plies("32-28 19-23 28x19 14x23 37-32 10-14", 2, plies);
    plies[4].nodes = INT64_MAX; /* as a program may tell */
    assert_int_equal(add(bed, &game, &number), 0);
    assert_int_equal(number, 1);
    struct seen seen = {.plies = plies, .n = game.n};
    assert_int_equal(results_each(bed->results, bed->match, compare_game, &seen, &bed->err), 0);
    assert_int_equal(seen.games, 1);
}

static void game_is_made(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game from = make_game(2, 0, RESULT_WHITE);
    from.white_version = "1\x1b[2J\xc2\x9b\x7f";
    struct arena arena = {0};
    struct game game = {.arena = &arena};
    from.plies = plies;
    from.n = make_plies("32-28 19-23 28x19 14x23 37-32 10-14", 2, plies);
    assert_int_equal(add(bed, &from, NULL), 0);
    assert_int_equal(results_game_read(bed->results, bed->match, &plan, 2, &game, &bed->err), 0);
    assert_int_equal(results_game_read(bed->results, bed->match, &plan, 1, &game, &bed->err), 1);
    assert_true(text_is(game_tag(&game, "White"), "Bob"));
    assert_true(text_is(game_tag(&game, "Black"), "Anna \"<b>\""));
    assert_true(text_is(game_tag(&game, "Result"), "2-0"));
    assert_true(text_is(game_tag(&game, "WhiteVersion"), "1?[2J???"));
    assert_true(text_is(game_tag(&game, "Round"), "2.1"));
    assert_true(text_is(game_tag(&game, "Date"), "2023.11.14"));
    assert_true(text_is(game_tag(&game, "Termination"), "normal"));
    assert_true(text_is(game_tag(&game, "ReasonDetail"), "it said } \"enough\""));
    assert_true(text_is(game_tag(&game, "TimeControlBlack"), "40/600"));
    const struct node *node = game.line.first;
    assert_null(node->items);
    node = node->next->next;
    assert_true(text_is(node->items->comment,
                        "[%eval 0.24] [%wdl 600 300 100] [%depth 11] [%nodes 5000]"
                        " [%clk 0:09:58] [%emt 0:00:01.002]"));
    node = node->next;
    assert_true(
        text_is(node->items->comment, "[%eval #-5] [%depth 11] [%nodes 5000] [%emt 0:00:01.003]"));
    arena_fini(&arena);
}

static void replayed_games_do_not_count(void **state)
{
    struct bed *bed = *state;
    struct results_game game = make_game(1, 1, RESULT_UNKNOWN);
    struct results_progress progress;
    game.counts = false;
    game.blame = BLACK;
    assert_int_equal(add(bed, &game, NULL), 0);
    assert_int_equal(results_match_progress(bed->results, bed->match, &progress, &bed->err), 0);
    assert_int_equal(progress.games, 5);
    assert_int_equal(progress.finished, 0);
    game.attempt = 2;
    game.counts = true;
    game.result = RESULT_DRAW;
    assert_int_equal(add(bed, &game, NULL), 0);
    assert_int_equal(results_match_progress(bed->results, bed->match, &progress, &bed->err), 0);
    assert_int_equal(progress.finished, 1);
}

static const struct {
    const char *name;
    unsigned pair, game, white, black;
    const char *moves;
    const char *want;
} refused[] = {
    {"refused: a pair that there is not", 4, 0, 0, 1, "",
     "game 1 of pair 4 is not in the schedule of match 1"},
    {"refused: a second game of one", 3, 1, 1, 0, "",
     "game 2 of pair 3 is not in the schedule of match 1"},
    {"refused: colours the wrong way", 1, 0, 1, 0, "",
     "game 1 of pair 1 is not in the schedule of match 1"},
    {"refused: an illegal move", 3, 0, 0, 1, "32-28", "ply 1 of game 1 of pair 3 is not legal"},
    {"refused: a game that is there", 1, 0, 0, 1, "",
     "game 1 of pair 1 is already finished: number 1"},
};

static void refused_row(void **state)
{
    size_t row = (size_t)*state;
    struct bed *bed;
    struct results_ply plies[64];
    set_up((void **)&bed);
    struct results_game first = make_game(1, 0, RESULT_DRAW), game = first;
    assert_int_equal(add(bed, &first, NULL), 0);
    game.pair = refused[row].pair;
    game.game = refused[row].game;
    game.white = refused[row].white;
    game.black = refused[row].black;
    game.plies = plies;
    game.n = make_plies(refused[row].moves, 0, plies);
    assert_int_equal(results_game_add(bed->results, bed->match, &game, NULL, &bed->err), -1);
    assert_string_equal(bed->err.msg, refused[row].want);
    tear_down((void **)&bed);
}

static bool may_not(void *ctx, unsigned pair)
{
    *(unsigned *)ctx = pair;
    return false;
}

/** Pairs that are retired in a new match with the same openings. */
static unsigned retired_of_another_match(struct bed *bed, const char *variant, const char *second)
{
    const struct results_player others[] = {players[0], {second, "dxp", ""}};
    const struct results_dead dead = {.least = 1};
    struct results_match other = plan;
    int64_t match;
    unsigned n;
    other.variant = variant;
    other.players = others;
    assert_int_equal(results_match_begin(bed->results, &other, &match, &bed->err), 0);
    assert_int_equal(results_retire_dead(bed->results, match, &dead, &n, &bed->err), 0);
    return n;
}

static void dead_openings_are_retired(void **state)
{
    struct bed *bed = *state;
    struct results_progress progress;
    struct results_game game = make_game(1, 0, RESULT_DRAW);
    int64_t first = bed->match;
    unsigned n, asked = 0;
    const struct results_dead spared = {.least = 1, .may_retire = may_not, .ctx = &asked};
    assert_int_equal(add(bed, &game, NULL), 0);
    game = make_game(2, 0, RESULT_DRAW);
    assert_int_equal(add(bed, &game, NULL), 0);
    game = make_game(2, 1, RESULT_WHITE);
    assert_int_equal(add(bed, &game, NULL), 0);
    assert_int_equal(results_match_begin(bed->results, &plan, &bed->match, &bed->err), 0);
    game = make_game(1, 0, RESULT_DRAW);
    assert_int_equal(add(bed, &game, NULL), 0);
    assert_int_equal(results_match_begin(bed->results, &plan, &bed->match, &bed->err), 0);
    assert_int_equal(results_retire_dead(bed->results, bed->match,
                                         &(struct results_dead){.least = 1}, &n, &bed->err),
                     0);
    assert_int_equal(n, 0); /* halves of two pairs are no pair */
    game = make_game(1, 1, RESULT_DRAW);
    assert_int_equal(results_game_add(bed->results, first, &game, NULL, &bed->err), 0);
    assert_int_equal(results_retire_dead(bed->results, bed->match,
                                         &(struct results_dead){.least = 2}, &n, &bed->err),
                     0);
    assert_int_equal(n, 0);
    assert_int_equal(results_retire_dead(bed->results, bed->match, &spared, &n, &bed->err), 0);
    assert_int_equal(n, 0); /* what is being played */
    assert_int_equal(retired_of_another_match(bed, "frisian", "Bob"), 0);
    assert_int_equal(retired_of_another_match(bed, "international", "Carl"), 0);
    assert_int_equal(retired_of_another_match(bed, "international", "Bob"), 1);
    assert_int_equal(results_retire_dead(bed->results, bed->match,
                                         &(struct results_dead){.least = 1}, &n, &bed->err),
                     0);
    assert_int_equal(n, 1);
    assert_int_equal(asked, 1);
    assert_int_equal(results_match_progress(bed->results, bed->match, &progress, &bed->err), 0);
    assert_int_equal(progress.games, 3);
}

/** Begins a match whose first two openings are dead: their four games in the one before are drawn. */
static void begin_after_draws(struct bed *bed)
{
    for (unsigned i = 0; i < 4; i++) {
        struct results_game game = make_game(1 + i / 2, i % 2, RESULT_DRAW);
        assert_int_equal(add(bed, &game, NULL), 0);
    }
    assert_int_equal(results_match_begin(bed->results, &plan, &bed->match, &bed->err), 0);
}

/* Of two dead openings, only that of the pair asked about. */
static void the_dead_opening_of_a_pair_is_retired(void **state)
{
    struct bed *bed = *state;
    const struct results_dead dead = {.least = 1, .pair = 2};
    struct results_match out;
    struct arena arena = {0};
    unsigned n;
    begin_after_draws(bed);
    assert_int_equal(results_retire_dead(bed->results, bed->match, &dead, &n, &bed->err), 0);
    assert_int_equal(n, 1);
    assert_int_equal(results_match_load(bed->results, bed->match, &arena, &out, &bed->err), 0);
    for (unsigned i = 0; i < out.n_pairs; i++)
        assert_int_equal(out.pairs[i].retired, i == 1);
    arena_fini(&arena);
}

/** As results_dead.may_retire: counts the pairs that somebody else sees to be retired. */
static bool look_at_retired(void *ctx, unsigned pair)
{
    struct results *reader = NULL;
    struct err err = {0};
    int64_t n = -1;
    (void)pair;
    assert_int_equal(results_open(ctx, RESULTS_READ, &reader, &err), 0);
    assert_int_equal(
        results_number(reader, "SELECT count(*) FROM pair WHERE retired = ?", 1, NULL, &n, &err),
        1);
    results_close(reader);
    assert_int_equal(n, 0);
    return true;
}

static void dead_openings_are_retired_in_one_transaction(void **state)
{
    struct bed *bed = *state;
    const struct results_dead dead = {
        .least = 1, .may_retire = look_at_retired, .ctx = (void *)bed->results->db.path};
    unsigned n;
    begin_after_draws(bed);
    assert_int_equal(results_retire_dead(bed->results, bed->match, &dead, &n, &bed->err), 0);
    assert_int_equal(n, 2);
}

static void check_sql(struct bed *bed, const char *sql, const char *want)
{
    struct results_query query;
    assert_int_equal(results_prepare(bed->results, sql, &query, &bed->err), 0);
    assert_int_equal(results_step(&query, &bed->err), 1);
    struct text got = results_column(&query, 0);
    if (!text_is(got, want))
        printf("# %s: got %.*s, want %s\n", sql, TEXT_ARGS(got), want);
    assert_true(text_is(got, want));
    results_end(&query);
}

static void views_count(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game game = make_game(1, 0, RESULT_WHITE);
    game.plies = plies;
    game.n = make_plies("32-28 19-23 28x19 14x23", 0, plies);
    assert_int_equal(add(bed, &game, NULL), 0);
    game = make_game(1, 1, RESULT_DRAW);
    assert_int_equal(add(bed, &game, NULL), 0);
    game = make_game(3, 0, RESULT_UNKNOWN);
    assert_int_equal(add(bed, &game, NULL), 0);
    check_sql(
        bed,
        "SELECT group_concat(player || ' ' || games || ' ' || won || ' ' || drawn || ' ' || lost || ' '"
        " || unknown || ' ' || points, ';') FROM standings",
        "Anna \"<b>\" 3 1 1 0 1 1.5;Bob 3 0 1 1 1 0.5");
    check_sql(bed, "SELECT points FROM crosstable WHERE player = 'Bob'", "0.5");
    check_sql(
        bed,
        "SELECT group_concat(colour || games || points, ';') FROM colours WHERE player = 'Bob'",
        "black20.0;white10.5");
    check_sql(bed, "SELECT group_concat(opening || games || white_won || drawn, ';') FROM openings",
              "Start211;Ending100");
    check_sql(bed, "SELECT games FROM reasons WHERE reason = 'resigned'", "3");
    check_sql(
        bed,
        "SELECT group_concat(ply || move || ':' || used || ':' || coalesce(left, '-'), ';') FROM ply",
        "132-28:1000:600000;219-23:1001:-;328x19:1002:598000;414x23:1003:-");
    check_sql(bed, "SELECT reason || result || opening FROM listing LIMIT 1", "resignedwhiteStart");
}

static int add_up(void *ctx, const struct results_row *row)
{
    int64_t *sum = ctx;
    *sum +=
        row->clock[WHITE].used + 10 * row->clock[BLACK].claimed + 100 * row->clock[BLACK].against;
    assert_int_equal(row->clock[WHITE].least, 597000 + 1000);
    assert_int_equal(row->clock[BLACK].least, RESULTS_NO_CLOCK);
    return 0;
}

static void rows_have_the_times(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game game = make_game(1, 0, RESULT_WHITE);
    struct results_which which = {.match = bed->match};
    int64_t sum = 0;
    game.plies = plies;
    game.n = make_plies("32-28 19-23 28x19 14x23", 0, plies);
    assert_int_equal(add(bed, &game, NULL), 0);
    assert_int_equal(results_rows(bed->results, &which, add_up, &sum, &bed->err), 0);
    assert_int_equal(sum, 2002 + 10 * 1800 + 100 * 2004);
}

static int add_numbers(void *ctx, const struct results_row *row)
{
    int64_t *numbers = ctx;
    *numbers = *numbers * 10 + row->number;
    return 0;
}

static void rows_after_a_game_are_those_added_since(void **state)
{
    struct bed *bed = *state;
    static const unsigned order[][2] = {{2, 1}, {1, 0}, {2, 0}, {1, 1}}; /* pair and game */
    static const int64_t want[] = {2431, 243, 43, 4, 0};
    for (unsigned i = 0; i < 4; i++) {
        struct results_game game = make_game(order[i][0], order[i][1], RESULT_DRAW);
        assert_int_equal(add(bed, &game, NULL), 0);
    }
    for (int64_t after = 0; after < 5; after++) {
        const struct results_which which = {.match = bed->match, .after = after};
        int64_t numbers = 0;
        assert_int_equal(results_rows(bed->results, &which, add_numbers, &numbers, &bed->err), 0);
        assert_int_equal(numbers, want[after]);
    }
}

static int flag_stays_fallen(void *ctx, const struct results_row *row)
{
    (void)ctx;
    assert_int_equal(row->clock[WHITE].least, -300);
    return 0;
}

static void rows_have_the_time_left_before_any_is_added(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game game = make_game(1, 0, RESULT_WHITE);
    struct results_which which = {.match = bed->match};
    game.plies = plies;
    game.n = make_plies("32-28 19-23 28x19 14x23", 0, plies);
    plies[2].left = 200;
    plies[2].added = 500;
    assert_int_equal(add(bed, &game, NULL), 0);
    assert_int_equal(results_rows(bed->results, &which, flag_stays_fallen, NULL, &bed->err), 0);
}

static int overdue_counts(void *ctx, const struct results_row *row)
{
    (void)ctx;
    assert_int_equal(row->clock[WHITE].longest, 601000);
    assert_int_equal(row->clock[WHITE].least, -3000);
    assert_int_equal(row->clock[WHITE].used, 2002);
    assert_int_equal(row->clock[WHITE].moves, 2);
    assert_int_equal(row->clock[BLACK].longest, 1003);
    assert_int_equal(row->clock[BLACK].least, RESULTS_NO_CLOCK);
    return 0;
}

static void rows_have_the_wait_for_a_move_that_was_overdue(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    const struct results_ply overdue = {.ms = 601000, .left = -3000};
    struct results_game game = make_game(1, 0, RESULT_BLACK);
    struct results_which which = {.match = bed->match};
    game.plies = plies;
    game.n = make_plies("32-28 19-23 28x19 14x23", 0, plies);
    game.overdue = &overdue;
    assert_int_equal(add(bed, &game, NULL), 0);
    assert_int_equal(results_rows(bed->results, &which, overdue_counts, NULL, &bed->err), 0);
}

/* Numbers that are too large for what is worked out from them. */
static const struct {
    const char *name, *sql, *comment; /* of the third move */
} huge[] = {
    {"huge: none", "", "[%eval 0.24] [%emt 0:00:01.002]"},
    {"huge: the largest score", "UPDATE record SET plies = '[[1],[1],[1002,null,null,30000]]'",
     "[%eval #0] [%emt 0:00:01.002]"},
    {"huge: the winner has one move left, the loser makes the last",
     "UPDATE record SET plies = '[[1],[1],[1002,null,null,-29997]]'",
     "[%eval #-1] [%emt 0:00:01.002]"},
    {"huge: the loser makes the last move",
     "UPDATE record SET plies = '[[1],[1],[1002,null,null,-29999]]'",
     "[%eval #-1] [%emt 0:00:01.002]"},
    {"huge: one more is unknown", "UPDATE record SET plies = '[[1],[1],[1002,null,null,30001]]'",
     "[%emt 0:00:01.002]"},
    {"huge: a score", "UPDATE record SET plies = '[[1],[1],[1002,null,null,2147483647]]'",
     "[%emt 0:00:01.002]"},
    {"huge: a score below 0", "UPDATE record SET plies = '[[1],[1],[1002,null,null,-2147483647]]'",
     "[%emt 0:00:01.002]"},
    {"huge: times",
     "UPDATE game SET white_used = 9223372036854775807, white_claimed = 9223372036854775807,"
     " white_against = -9223372036854775807, white_least = -9223372036854775807",
     "[%eval 0.24] [%emt 0:00:01.002]"},
};

static int times_can_be_added(void *ctx, const struct results_row *row)
{
    const struct results_clock *clock = &row->clock[WHITE];
    const int64_t times[] = {clock->used, clock->longest, clock->claimed, clock->against,
                             clock->least == RESULTS_NO_CLOCK ? 0 : clock->least};
    (void)ctx;
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++)
        assert_true(times[i] >= INT64_MIN >> 20 && times[i] <= INT64_MAX >> 20);
    return 0;
}

static void huge_row(void **state)
{
    size_t i = (size_t)*state;
    struct results_ply plies[64];
    struct results_game from = make_game(1, 0, RESULT_WHITE);
    struct arena arena = {0};
    struct game game = {.arena = &arena};
    const struct results_which which = {0};
    struct bed *bed;
    set_up((void **)&bed);
    from.plies = plies;
    from.n = make_plies("32-28 19-23 28x19", 0, plies);
    plies[2].left = RESULTS_NO_CLOCK;
    plies[2].win = plies[2].loss = -1;
    plies[2].depth = 0;
    plies[2].nodes = 0;
    assert_int_equal(add(bed, &from, NULL), 0);
    assert_int_equal(db_exec(&bed->results->db, huge[i].sql, &bed->err), 0);
    assert_int_equal(results_game_read(bed->results, bed->match, &plan, 1, &game, &bed->err), 1);
    struct text comment = game.line.first->next->next->items->comment;
    if (!text_is(comment, huge[i].comment))
        fail_msg("%.*s", TEXT_ARGS(comment));
    assert_int_equal(results_rows(bed->results, &which, times_can_be_added, NULL, &bed->err), 0);
    arena_fini(&arena);
    tear_down((void **)&bed);
}

static void damage_is_reported(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game game = make_game(1, 0, RESULT_WHITE);
    struct seen seen = {0};
    static const char *const damage[] = {"CREATE TEMP TABLE kept AS SELECT * FROM record;"
                                         "DELETE FROM record",
                                         "INSERT INTO record SELECT * FROM kept;"
                                         "UPDATE record SET moves = '32-28 1-2'",
                                         "UPDATE record SET moves = '32-28 19-23', plies = '[[1'",
                                         "UPDATE game SET plies = 999999999",
                                         "UPDATE game SET result_id = 5, white = 9",
                                         "UPDATE pair SET first = 77"};
    game.plies = plies;
    game.n = make_plies("32-28 19-23", 0, plies);
    assert_int_equal(add(bed, &game, NULL), 0);
    for (unsigned i = 0; i < sizeof damage / sizeof *damage; i++) {
        assert_int_equal(db_exec(&bed->results->db, damage[i], &bed->err), 0);
        assert_int_equal(results_each(bed->results, bed->match, compare_game, &seen, &bed->err),
                         -1);
        if (!strstr(bed->err.msg, "damaged: "))
            printf("# %s\n", bed->err.msg);
        assert_non_null(strstr(bed->err.msg, "damaged: "));
        bed->err = (struct err){0};
    }
    assert_int_equal(seen.games, 0);
}

static int take_any_row(void *ctx, const struct results_row *row)
{
    unsigned *n = ctx;
    (void)row;
    ++*n;
    return 0;
}

/* What reports count by must be in its range, or sums and indexes would leave theirs. */
static void damaged_rows_are_reported(void **state)
{
    struct bed *bed = *state;
    static const struct {
        const char *sql, *message;
    } damage[] = {
        {"UPDATE game SET black_id = white_id", "damaged: the players of game 1"},
        {"UPDATE game SET black_id = 3 - white_id, blame = 2", "damaged: game 1"},
        {"PRAGMA foreign_keys = OFF; UPDATE game SET blame = NULL, pair_id = 9223372036854775807;"
         "UPDATE pair SET id = 9223372036854775807 WHERE id = 1",
         "damaged: the pair of game 1"},
        {"UPDATE game SET pair_id = -1; UPDATE pair SET id = -1 WHERE number = 1",
         "damaged: the pair of game 1"},
    };
    const struct results_game game = make_game(1, 0, RESULT_WHITE);
    const struct results_which which = {0};
    unsigned n = 0;
    assert_int_equal(add(bed, &game, NULL), 0);
    assert_int_equal(results_rows(bed->results, &which, take_any_row, &n, &bed->err), 0);
    assert_int_equal(n, 1);
    for (unsigned i = 0; i < sizeof damage / sizeof *damage; i++) {
        assert_int_equal(db_exec(&bed->results->db, damage[i].sql, &bed->err), 0);
        assert_int_equal(results_rows(bed->results, &which, take_any_row, &n, &bed->err), -1);
        assert_string_equal(bed->err.msg, damage[i].message);
        bed->err = (struct err){0};
    }
    assert_int_equal(n, 1);
}

static void killed_writer_loses_nothing(void **state)
{
    struct bed *bed = *state;
    struct results_game game = make_game(1, 0, RESULT_WHITE);
    /* large enough for the file to grow, so that its first page is in the log */
    char detail[20000];
    memset(detail, 'x', sizeof detail - 1);
    detail[sizeof detail - 1] = '\0';
    game.detail = detail;
    assert_int_equal(add(bed, &game, NULL), 0);
    /*
     * What kill -9 in the middle of a checkpoint leaves: a header that counts pages still only in
     * the log.
     */
    char copy[SCRATCH_SIZE + 8], command[4 * SCRATCH_SIZE + 64];
    snprintf(copy, sizeof copy, "%s/c.db", bed->folder);
    snprintf(command, sizeof command, "cp %s %s && cp %s-wal %s-wal", bed->path, copy, bed->path,
             copy);
    assert_int_equal(system(command), 0);
    FILE *file = fopen(copy, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 30, SEEK_SET), 0);
    assert_int_equal(fputc(1, file), 1); /* 256 pages and more */
    assert_int_equal(fclose(file), 0);
    struct results *again = NULL;
    struct results_progress progress;
    int rc = results_open(copy, RESULTS_WRITE, &again, &bed->err);
    if (rc)
        printf("# %s\n", bed->err.msg);
    assert_int_equal(rc, 0);
    assert_int_equal(results_match_progress(again, bed->match, &progress, &bed->err), 0);
    assert_int_equal(progress.finished, 1);
    results_close(again);
    unlink(copy);
}

int main(void)
{
    enum {
        ROWS = sizeof refused / sizeof *refused,
        OTHERS = 13,
        HUGE_ROWS = sizeof huge / sizeof *huge
    };
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    struct CMUnitTest tests[OTHERS + ROWS + HUGE_ROWS] = {
        TEST(schedule_comes_back),
        TEST(games_come_back),
        TEST(game_is_made),
        TEST(replayed_games_do_not_count),
        TEST(dead_openings_are_retired),
        TEST(the_dead_opening_of_a_pair_is_retired),
        TEST(dead_openings_are_retired_in_one_transaction),
        TEST(rows_after_a_game_are_those_added_since),
        TEST(views_count),
        TEST(rows_have_the_times),
        TEST(rows_have_the_time_left_before_any_is_added),
        TEST(rows_have_the_wait_for_a_move_that_was_overdue),
        TEST(damage_is_reported),
        TEST(damaged_rows_are_reported),
        TEST(killed_writer_loses_nothing),
    };
    for (size_t i = 0; i < ROWS; i++)
        tests[OTHERS + i] =
            (struct CMUnitTest){refused[i].name, refused_row, NULL, NULL, (void *)i};
    for (size_t i = 0; i < HUGE_ROWS; i++)
        tests[OTHERS + ROWS + i] =
            (struct CMUnitTest){huge[i].name, huge_row, NULL, NULL, (void *)i};
    return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}
