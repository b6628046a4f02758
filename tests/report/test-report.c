// SPDX-License-Identifier: MIT
/* Escapes, the crosstable's pairs, and games as data for a page. */
#include "core/base/array.h"
#include "core/check/check.h"
#include "pdn/pdn.h"
#include "report/crosstable.h"
#include "report/escape.h"
#include "report/html-game.h"
#include "report/html-index.h"
#include "report/match-status.h"
#include "tests/lib/rows.h"
#include "tests/lib/scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct {
    const char *name;
    void (*escape)(struct buffer *out, struct text t);
    const char *in, *want;
} rows[] = {
    {"html: markup", escape_html, "<a href=\"x\" b='y'>&",
     "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;"},
    {"html: control characters", escape_html, "a\x01", "a&#xfffd;"},
    {"html: a tab is a blank", escape_html, "a\tb", "a b"},
    {"json: quotes", escape_json, "a\"\\b\n", "\"a\\\"\\\\b\\u000a\""},
    {"json: inside a script", escape_json, "</script>&", "\"\\u003c/script\\u003e\\u0026\""},
    {"json: ends of lines of JavaScript", escape_json, "a\xe2\x80\xa8\xe2\x80\xa9",
     "\"a\\u2028\\u2029\""},
    {"json: controls", escape_json, "\x1b[31m\xc2\x9b\xe2\x80\xae",
     "\"\\u001b[31m\\u009b\\u202e\""},
    {"json: no UTF-8", escape_json, "\xff", "\"\\ufffd\""},
    {"json: half a pair of UTF-16", escape_json, "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},
    {"html: a sign with too many bytes", escape_html, "\xe0\x80\xbc", "&#xfffd;&#xfffd;&#xfffd;"},
    {"csv: plain", escape_csv, "a b", "a b"},
    {"csv: comma and quote", escape_csv, "a,\"b\"", "\"a,\"\"b\"\"\""},
    {"csv: controls", escape_csv, "\x1b[31m\n\xc2\x9b", "\\x1b[31m\\x0a\\x9b"},
    {"csv: formula", escape_csv, "=1+1", "'=1+1"},
    {"csv: formula behind a sign", escape_csv, "@x", "'@x"},
};

static void escape_row(void **state)
{
    size_t i = (size_t)*state;
    struct buffer out = {0};
    rows[i].escape(&out, text_of(rows[i].in));
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, rows[i].want);
    buffer_fini(&out);
}

static void padding_counts_columns(void **state)
{
    (void)state;
    struct buffer out = {0};
    escape_padded(&out, text_of("áb"), 4);
    escape_padded(&out, text_of("áéíóú"), 3);
    escape_padded(&out, text_of("a\x1b[2J"), 4);
    escape_padded(&out, text_of("棋手"), 5);
    escape_padded(&out, text_of("棋手"), 3);
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, "áb  áéía\\x1棋手 棋 ");
    buffer_fini(&out);
}

static const struct {
    const char *name, *in;
    size_t width;
    const char *want;
} column_rows[] = {
    {"column: padded", "áb", 8, "áb      "},
    {"column: as wide as it may be", "abcdefgh", 8, "abcdefgh"},
    {"column: the middle is cut", "abcdefghi", 8, "ab...ghi"},
    {"column: letters of two bytes", "áéíóúáéíó", 8, "áé...éíó"},
    {"column: wide characters", "棋手棋手棋", 9, "棋...棋  "},
    {"column: wide characters, an even width", "棋手棋手棋", 8, "棋...棋 "},
    {"column: a mark stays with its letter", "abcdefg\u0301hi", 8, "ab...g\u0301hi"},
    {"column: escapes", "abcdefgh\x1b", 9, "abc...x1b"},
};

static void column_row(void **state)
{
    size_t i = (size_t)*state;
    struct buffer out = {0};
    escape_column(&out, text_of(column_rows[i].in), column_rows[i].width);
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, column_rows[i].want);
    buffer_fini(&out);
}

