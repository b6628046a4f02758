// SPDX-License-Identifier: MIT
/*
 * The check on games: why a move is illegal and what was meant, in each game's own terms; results
 * read and compared with the board; how findings are kept in order.
 */
#include "core/base/array.h"
#include "core/check/check.h"
#include "pdn/pdn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* The first finding about a move that ends a line, as "code: message"; NULL if all is legal. */
static const struct row {
    const char *name, *tag, *value, *fen, *moves, *found;
} rows[] = {
#include "tests/core/check/test-check.inc"
};

enum { ROWS = ARRAY_LEN(rows) };

static bool ends_line(enum finding_code code)
{
    return code == FINDING_ILLEGAL_MOVE || code == FINDING_UNREADABLE_MOVE
           || code == FINDING_MOVES_AFTER_END || code == FINDING_AMBIGUOUS_MOVE;
}

static void check_text(struct checker *checker, struct arena *arena, const char *text,
                       struct game *game, struct findings *found)
{
    struct err err = {0};
    size_t used;
    *game = (struct game){.arena = arena, .at = {.line = 1, .col = 1}};
    *found = (struct findings){.arena = arena};
    assert_int_equal(pdn_parse(text, strlen(text), &used, game, found, &err), 1);
    assert_int_equal(check_game(checker, game, found, &err), 0);
    findings_settle(found, NULL, game->source, game->at, 0);
}

static void illegal_moves_are_explained(void **state)
{
    const struct row *row = *state;
    struct checker *checker = checker_open(&(struct check_options){.explain = true});
    struct arena arena = {0};
    struct game game;
    struct findings found;
    struct finding *f;
    char text[2048], got[1024] = "";
    snprintf(text, sizeof text, "[%s \"%s\"]\n%s%s%s\n%s\n", row->tag, row->value,
             row->fen[0] ? "[FEN \"" : "", row->fen, row->fen[0] ? "\"]\n" : "", row->moves);
    check_text(checker, &arena, text, &game, &found);
    for (f = found.first; f && !ends_line(f->code); f = f->next)
        ;
    if (f)
        snprintf(got, sizeof got, "%s: %.*s", finding_kinds[f->code].word, TEXT_ARGS(f->message));
    assert_string_equal(got, row->found ? row->found : "");
    checker_close(checker);
    arena_fini(&arena);
}

/* ---- nodes ---- */

static void nodes_say_what_was_played(void **state)
{
    (void)state;
    struct checker *checker = checker_open(&(struct check_options){.quiet = true});
    struct arena arena = {0};
    struct game game;
    struct findings found;
    unsigned plies;
    check_text(checker, &arena, "[GameType \"20\"]\n1. 32-28 19-23 2. 28-19 14x23 3. 37-31 *",
               &game, &found);
    const struct node *n = game.line.first;
    assert_true(n->state == NODE_PLAYED && n->canonical);
    n = n->next->next;
    assert_true(n->state == NODE_PLAYED && !n->canonical && n->move.captured);
    n = n->next->next;
    assert_int_equal(n->state, NODE_ILLEGAL);
    assert_false(check_was_legal(checker, &plies));
    assert_int_equal(plies, 5);
    assert_int_equal(found.n, 1); /* quiet: only what ends a line */
    checker_close(checker);
    arena_fini(&arena);
}

static void jumps_are_joined(void **state)
{
    (void)state;
    struct checker *checker = checker_open(NULL);
    struct arena arena = {0};
    struct game game;
    struct findings found;
    check_text(checker, &arena,
               "[GameType \"21\"]\n[FEN \"B:W14,22,32:B9\"]\n1. 9x18 {over 14} 18x25 32-27 *",
               &game, &found);
    const struct node *n = game.line.first;
    assert_true(text_is(n->text, "9x18x25"));
    assert_int_equal(n->items->kind, ITEM_COMMENT);
    assert_true(text_is(n->next->text, "32-27"));
    assert_int_equal(n->next->state, NODE_PLAYED);
    checker_close(checker);
    arena_fini(&arena);
}

