// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/query/summary.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static void describe(const char *pdn, bool broken, struct summary *summary,
                     struct summary_game *out)
{
    struct arena arena = {0};
    struct buffer text = {0};
    struct game game;
    game_of_text(pdn, &arena, &game);
    assert_int_equal(summary_describe(&game, broken, &text, out), 0);
    if (summary)
        assert_int_equal(summary_add(summary, out), 0);
    out->opening.moves = (struct text){0}; /* of the buffer */
    buffer_fini(&text);
    arena_fini(&arena);
}

/* ---- one game ---- */

static const struct {
    const char *name, *pdn;
    unsigned plies;
    int year;
    bool setup, annotated, known; /* known: the names of both players */
    uint8_t men[2], kings[2];
} rows[] = {
    /* clang-format off */
    {"no moves", "[White \"w\"]\n*", 0, 0, false, false, false, {20, 20}, {0, 0}},
    {"moves", "[White \"w\"][Black \"b\"]\n1. 32-28 19-23 2. 28x19 14x23 *", 4, 0, false, false, true, {19, 19}, {0, 0}},
    {"a year", "[Date \"1985\"]\n1. 32-28 *", 1, 1985, false, false, false, {20, 20}, {0, 0}},
    {"a date in words", "[Date \"12 mei 1985\"]\n1. 32-28 *", 1, 1985, false, false, false, {20, 20}, {0, 0}},
    {"a year far ahead", "[Date \"9999.01.01\"]\n1. 32-28 *", 1, 0, false, false, false, {20, 20}, {0, 0}},
    {"no date", "[Date \"?\?\?\?.?\?.?\?\"]\n1. 32-28 *", 1, 0, false, false, false, {20, 20}, {0, 0}},
    {"unknown players", "[White \"?\"][Black \"NN\"]\n1. 32-28 *", 1, 0, false, false, false, {20, 20}, {0, 0}},
    {"a comment", "1. 32-28 {a} *", 1, 0, false, true, false, {20, 20}, {0, 0}},
    {"a variation", "1. 32-28 (1. 31-27 19-23) *", 1, 0, false, true, false, {20, 20}, {0, 0}},
    {"a strength", "1. 32-28! *", 1, 0, false, true, false, {20, 20}, {0, 0}},
    {"a position", "[FEN \"W:W28,K47:B8,12,13\"]\n1. 28-23 *", 1, 0, true, false, false, {1, 3}, {1, 0}},
    {"as far as it is legal", "[FEN \"W:W28,K47:B23,40\"]\n1. 28x19 40-44 2. 1-2 44-50 *", 4, 0, true, false, false, {1, 1}, {1, 0}},
    /* clang-format on */
};

static void describes(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct summary_game game;
    describe(rows[i].pdn, false, NULL, &game);
    assert_int_equal(game.plies, rows[i].plies);
    assert_int_equal(game.year, rows[i].year);
    assert_int_equal(game.setup, rows[i].setup);
    assert_int_equal(game.annotated, rows[i].annotated);
    assert_int_equal(game.white && game.black, rows[i].known);
    assert_memory_equal(game.men, rows[i].men, 2);
    assert_memory_equal(game.kings, rows[i].kings, 2);
}

/* ---- the table ---- */

static void assert_table(struct summary *summary, const char *want)
{
    struct buffer out = {0};
    assert_int_equal(summary_write(summary, &out), 0);
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, want);
    buffer_fini(&out);
    summary_close(summary);
}

static void of_nothing(void **state)
{
    (void)state;
    assert_table(summary_open(), "Games\n"
                                 "  all                                       0\n"
                                 "  with moves                                0\n"
                                 "  from a position                           0\n"
                                 "  annotated                                 0\n"
                                 "  with errors                               0\n"
                                 "  plies                                     0\n"
                                 "  players                                   0\n"
                                 "  events                                    0\n"
                                 "\nVariants\n"
                                 "\nResults\n"
                                 "\nYears\n");
}