static void pairs_are_counted(void **state)
{
    (void)state;
    struct crosstable t = {0};
    struct err err = {0};
    unsigned a, b;
    bool flipped;
    assert_int_equal(crosstable_player(&t, text_of("a"), &a, &err), 0);
    assert_int_equal(crosstable_player(&t, text_of("b"), &b, &err), 0);
    static const struct {
        bool turned;
        int64_t pair;
        enum result result;
    } games[] = {
        {false, 1, RESULT_WHITE}, {true, 1, RESULT_BLACK},   /* 2 points of a */
        {true, 2, RESULT_DRAW},   {false, 2, RESULT_BLACK},  /* a half */
        {false, 3, RESULT_WHITE}, {true, 4, RESULT_WHITE},   /* two halves of different pairs */
        {true, 4, RESULT_WHITE},                             /* the same colours again: no pair */
        {false, 5, RESULT_WHITE}, {true, 5, RESULT_UNKNOWN}, /* half is missing */
        {false, 6, RESULT_DRAW},  {true, 6, RESULT_DRAW},    /* 1 */
        {false, 7, RESULT_WHITE},                            /* never ended */
        {false, 8, RESULT_WHITE}, {false, 9, RESULT_DRAW},   /* two at once: 1 1/2, */
        {true, 8, RESULT_DRAW},   {true, 9, RESULT_BLACK},   /* and again */
    };
    for (unsigned i = 0; i < ARRAY_LEN(games); i++)
        assert_int_equal(crosstable_add(&t, games[i].turned ? b : a, games[i].turned ? a : b,
                                        games[i].pair, games[i].result, &err),
                         0);
    assert_int_equal(crosstable_finish(&t, &err), 0);
    const struct crosstable_cell *cell = crosstable_find(&t, b, a, &flipped);
    assert_non_null(cell);
    assert_true(flipped);
    static const uint64_t want[ELO_PAIRS] = {0, 1, 1, 2, 1};
    for (unsigned i = 0; i < ELO_PAIRS; i++)
        assert_int_equal(cell->pairs[i], want[i]);
    assert_int_equal(crosstable_single(cell), 5);
    struct elo_counts counts = crosstable_counts(cell, true);
    assert_int_equal(counts.kinds, ELO_PAIRS);
    assert_true(elo_count(&counts) == 7.5);
    assert_true(counts.n[0] >= 1 && counts.n[3] >= 1);
    crosstable_fini(&t);
}

/* Many games at once count as much as the same games one by one. */
static void games_with_the_same_result_are_added_at_once(void **state)
{
    (void)state;
    static const enum result results[] = {RESULT_WHITE, RESULT_DRAW, RESULT_BLACK, RESULT_UNKNOWN};
    struct crosstable one = {0}, many = {0};
    struct err err = {0};
    unsigned players[2];
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(crosstable_player(&one, text_of(i ? "b" : "a"), &players[i], &err), 0);
        assert_int_equal(crosstable_player(&many, text_of(i ? "b" : "a"), &players[i], &err), 0);
    }
    assert_int_equal(crosstable_add_many(&many, players[0], players[1], RESULT_DRAW, 0, &err), 0);
    assert_int_equal(many.n_cells, 0);
    for (unsigned i = 0; i < 2 * ARRAY_LEN(results); i++) {
        const unsigned white = players[i % 2], black = players[1 - i % 2], n = i + 1;
        assert_int_equal(crosstable_add_many(&many, white, black, results[i / 2], n, &err), 0);
        for (unsigned j = 0; j < n; j++)
            assert_int_equal(crosstable_add(&one, white, black, 0, results[i / 2], &err), 0);
    }
    assert_int_equal(many.n_cells, 1);
    assert_memory_equal(many.cells, one.cells, sizeof *one.cells);
    for (unsigned i = 0; i < 2; i++)
        assert_memory_equal(many.players[i].games, one.players[i].games,
                            sizeof one.players[i].games);
    crosstable_fini(&one);
    crosstable_fini(&many);
}

/* A test must not decide on half a pair; but where the other half has no result, one is all there is. */
static void games_whose_pair_is_to_be_completed_are_awaited(void **state)
{
    (void)state;
    static const struct {
        bool turned;
        int64_t pair;
        enum result result;
        double all, settled; /* so far: pairs, or games while there are none */
    } games[] = {
        {false, 1, RESULT_WHITE, 1, 0},    {true, 1, RESULT_WHITE, 1, 1},
        {false, 2, RESULT_WHITE, 1.5, 1},  {false, 3, RESULT_WHITE, 2, 1},
        {true, 3, RESULT_DRAW, 2.5, 2},    {true, 2, RESULT_DRAW, 3, 3},
        {false, 4, RESULT_UNKNOWN, 3, 3},  {true, 4, RESULT_DRAW, 3.5, 3.5},
        {true, 5, RESULT_WHITE, 4, 3.5},   {false, 5, RESULT_UNKNOWN, 4, 4},
        {false, 0, RESULT_DRAW, 4.5, 4.5}, /* planned as one game */
    };
    struct crosstable t = {.scheduled = true};
    struct err err = {0};
    unsigned a, b;
    assert_int_equal(crosstable_player(&t, text_of("a"), &a, &err), 0);
    assert_int_equal(crosstable_player(&t, text_of("b"), &b, &err), 0);
    for (unsigned i = 0; i < ARRAY_LEN(games); i++) {
        assert_int_equal(crosstable_add(&t, games[i].turned ? b : a, games[i].turned ? a : b,
                                        games[i].pair, games[i].result, &err),
                         0);
        const struct elo_counts all = crosstable_counts(&t.cells[0], false);
        const struct elo_counts settled = crosstable_settled(&t.cells[0], false);
        assert_true(elo_count(&all) == games[i].all);
        assert_true(elo_count(&settled) == games[i].settled);
    }
    crosstable_fini(&t);
}