static void variations_are_played_from_before_the_move(void **state)
{
    (void)state;
    struct checker *checker = checker_open(NULL);
    struct arena arena = {0};
    struct game game;
    struct findings found;
    check_text(checker, &arena,
               "[GameType \"20\"]\n1. 32-28 19-23 (18-23 2. 38-32 (33-29 23x32) 12-18) 2. 28x19 *",
               &game, &found);
    const struct line *first = game.line.first->next->items->line;
    assert_int_equal(first->first->state, NODE_PLAYED);
    const struct line *second = first->first->next->items->line;
    assert_int_equal(second->first->state, NODE_PLAYED);
    assert_int_equal(second->first->next->state, NODE_PLAYED);
    assert_int_equal(first->first->next->next->state, NODE_PLAYED);
    checker_close(checker);
    arena_fini(&arena);
}

/* ---- results ---- */

static const struct result_row {
    const char *name, *text;
    const char *variant; /* NULL: international */
    enum result result;
    bool canonical, match_points;
} results[] = {
    {"result 2-0", "2-0", NULL, RESULT_WHITE, true, false},
    {"result 0-2", "0-2", NULL, RESULT_BLACK, true, false},
    {"result 1-1", "1-1", NULL, RESULT_DRAW, true, false},
    {"result 1/2-1/2", "1/2-1/2", NULL, RESULT_DRAW, true, false},
    {"result 0-0", "0-0", NULL, RESULT_BOTH_LOST, true, false},
    {"result star", "*", NULL, RESULT_UNKNOWN, true, false},
    {"result nothing", "", NULL, RESULT_NONE, false, false},
    {"result question mark", "?", NULL, RESULT_UNKNOWN, false, false},
    {"result with blanks", " 0 - 2 ", NULL, RESULT_BLACK, false, false},
    {"result with a remark", "1-1 (tijd)", NULL, RESULT_DRAW, false, false},
    {"result in halves", "\xc2\xbd-\xc2\xbd", NULL, RESULT_DRAW, false, false},
    {"result with a colon", "0:1", NULL, RESULT_BLACK, false, false},
    {"result with a stop", "1-1.", NULL, RESULT_DRAW, false, false},
    {"result 1-0 is Black's where Black begins", "1-0", "english", RESULT_BLACK, true, false},
    {"result 0-1 is White's where Black begins", "0-1", "english", RESULT_WHITE, true, false},
    {"points 12-0", "12-0", NULL, RESULT_WHITE, false, true},
    {"points 4-8", "4-8", NULL, RESULT_BLACK, false, true},
    {"points 6-6", "6-6", NULL, RESULT_DRAW, false, true},
    {"points of no match", "7-4", NULL, RESULT_OTHER, false, false},
    {"words", "White resigned", NULL, RESULT_OTHER, false, false},
    {"3-0", "3-0", NULL, RESULT_OTHER, false, false},
};

enum { RESULTS = ARRAY_LEN(results) };

static void results_are_read(void **state)
{
    const struct result_row *row = *state;
    const struct rules *rules = rules_international;
    if (row->variant)
        assert_int_equal(rules_find(text_of(row->variant), &rules, NULL), 0);
    struct result_words got = result_parse(rules, text_of(row->text));
    assert_int_equal(got.result, row->result);
    assert_int_equal(got.canonical, row->canonical);
    assert_int_equal(got.match_points, row->match_points);
}

/* ---- findings ---- */