static void of_a_collection(void **state)
{
    (void)state;
    static const char *const games[] = {
        "[Event \"e\"][Date \"1985.05.12\"][White \"w\"][Black \"b\"][Result \"2-0\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0",
        "[Event \"e\"][Date \"1989\"][White \"b\"][Black \"?\"][Result \"1-1\"]\n1. 32-28 19-23 1-1",
        "[Event \"f\"][Date \"1990\"][White \"w\"][Black \"c\"][Result \"0-0\"]\n1. 33-29 {a} 19-23 2. 1-2 0-0",
        "[GameType \"25\"][Result \"1-0\"]\n1. c3-d4 1-0",
        "[FEN \"W:WK28:BK1\"]\n1. 28-6 *",
        "[White \"w\"]\n*",
    };
    struct summary *summary = summary_open();
    struct summary_game game;
    for (size_t i = 0; i < ARRAY_LEN(games); i++)
        describe(games[i], i == 2, summary, &game);
    summary_add_fault(summary, FINDING_ILLEGAL_MOVE);
    summary_add_fault(summary, FINDING_ILLEGAL_MOVE);
    assert_table(summary, "Games\n"
                          "  all                                       6\n"
                          "  with moves                                5   83.3 %\n"
                          "  from a position                           1   16.7 %\n"
                          "  annotated                                 1   16.7 %\n"
                          "  with errors                               1   16.7 %\n"
                          "  plies                                    11\n"
                          "  players                                   3\n"
                          "  events                                    2\n"
                          "\n"
                          "Variants\n"
                          "  international                             5   83.3 %\n"
                          "  russian                                   1   16.7 %\n"
                          "\n"
                          "Results\n"
                          "  White wins                                2   33.3 %\n"
                          "  draw                                      1   16.7 %\n"
                          "  both lose                                 1   16.7 %\n"
                          "  unknown                                   2   33.3 %\n"
                          "\n"
                          "Years\n"
                          "  1980 to 1989                              2   33.3 %\n"
                          "  1990 to 1999                              1   16.7 %\n"
                          "  unknown                                   3   50.0 %\n"
                          "\n"
                          "Lengths in plies\n"
                          "  shortest 1, mean 2.2, longest 4\n"
                          "  1 to 19                                   5  100.0 %\n"
                          "\n"
                          "Most frequent openings, by their first two plies\n"
                          "  international: 32-28 19-23                2   33.3 %\n"
                          "  international: 33-29 19-23                1   16.7 %\n"
                          "\n"
                          "Most frequent endings, by the pieces of White and Black\n"
                          "  20 v 20                                   2   40.0 %\n"
                          "  1 v 1                                     1   20.0 %\n"
                          "  12 v 12                                   1   20.0 %\n"
                          "  19 v 19                                   1   20.0 %\n"
                          "  with kings                                1   20.0 %\n"
                          "\n"
                          "Faults: errors and warnings, as dama-validate reports them\n"
                          "  illegal-move                              2\n");
}

/* More players than the first room holds, each twice. */
static void of_many_players(void **state)
{
    (void)state;
    struct summary *summary = summary_open();
    struct summary_game game = {.rules = rules_international};
    struct buffer out = {0};
    for (unsigned i = 0; i < 2000; i++) {
        game.white = 1 + i % 1000;
        game.black = 1 + (i + 1) % 1000;
        assert_int_equal(summary_add(summary, &game), 0);
    }
    assert_int_equal(summary_write(summary, &out), 0);
    buffer_add_char(&out, '\0');
    assert_non_null(strstr(out.s, "  players                                1000\n"));
    buffer_fini(&out);
    summary_close(summary);
}

/* The lines that a summary of two games holds. */
static void summarises(const char *const games[2], const char *lines)
{
    struct summary *summary = summary_open();
    struct summary_game game;
    struct buffer out = {0};
    for (size_t i = 0; i < 2; i++)
        describe(games[i], false, summary, &game);
    assert_int_equal(summary_write(summary, &out), 0);
    buffer_add_char(&out, '\0');
    assert_non_null(strstr(out.s, lines));
    buffer_fini(&out);
    summary_close(summary);
}

/* Shares of endings are those of the games whose end is known. */
static void of_unplaced_games(void **state)
{
    static const char *const games[] = {"[FEN \"W:WK28:BK1\"]\n1. 28-6 *",
                                        "[FEN \"nonsense\"]\n1. 32-28 *"};
    (void)state;
    summarises(games, "  1 v 1                                     1  100.0 %\n"
                      "  with kings                                1  100.0 %\n");
}

/* Readings of a game are told apart. */
static void of_readings(void **state)
{
    static const char *const games[] = {"[Variant \"turkish\"]\n1. a3-a4 *",
                                        "[Variant \"turkish:promotion=stop\"]\n1. a3-a4 *"};
    (void)state;
    summarises(games, "\n  turkish                                   1   50.0 %\n"
                      "  turkish:promotion=stop                    1   50.0 %\n");
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, describes);
    ROWS_SINGLE(of_nothing);
    ROWS_SINGLE(of_a_collection);
    ROWS_SINGLE(of_many_players);
    ROWS_SINGLE(of_unplaced_games);
    ROWS_SINGLE(of_readings);
    return rows_run("summary");
}