static void variations_hang_where_they_belong(void **state)
{
    (void)state;
    static const char text[] =
        "[White \"<a>\"]\n\n1. 32-28 {[%eval 0.5] good} 19-23 (18-23 2. 28x19 (29x18) 14x23) (20-25 $2) "
        "2. 28x19 {[%wdl 600 300 100] [%clk 0:01:02] [%emt 0:00:01.5]} 14x23! 1-1\n";
    struct arena arena = {0};
    struct game game = {.arena = &arena};
    struct findings found = {.arena = &arena};
    struct check_options options = {.quiet = true};
    struct checker *checker = checker_open(&options);
    struct buffer out = {0};
    struct html_games games;
    struct err err = {0};
    size_t used;
    assert_int_equal(pdn_parse(text, sizeof text - 1, &used, &game, &found, &err), 1);
    assert_int_equal(check_game(checker, &game, &found, &err), 0);
    html_games_begin(&games, &out);
    assert_int_equal(html_games_add(&games, &game, &err), 0);
    html_games_end(&games);
    html_games_fini(&games);
    buffer_add_char(&out, '\0');
    static const char *const want[] = {
        "[0,\"32-28\",31,27,[],0,{\"e\":50,\"c\":\"good\"}]",
        "[1,\"19-23\",18,22,[],0,{}]",
        "[1,\"18-23\",17,22,[],0,{}]", /* replaces 19-23 */
        "[1,\"20-25\",19,24,[],0,{\"n\":\"?\"}]",
        "\"w\":[600,300,100],\"k\":62000,\"t\":1500}]",
        "\"n\":\"!\"}]",
        "[\"White\",\"\\u003ca\\u003e\"]",
        "\"boards\":[{\"files\":10,\"ranks\":10,\"every\":false,\"first\":0,\"squares\":[[1,9,\"1\"],",
        "\"start\":\"bbbbbbbbbbbbbbbbbbbb..........wwwwwwwwwwwwwwwwwwww\"",
    };
    for (unsigned i = 0; i < ARRAY_LEN(want); i++) {
        if (!strstr(out.s, want[i]))
            printf("# missing: %s in\n# %.1500s\n", want[i], strstr(out.s, "\"games\""));
        assert_non_null(strstr(out.s, want[i]));
    }
    checker_close(checker);
    buffer_fini(&out);
    arena_fini(&arena);
}

/* All variants, and a reading of one. */
static const struct results_player players[] = {{"a", "builtin", ""}, {"b", "builtin", ""}};
static const struct results_pair pairs[] = {
    {.number = 1, .round = 1, .first = 0, .second = 1, .games = 2, .opening = "", .moves = ""},
    {.number = 2, .round = 1, .first = 0, .second = 1, .games = 2, .opening = "", .moves = ""},
    {.number = 3, .round = 1, .first = 1, .second = 0, .games = 2, .opening = "", .moves = ""},
};
static const struct results_match plan = {.event = "x",
                                          .variant = "international",
                                          .players = players,
                                          .n_players = 2,
                                          .pairs = pairs,
                                          .n_pairs = ARRAY_LEN(pairs)};

static void add_result(struct results *results, int64_t match, unsigned pair, unsigned game,
                       bool counts, enum result result)
{
    const struct results_pair *of = &pairs[pair - 1];
    struct err err = {0};
    const struct results_game played = {.pair = pair,
                                        .game = game,
                                        .attempt = counts ? 2 : 1,
                                        .white = game ? of->second : of->first,
                                        .black = game ? of->first : of->second,
                                        .result = result,
                                        .reason = "no-moves",
                                        .termination = "normal",
                                        .detail = "",
                                        .blame = -1,
                                        .white_version = "",
                                        .black_version = "",
                                        .counts = counts};
    if (results_game_add(results, match, &played, NULL, &err))
        fail_msg("%s", err.msg);
}