static void findings_come_in_the_order_of_the_text(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    static const char text[] = "one\r\ntwo\rthree\nfour";
    static const unsigned offsets[] = {19, 0, 9, 5, 8, 5};
    for (size_t i = 0; i < ARRAY_LEN(offsets); i++)
        findings_add(&found, FINDING_STRAY_TEXT, offsets[i], 0, "%zu", i);
    findings_settle(&found, NULL, text_of(text), (struct src_pos){.line = 7, .col = 1}, 3);
    static const struct {
        unsigned offset, line, col;
        const char *message;
    } want[] = {{0, 7, 1, "1"}, {5, 8, 1, "3"}, {5, 8, 1, "5"},
                {8, 8, 4, "4"}, {9, 9, 1, "2"}, {19, 10, 5, "0"}};
    const struct finding *f = found.first;
    for (size_t i = 0; i < ARRAY_LEN(want); i++, f = f->next) {
        assert_int_equal(f->offset, want[i].offset);
        assert_int_equal(f->at.line, want[i].line);
        assert_int_equal(f->at.col, want[i].col);
        assert_true(text_is(f->message, want[i].message));
        assert_int_equal(f->game, 3);
    }
    assert_null(f);
    findings_cut(&found, found.first);
    assert_int_equal(found.n, 1);
    arena_fini(&arena);
}

static void games_without_tags_are_guessed(void **state)
{
    static const struct {
        const char *moves, *name;
    } want[] = {
        {"1. c3-d4 b6-a5 2. d4-c5 *", "russian"},
        {"d1d4 d8b6 e1e4 d6d5 d4d6 d6d8K b8a7 d8b8 *", "dameo"},
        {"1. d3-d4 d6-d5 2. d4xd8 *", "turkish"},
        {"1. 11-15 22-18 2. 15x22 25x18 *", "english"},
        /* one square misprinted */
        {"1. 11-15 22-18 2. 15x22 25x18 3. 12-16 29-25 4. 10-14 25-33 5. 16-20 *", "english"},
        {"1. 11-15 22-38 2. 15x22 25x18 3. 12-16 29-25 4. 10-14 25-22 5. 16-20 *", "english"},
        /* numbers of a larger board: the middle of a game, a position, more than one square */
        {"31. 11-15 22-18 15x22 25x18 12-16 29-25 10-14 25-33 16-20 *", "international"},
        {"[FEN \"W:W11,42:B12\"]\n1. 11-15 22-18 2. 15x22 25x18 3. 12-16 29-25 4. 10-14 25-33 *",
         "international"},
        {"1. 11-15 22-18 2. 15x22 35x18 3. 12-16 29-25 4. 10-14 25-33 5. 16-20 *", "international"},
        {"1. 22-17 11-16 2. 24-19 8-11 3. 25-22 11-15 4. 29-25 15x24 *", "russian"},
    };
    (void)state;
    struct checker *checker = checker_open(&(struct check_options){0});
    struct arena arena = {0};
    struct game game;
    struct findings found;
    for (size_t i = 0; i < ARRAY_LEN(want); i++) {
        check_text(checker, &arena, want[i].moves, &game, &found);
        assert_string_equal(game.rules->name, want[i].name);
        const struct finding *f = found.first;
        while (f && f->code != FINDING_VARIANT_GUESSED)
            f = f->next;
        assert_non_null(f);
        arena_reset(&arena);
    }
    checker_close(checker);
    arena_fini(&arena);
}

static void squares_of_a_fen_tell_the_rules(void **state)
{
    static const struct {
        const char *fen, *name;
    } want[] = {
        {"w:w27,28,32:b18,19,23", "international"},
        {"w:w31-50:b1-20", "international"},
        {"W:Wk3:Bk31", "international"},
        {"W:W31:B2:H0:F1", "international"},
        {"W:Wa1,Kc3:Bh8", "russian"},
        {"W:WA1,C3:BH8", "russian"},
        {"w:wka1,c3:bb8", "russian"},
    };
    (void)state;
    struct checker *checker = checker_open(&(struct check_options){0});
    struct arena arena = {0};
    for (size_t i = 0; i < ARRAY_LEN(want); i++) {
        struct game game;
        struct findings found;
        char text[64];
        snprintf(text, sizeof text, "[FEN \"%s\"]\n\n*", want[i].fen);
        check_text(checker, &arena, text, &game, &found);
        assert_string_equal(game.rules->name, want[i].name);
        arena_reset(&arena);
    }
    checker_close(checker);
    arena_fini(&arena);
}

