// SPDX-License-Identifier: MIT
/*
 * The file of results: schedules and games go in and come back; what does not fit is refused; views
 * count right.
 */
#include "core/store/results-internal.h"
#include "tests/lib/results-bed.h"
#include "tests/lib/rows.h"

#include <stdlib.h>
#include <unistd.h>

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
    assert_string_equal(out.players[0].name, bed_plan.players[0].name);
    assert_string_equal(out.players[0].time_control, "40/600");
    assert_int_equal(out.n_pairs, 3);
    assert_true(hash128_same(out.fingerprint, bed_plan.fingerprint));
    assert_null(out.pairs[0].fen);
    assert_string_equal(out.pairs[1].moves, "32-28 19-23");
    assert_string_equal(out.pairs[2].fen, "W:WK48:BK5,6");
    assert_int_equal(out.pairs[2].games, 1);
    arena_fini(&arena);
}

/* What came back of a game, compared where it was called. */
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
    struct results_game game = bed_game(2, 0, RESULT_WHITE);
    int64_t number = 0;
    game.plies = plies;
    game.n = bed_plies("32-28 19-23 28x19 14x23 37-32 10-14", 2, plies);
    plies[4].nodes = INT64_MAX; /* as a program may tell */
    assert_int_equal(bed_add(bed, &game, &number), 0);
    assert_int_equal(number, 1);
    struct seen seen = {.plies = plies, .n = game.n};
    assert_int_equal(results_each(bed->results, bed->match, compare_game, &seen, &bed->err), 0);
    assert_int_equal(seen.games, 1);
}

static void game_is_made(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game from = bed_game(2, 0, RESULT_WHITE);
    from.white_version = "1\x1b[2J\xc2\x9b\x7f";
    struct arena arena = {0};
    struct game game = {.arena = &arena};
    from.plies = plies;
    from.n = bed_plies("32-28 19-23 28x19 14x23 37-32 10-14", 2, plies);
    assert_int_equal(bed_add(bed, &from, NULL), 0);
    assert_int_equal(results_game_read(bed->results, bed->match, &bed_plan, 2, &game, &bed->err),
                     0);
    assert_int_equal(results_game_read(bed->results, bed->match, &bed_plan, 1, &game, &bed->err),
                     1);
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
    struct results_game game = bed_game(1, 1, RESULT_UNKNOWN);
    struct results_progress progress;
    game.counts = false;
    game.blame = BLACK;
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    assert_int_equal(results_match_progress(bed->results, bed->match, &progress, &bed->err), 0);
    assert_int_equal(progress.games, 5);
    assert_int_equal(progress.finished, 0);
    game.attempt = 2;
    game.counts = true;
    game.result = RESULT_DRAW;
    assert_int_equal(bed_add(bed, &game, NULL), 0);
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
    bed_set_up((void **)&bed);
    struct results_game first = bed_game(1, 0, RESULT_DRAW), game = first;
    assert_int_equal(bed_add(bed, &first, NULL), 0);
    game.pair = refused[row].pair;
    game.game = refused[row].game;
    game.white = refused[row].white;
    game.black = refused[row].black;
    game.plies = plies;
    game.n = bed_plies(refused[row].moves, 0, plies);
    assert_int_equal(results_game_add(bed->results, bed->match, &game, NULL, &bed->err), -1);
    assert_string_equal(bed->err.msg, refused[row].want);
    bed_tear_down((void **)&bed);
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
    struct results_game game = bed_game(1, 0, RESULT_WHITE);
    game.plies = plies;
    game.n = bed_plies("32-28 19-23 28x19 14x23", 0, plies);
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    game = bed_game(1, 1, RESULT_DRAW);
    assert_int_equal(bed_add(bed, &game, NULL), 0);
    game = bed_game(3, 0, RESULT_UNKNOWN);
    assert_int_equal(bed_add(bed, &game, NULL), 0);
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

static void damage_is_reported(void **state)
{
    struct bed *bed = *state;
    struct results_ply plies[64];
    struct results_game game = bed_game(1, 0, RESULT_WHITE);
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
    game.n = bed_plies("32-28 19-23", 0, plies);
    assert_int_equal(bed_add(bed, &game, NULL), 0);
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

static void killed_writer_loses_nothing(void **state)
{
    struct bed *bed = *state;
    struct results_game game = bed_game(1, 0, RESULT_WHITE);
    /* large enough for the file to grow, so that its first page is in the log */
    char detail[20000];
    memset(detail, 'x', sizeof detail - 1);
    detail[sizeof detail - 1] = '\0';
    game.detail = detail;
    assert_int_equal(bed_add(bed, &game, NULL), 0);
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

#define BED(test) cmocka_unit_test_setup_teardown(test, bed_set_up, bed_tear_down)
int main(void)
{
    static const struct CMUnitTest others[] = {
        BED(schedule_comes_back),         BED(games_come_back), BED(game_is_made),
        BED(replayed_games_do_not_count), BED(views_count),     BED(damage_is_reported),
        BED(killed_writer_loses_nothing),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(refused, name, refused_row);
    return rows_run("results");
}