/* Whatever order the games end in, a tally that is kept says the same as counting all again. */
static void a_tally_counts_games_as_they_are_added(void **state)
{
    (void)state;
    static const struct {
        unsigned pair, game;
        bool counts;
        enum result result;
    } games[] = {
        {2, 1, true, RESULT_WHITE},    {1, 0, true, RESULT_WHITE},   {2, 0, true, RESULT_DRAW},
        {1, 1, false, RESULT_UNKNOWN}, {3, 0, true, RESULT_UNKNOWN}, {1, 1, true, RESULT_DRAW},
        {3, 1, true, RESULT_BLACK},
    };
    const struct sprt test = {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    struct match_status kept, again;
    struct match_tally *tally;
    struct results *results;
    struct err err = {0};
    char path[SCRATCH_SIZE];
    int64_t match;
    int fd = mkstemp(scratch_name(path));
    assert_true(fd >= 0);
    assert_int_equal(results_open(path, RESULTS_WRITE, &results, &err), 0);
    assert_int_equal(results_match_begin(results, &plan, 0, &match, &err), 0);
    assert_int_equal(match_tally_open(results, match, &tally, &err), 0);
    for (unsigned i = 0; i <= ARRAY_LEN(games); i++) {
        if (i)
            add_result(results, match, games[i - 1].pair, games[i - 1].game, games[i - 1].counts,
                       games[i - 1].result);
        assert_int_equal(match_tally_judge(tally, &test, -1000, &kept, &err), 0);
        assert_int_equal(match_status_find(results, match, &test, -1000, &again, &err), 0);
        assert_memory_equal(kept.counts.n, again.counts.n, sizeof kept.counts.n);
        assert_true(kept.counts.kinds == again.counts.kinds && kept.sprt == again.sprt);
        assert_true(isnan(again.elo.value) || kept.elo.value == again.elo.value);
    }
    assert_true(elo_count(&kept.counts) == 2.5);
    match_tally_close(tally);
    results_close(results);
    close(fd);
    unlink(path);
}

static void a_page_shows_any_number_of_variants(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct html_games games;
    struct err err = {0};
    char last[40];
    html_games_begin(&games, &out);
    for (unsigned i = 0; i <= rules_count; i++) {
        struct game game = {.rules = i < rules_count ? rules_all[i] : NULL};
        if (!game.rules)
            assert_int_equal(rules_find(text_of("turkish:promotion=stop"), &game.rules, &err), 0);
        position_start(game.rules, &game.start);
        assert_int_equal(html_games_add(&games, &game, &err), 0);
    }
    html_games_end(&games);
    html_games_fini(&games);
    buffer_add_char(&out, '\0');
    snprintf(last, sizeof last, "{\"board\":%u,", rules_count);
    assert_non_null(strstr(out.s, last));
    buffer_fini(&out);
}

static void an_index_counts_what_it_lists(void **state)
{
    (void)state;
    static const struct {
        enum html_index_kind kind;
        int64_t first, games;
        const char *want;
    } indexes[] = {
        {HTML_INDEX_OF_GAMES, 1, 1, ">1 game.<"},
        {HTML_INDEX_OF_GAMES, 501, 501, ">501 to 501 of 501 games; sorting"},
        {HTML_INDEX_OF_PROBLEMS, 1, 2, ">2 compositions.<"},
        {HTML_INDEX_OF_PROBLEMS, 1, 501, ">1 to 500 of 501 compositions; sorting"},
    };
    for (unsigned i = 0; i < ARRAY_LEN(indexes); i++) {
        struct buffer out = {0};
        html_index_begin(&out, indexes[i].kind, indexes[i].first, indexes[i].games);
        buffer_add_char(&out, '\0');
        assert_non_null(strstr(out.s, indexes[i].want));
        buffer_fini(&out);
    }
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(padding_counts_columns),
        cmocka_unit_test(pairs_are_counted),
        cmocka_unit_test(games_with_the_same_result_are_added_at_once),
        cmocka_unit_test(games_whose_pair_is_to_be_completed_are_awaited),
        cmocka_unit_test(a_tally_counts_games_as_they_are_added),
        cmocka_unit_test(variations_hang_where_they_belong),
        cmocka_unit_test(a_page_shows_any_number_of_variants),
        cmocka_unit_test(an_index_counts_what_it_lists),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(rows, name, escape_row);
    ROWS_BY_INDEX(column_rows, name, column_row);
    return rows_run("report");
}