/* The finding of a draw by rule, as "number. move"; empty if there is none. */
static void find_draw(const char *draws, const char *text, char got[32])
{
    struct checker *checker = checker_open(&(struct check_options){.draws = text_of(draws)});
    struct arena arena = {0};
    struct game game;
    struct findings found;
    check_text(checker, &arena, text, &game, &found);
    got[0] = '\0';
    for (const struct finding *f = found.first; f; f = f->next)
        if (f->code == FINDING_DRAW_BY_RULE)
            snprintf(got, 32, "%.*s", TEXT_ARGS(f->move));
    checker_close(checker);
    arena_fini(&arena);
}

static void draws_are_reported_in_time(void **state)
{
    static const struct {
        const char *name, *draws, *text, *move;
    } games[] = {
        {"limit in a normal game", "fmjd,limit=3",
         "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 *", "3... 10-14"},
        {"limit not reached", "fmjd,limit=4", "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *", ""},
        {"few pieces from the first move on, a man's", "fmjd",
         "[FEN \"W:WK1,26:BK46\"]\n1. 26-21 46-41 2. 1-6 41-37 3. 6-1 37-46 4. 1-6 46-37 5. 6-1 37-41"
         " 6. 1-6 *",
         "5... 37-41"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(games); i++) {
        char got[32];
        find_draw(games[i].draws, games[i].text, got);
        if (strcmp(got, games[i].move) != 0)
            fail_msg("%s: '%s' instead of '%s'", games[i].name, got, games[i].move);
    }
}

/* Positions that somebody made up so that listing their captures takes minutes. */
static void endless_captures_are_given_up(void **state)
{
    static const char *const texts[] = {
        "[GameType \"40\"]\n[FEN \"W:WK1,K36,K47,K50:B3,7,8,K9,10,12,14,17,20,21,23,K25,27-30,34,"
        "38,40,42\"]\n\n1. 1x6 (1. 1x7) (1. 1x7) (1. 1x7) *",
        "[GameType \"40\"]\n[FEN \"W:WK5,K6,K15,K36:B7,9,13,17-20,22,24,27,28,K29,30,31,33,35,"
        "37-39,K44\"]\n\n1. 5x6 *",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct checker *checker = checker_open(&(struct check_options){.explain = true});
        struct arena arena = {0};
        struct game game;
        struct findings found;
        check_text(checker, &arena, texts[i], &game, &found);
        const struct finding *f = found.first;
        while (f && f->code != FINDING_TOO_MANY_CAPTURES)
            f = f->next;
        assert_non_null(f);
        checker_close(checker);
        arena_fini(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(draws_are_reported_in_time),
        cmocka_unit_test(endless_captures_are_given_up),
        cmocka_unit_test(nodes_say_what_was_played),
        cmocka_unit_test(games_without_tags_are_guessed),
        cmocka_unit_test(squares_of_a_fen_tell_the_rules),
        cmocka_unit_test(jumps_are_joined),
        cmocka_unit_test(variations_are_played_from_before_the_move),
        cmocka_unit_test(findings_come_in_the_order_of_the_text),
    };
    enum { OTHERS = ARRAY_LEN(others) };
    struct CMUnitTest tests[ROWS + RESULTS + OTHERS];
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){rows[i].name, illegal_moves_are_explained, NULL, NULL,
                                       (void *)&rows[i]};
    for (size_t i = 0; i < RESULTS; i++)
        tests[ROWS + i] =
            (struct CMUnitTest){results[i].name, results_are_read, NULL, NULL, (void *)&results[i]};
    memcpy(tests + ROWS + RESULTS, others, sizeof others);
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
