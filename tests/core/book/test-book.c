// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/board/score.h"
#include "core/book/book-internal.h"
#include "core/book/merge.h"
#include "core/book/probe.h"
#include "core/book/tree.h"
#include "core/book/values.h"
#include "tests/lib/game-text.h"
#include "tests/lib/scratch-folder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct position at(const struct rules *rules, const char *fen)
{
    struct position pos;
    struct err err = {0};
    if (fen_read(rules, text_of(fen), (struct src_pos){0}, &pos, NULL, &err))
        fail_msg("%s: %s", fen, err.msg);
    return pos;
}

static const struct rules *rules_named(const char *name)
{
    const struct rules *rules = NULL;
    assert_int_equal(rules_find(text_of(name), &rules, NULL), 0);
    return rules;
}

static void assert_near(double found, double wanted, double by)
{
    if (fabs(found - wanted) > by)
        fail_msg("%g, not %g", found, wanted);
}

/* ---- codes ---- */

static const struct {
    const char *name, *variant, *fen;
    size_t bytes;
} positions[] = {
    {"international start", "international", "W:W31-50:B1-20", 15},
    {"kings", "international", "B:W31,K50:BK1,2", 22},
    {"eight by eight", "english", "B:W21-32:B1-12", 9},
    {"every square", "turkish", "W:Wa2,b2,c2,h2,a3:Ba7,b7,Kh8", 25},
    {"counted moves of kings", "frisian", "W:W50,K31:BK3,7:+2+0", 26},
};

static void packs_and_unpacks(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    const struct rules *rules = rules_named(positions[i].variant);
    struct position pos = at(rules, positions[i].fen), back;
    struct codes codes;
    uint8_t bytes[BOOK_BOARD_MAX];
    codes_init(&codes, rules);
    size_t n = codes_pack(&codes, &pos, bytes);
    assert_int_equal(n, positions[i].bytes);
    assert_true(codes_unpack(&codes, bytes, n, &back));
    assert_true(position_same(&pos, &back));
    assert_false(codes_unpack(&codes, bytes, n - 1, &back));
    bytes[0] = 2;
    assert_false(codes_unpack(&codes, bytes, n, &back));
}

/* Every legal move of some positions has a number of its own, and is found by it. */
static const struct {
    const char *name, *variant, *fen;
} lists[] = {
    {"start", "international", "W:W31-50:B1-20"},
    {"captures between the same squares", "international", "W:WK47:B18,19,28,29,38,39,12,13"},
    {"turkish kings", "turkish", "W:WKd4:Bd6,f4,b4,d2,h8"},
    {"russian", "russian", "W:Wc3,e3,Ka1:Bd4,f6,b6,h8"},
};

static void numbers_are_unique(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    const struct rules *rules = rules_named(lists[i].variant);
    struct position pos = at(rules, lists[i].fen);
    struct codes codes;
    struct moves list, scratch;
    uint32_t numbers[MOVES_OWN];
    codes_init(&codes, rules);
    moves_init(&list);
    moves_init(&scratch);
    assert_int_equal(moves_generate(rules, &pos, &list), 0);
    codes_of_list(&codes, &list, numbers);
    for (unsigned k = 0; k < list.n; k++) {
        struct move mv;
        for (unsigned m = 0; m < k; m++)
            assert_int_not_equal(numbers[k], numbers[m]);
        assert_int_equal(codes_move(&codes, &pos, &list.at[k], &scratch), numbers[k]);
        assert_int_equal(codes_find(&codes, &pos, numbers[k], &scratch, &mv), 1);
        assert_true(move_same(&mv, &list.at[k]));
        struct move twice = codes_mirror_move(&codes, &mv);
        twice = codes_mirror_move(&codes, &twice);
        assert_true(move_same(&mv, &twice));
    }
    struct move mv;
    assert_int_equal(codes_find(&codes, &pos, 990000, &scratch, &mv), 0);
    moves_fini(&scratch);
    moves_fini(&list);
}

/* ---- games ---- */

static const struct {
    const char *name, *tag, *date;
    unsigned year;
} dates[] = {
    {"a date in another order", "5-7-1985", "1985.07.05", 1985},
    {"day or month first", "05/04/1990", "1990.??.??", 1990},
    {"an unknown century", "28.11.20", "", 0},
    {"an unknown month", "00-00-2001", "2001.??.??", 2001},
    {"no such month", "1985.13.12", "", 0},
};

static void dates_are_not_guessed(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    char pdn[80];
    struct arena arena = {0};
    struct game game;
    struct buffer bytes = {0};
    struct book_game packed;
    struct codes codes;
    snprintf(pdn, sizeof pdn, "[Date \"%s\"]\n\n1. 32-28 *", dates[i].tag);
    game_of_text(pdn, &arena, &game);
    codes_init(&codes, rules_international);
    assert_int_equal(book_pack_game(&codes, 10, &game, &bytes, NULL), 0);
    assert_true(book_unpack_game(buffer_text(&bytes), &packed));
    assert_true(text_is(packed.date, dates[i].date));
    assert_int_equal(packed.year, dates[i].year);
    buffer_fini(&bytes);
    arena_fini(&arena);
}

/* ---- books ---- */

static struct book *new_book(const char *file, unsigned plies, bool folded)
{
    struct book_settings settings = {
        .rules = rules_international, .plies = plies, .min_games = 1, .folded = folded};
    struct book *book = NULL;
    struct err err = {0};
    if (book_create(file, &settings, &book, &err))
        fail_msg("%s", err.msg);
    return book;
}

static void add(struct book *book, const char *pdn)
{
    struct arena arena = {0};
    struct game game;
    struct buffer bytes = {0};
    struct book_game packed;
    struct book_added added = {0};
    struct codes codes;
    struct err err = {0};
    game_of_text(pdn, &arena, &game);
    codes_init(&codes, rules_international);
    assert_int_equal(book_pack_game(&codes, book_settings(book)->plies, &game, &bytes, &err), 0);
    assert_true(book_unpack_game(buffer_text(&bytes), &packed));
    assert_false(book_unpack_game((struct text){bytes.s, bytes.n - 1}, &packed));
    assert_true(book_unpack_game(buffer_text(&bytes), &packed));
    assert_int_equal(book_add_game(book, &packed, &added, &err), 0);
    buffer_fini(&bytes);
    arena_fini(&arena);
}

static void finish(struct book *book)
{
    struct err err = {0};
    if (book_count(book, NULL, &err) || book_finish(book, &err))
        fail_msg("%s", err.msg);
}

static int no_fault(void *ctx, const char *what)
{
    (void)ctx;
    fail_msg("%s", what);
    return 1;
}

static const struct book_entry *entry_of(const struct book_answer *answer, unsigned number)
{
    for (unsigned i = 0; i < answer->n; i++) {
        if (answer->at[i].edge.move == number)
            return &answer->at[i];
    }
    return NULL;
}

static void marks_of_a_second_copy(void **state)
{
    const char *
        plain = "[White \"A\"]\n[Result \"2-0\"]\n\n1. 32-28 18-23 2-0",
       *marked = "[White \"A\"]\n[WhiteRating \"2000\"]\n[Result \"2-0\"]\n\n1. 32-28! 18-23?? 2-0";
    static const struct book_weighing none = {0};
    (void)state;
    for (int first = 0; first < 2; first++) { /* the order of copies does not count */
        struct book *book = new_book(scratch_path("marks"), 10, false);
        struct position pos = at(rules_international, "W:W31-50:B1-20");
        struct book_answer answer = {0};
        add(book, first ? plain : marked);
        add(book, first ? marked : plain);
        finish(book);
        assert_int_equal(book_probe(book, &pos, &none, false, &answer, NULL), 1);
        assert_int_equal(answer.n, 1);
        assert_int_equal(answer.at[0].games, 1);
        assert_int_equal(answer.at[0].edge.good, 1);
        assert_int_equal(answer.at[0].edge.rating, 2000);
        book_answer_fini(&answer);
        book_close(book);
    }
    unlink(scratch_path("marks"));
}

/*
 * Weights: of two moves the one that scores better, the newer one, the one that is not marked with
 * ?.
 */
static void weights(void **state)
{
    static const struct book_weighing plain = {0}, aged = {.half_life = 5},
                                      marked = {.marks = true};
    struct position pos = at(rules_international, "W:W31-50:B1-20");
    struct book_answer answer = {0};
    struct book *book = new_book(scratch_path("weights"), 4, false);
    (void)state;
    for (int i = 0; i < 4; i++) {
        char pdn[160];
        snprintf(pdn, sizeof pdn,
                 "[Round \"%d\"]\n[Date \"1980\"]\n[Result \"2-0\"]\n\n1. 32-28? *", i);
        add(book, pdn);
        snprintf(pdn, sizeof pdn, "[Round \"%d\"]\n[Date \"2020\"]\n[Result \"1-1\"]\n\n1. 33-28 *",
                 i);
        add(book, pdn);
    }
    finish(book);
    assert_int_equal(book_probe(book, &pos, &plain, false, &answer, NULL), 1);
    assert_int_equal(answer.at[0].edge.move, 322800);
    assert_near(answer.at[0].expected, 8.0 / 12, 1e-9);
    assert_near(answer.at[1].weight, 4 * exp((0.5 - 8.0 / 12) / 0.02), 1e-6);
    assert_int_equal(book_probe(book, &pos, &aged, false, &answer, NULL), 1);
    assert_near(entry_of(&answer, 322800)->weight, 4.0 / 256, 1e-9);
    assert_int_equal(book_probe(book, &pos, &marked, false, &answer, NULL), 1);
    assert_near(entry_of(&answer, 322800)->weight, 0, 1e-9);
    book_answer_fini(&answer);
    book_close(book);
    unlink(scratch_path("weights"));
}

static const struct {
    const char *name;
    double margin, temperature;
    bool third; /* whether the worst of three moves may be chosen */
} choices[] = {
    {"shares: with the margin", 0.05, 1, false},
    {"shares: without a margin", 1, 1, true},
    {"shares: more evenly", 1, 5, true},
    {"shares: more evenly, with the margin", 0.05, 100, false},
    {"shares: the heaviest alone", 0.05, 0, false},
};

/* A book of three moves from the start that score 50 %, 45 % and 35 %. */
static void make_three_moves(const char *path)
{
    static const char *const lines[] = {"32-28", "33-28", "34-30"};
    static const int lost[] = {0, 1, 3};
    struct book *book = new_book(path, 4, false);
    for (int i = 0; i < 30; i++) {
        char pdn[160];
        snprintf(pdn, sizeof pdn, "[Round \"%d\"]\n[Result \"%s\"]\n\n1. %s *", i,
                 i % 10 < lost[i / 10] ? "0-2" : "1-1", lines[i / 10]);
        add(book, pdn);
    }
    finish(book);
    book_close(book);
}

/* Counts how often a player chooses each move of an answer. */
static void choose_often(struct book_player *player, const struct position *pos,
                         const struct book_answer *answer, unsigned n, unsigned counts[3])
{
    struct move mv;
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(book_player_choose(player, pos, &mv, NULL), 1);
        for (unsigned k = 0; k < answer->n; k++)
            counts[k] += move_same(&mv, &answer->at[k].mv);
    }
}

static void shares_are_chances(void **state)
{
    const size_t row = (size_t)(uintptr_t)*state;
    const struct book_choice_options choice = {.margin = choices[row].margin,
                                               .temperature = choices[row].temperature,
                                               .seed = 1,
                                               .min_games = 1};
    struct position pos = at(rules_international, "W:W31-50:B1-20");
    struct book_answer answer = {0};
    struct book_player *player = NULL;
    struct book *book = NULL;
    unsigned counts[3] = {0};
    enum { TIMES = 10000 };
    make_three_moves(scratch_path("shares"));
    assert_int_equal(book_open(scratch_path("shares"), BOOK_READ, &book, NULL), 0);
    assert_int_equal(book_probe(book, &pos, &choice.weighing, false, &answer, NULL), 1);
    assert_int_equal(answer.n, 3);
    book_answer_share(&answer, &choice);
    assert_int_equal(
        book_player_open(scratch_path("shares"), rules_international, &choice, &player, NULL), 0);
    choose_often(player, &pos, &answer, TIMES, counts);
    for (unsigned i = 0; i < answer.n; i++)
        assert_near(answer.at[i].share, (double)counts[i] / TIMES, 0.02);
    assert_int_equal(answer.at[2].share > 0, choices[row].third);
    book_player_close(player);
    book_answer_fini(&answer);
    book_close(book);
    unlink(scratch_path("shares"));
}

/* ---- values ---- */

static void put(struct book *book, const struct position *pos, int score)
{
    struct book_eval eval = {.has_score = true,
                             .score = score,
                             .value = score,
                             .depth = 7,
                             .engine = "test",
                             .date = "2026-01-01"};
    struct err err = {0};
    if (book_put_eval(book, pos, &eval, &err))
        fail_msg("%s", err.msg);
}

/*
 * Evaluates what all moves lead to: the first with `first`, the others with `others`, seen from
 * there.
 */
static void expand(struct book *book, const struct position *pos, int first, int others)
{
    struct moves list;
    struct err err = {0};
    moves_init(&list);
    assert_int_equal(moves_generate(rules_international, pos, &list), 0);
    for (unsigned i = 0; i < list.n; i++) {
        struct position next = *pos;
        move_play(rules_international, &next, &list.at[i]);
        put(book, &next, i ? others : first);
    }
    moves_fini(&list);
    if (book_expand(book, pos, &err))
        fail_msg("%s", err.msg);
}

static int value_of(struct book *book, const struct position *pos)
{
    struct book_eval eval;
    assert_int_equal(book_get_eval(book, pos, &eval, NULL), 1);
    return eval.value;
}

static struct position first_move(const struct position *pos)
{
    struct moves list;
    struct position next = *pos;
    moves_init(&list);
    assert_int_equal(moves_generate(rules_international, pos, &list), 0);
    move_play(rules_international, &next, &list.at[0]);
    moves_fini(&list);
    return next;
}

static void values_go_up(void **state)
{
    bool folded = *state != NULL;
    struct position start = at(rules_international, "W:W31-50:B1-20"), one = first_move(&start);
    struct book *book = new_book(scratch_path("values"), 4, folded);
    struct err err = {0};
    assert_int_equal(book_expand(book, &start, &err), -1); /* nothing is evaluated yet */
    expand(book, &start, -300, 100);
    assert_int_equal(value_of(book, &start), 300);
    expand(book, &one, -200,
           500); /* Black's best there is worth 200, so White's best elsewhere is -100 */
    assert_int_equal(value_of(book, &one), 200);
    assert_int_equal(value_of(book, &start), -100);
    struct position two = first_move(&one);
    expand(book, &two, SCORE_FORCED_WIN + 50,
           SCORE_FORCED_WIN + 90); /* White loses whatever he plays */
    assert_int_equal(value_of(book, &two), -SCORE_FORCED_WIN - 49);
    assert_int_equal(value_of(book, &one), SCORE_FORCED_WIN + 48);
    assert_int_equal(value_of(book, &start), -100);
    assert_int_equal(book_back_up_all(book, &err), 0);
    assert_int_equal(value_of(book, &one), SCORE_FORCED_WIN + 48);
    finish(book);
    assert_int_equal(book_verify(book, no_fault, NULL, &err), 0);
    book_close(book);
    unlink(scratch_path("values"));
}

static void never_a_lost_move(void **state)
{
    struct position start = at(rules_international, "W:W31-50:B1-20");
    struct book *book = new_book(scratch_path("lost"), 4, false);
    struct book_player *player = NULL;
    struct book_choice_options choice = book_choice_default;
    struct moves list;
    struct move mv;
    struct err err = {0};
    (void)state;
    moves_init(&list);
    assert_int_equal(moves_generate(rules_international, &start, &list), 0);
    char pdn[NOTATION_MOVE_SIZE + 64], move[NOTATION_MOVE_SIZE];
    notation_write(rules_international, &start, &list.at[0], NOTATION_STYLE_SHORT, move);
    for (int i = 0; i < 50; i++) {
        snprintf(pdn, sizeof pdn, "[Round \"%d\"]\n\n1. %s 2-0", i, move);
        add(book, pdn);
    }
    expand(book, &start, SCORE_FORCED_WIN + 10, 0); /* won by games, lost by proof */
    finish(book);
    book_close(book);
    choice.margin = 1;
    choice.temperature = 50;
    assert_int_equal(
        book_player_open(scratch_path("lost"), rules_international, &choice, &player, &err), 0);
    for (int i = 0; i < 200; i++) {
        assert_int_equal(book_player_choose(player, &start, &mv, &err), 1);
        assert_false(move_same(&mv, &list.at[0]));
    }
    book_player_close(player);
    assert_int_equal(
        book_player_open(scratch_path("lost"), rules_named("russian"), &choice, &player, &err), -1);
    moves_fini(&list);
    unlink(scratch_path("lost"));
}

/* What was not finished is not seen. */
static void all_or_nothing(void **state)
{
    struct book *book = new_book(scratch_path("whole"), 4, false);
    struct err err = {0};
    (void)state;
    add(book, "1. 32-28 *");
    assert_int_not_equal(access(scratch_path("whole"), F_OK), 0);
    finish(book);
    book_close(book);
    assert_int_equal(access(scratch_path("whole"), F_OK), 0);
    assert_int_equal(book_open(scratch_path("whole"), BOOK_CHANGE, &book, &err), 0);
    add(book, "1. 33-28 *");
    assert_int_equal(book_count(book, NULL, &err), 0);
    book_close(book);
    assert_int_equal(book_open(scratch_path("whole"), BOOK_READ, &book, &err), 0);
    struct book_answer answer = {0};
    struct position pos = at(rules_international, "W:W31-50:B1-20");
    assert_int_equal(book_probe(book, &pos, &(struct book_weighing){0}, false, &answer, &err), 1);
    assert_int_equal(answer.n, 1);
    book_answer_fini(&answer);
    book_close(book);
    unlink(scratch_path("whole"));
}

/* Of two that create one book at the same time, the first stays, with what it has by then. */
static void created_twice(void **state)
{
    struct book *first = new_book(scratch_path("twice"), 4, false),
                *second = new_book(scratch_path("twice"), 6, false);
    struct err err = {0};
    (void)state;
    book_refuse_replacing(first);
    book_refuse_replacing(second);
    finish(first);
    book_close(first);
    assert_int_equal(book_finish(second, &err), -1);
    assert_non_null(strstr(err.msg, "another program has made this file"));
    book_close(second);
    assert_int_equal(book_open(scratch_path("twice"), BOOK_READ, &first, &err), 0);
    assert_int_equal(book_settings(first)->plies, 4);
    book_close(first);
    unlink(scratch_path("twice"));
}

static int no_difference(void *ctx, const struct book_difference *difference)
{
    (void)ctx, (void)difference;
    fail_msg("a difference");
    return 1;
}

/* What reads a frozen book leaves it frozen, and what has ended keeps no writer waiting. */
static void frozen(void **state)
{
    struct book *book = new_book(scratch_path("frozen"), 4, false), *copy, *writer = NULL;
    struct position pos = at(rules_international, "W:W31-50:B1-20");
    struct book_answer answer = {0};
    struct book_added added = {0};
    struct err err = {0};
    (void)state;
    add(book, "1. 32-28 *");
    finish(book);
    assert_int_equal(book_freeze(book, &err), 0);
    assert_int_equal(book_probe(book, &pos, &(struct book_weighing){0}, false, &answer, &err), 1);
    assert_int_equal(book_verify(book, no_fault, NULL, &err), 0);
    copy = new_book(scratch_path("copy"), 4, false);
    assert_int_equal(book_merge(copy, book, &added, NULL, &err), 0);
    finish(copy);
    assert_int_equal(book_compare(book, copy, no_difference, NULL, &err), 0);
    assert_int_equal(book_freeze(book, &err), 0);
    book_thaw(book);
    assert_int_equal(book_open(scratch_path("frozen"), BOOK_CHANGE, &writer, &err), 0);
    book_thaw(book);
    add(writer, "1. 33-28 *");
    finish(writer);
    book_close(writer);
    assert_int_equal(book_probe(book, &pos, &(struct book_weighing){0}, false, &answer, &err), 1);
    assert_int_equal(answer.n, 2);
    book_answer_fini(&answer);
    book_close(copy);
    book_close(book);
    unlink(scratch_path("copy"));
    unlink(scratch_path("frozen"));
}

/* Plants a fault: a position under a key that is not its own. */
static void add_false_position(struct book *book)
{
    struct position start = at(rules_international, "W:W31-50:B1-20");
    uint8_t board[BOOK_BOARD_MAX];
    size_t n = codes_pack(&book->codes, &start, board);
    struct text packed = {(const char *)board, n};
    assert_int_equal(book_db_add_position(book->db, BOOK_DB_MAIN, 1, packed, NULL), 0);
}

/* Asks to stop at the first fault, after which the games are counted. */
static int count_and_stop(void *ctx, const char *what)
{
    (void)what;
    ++*(unsigned *)ctx;
    signals_stop();
    return 0;
}

static void a_signal_is_no_fault(void **state)
{
    enum { GAMES = 3000 /* so many that a signal is noticed while they are read */ };
    struct book *book = new_book(scratch_path("signal"), 4, false);
    struct err err = {0};
    char pdn[64];
    unsigned faults = 0;
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        snprintf(pdn, sizeof pdn, "[Round \"%d\"]\n\n1. 32-28 19-23 *", i);
        add(book, pdn);
    }
    add_false_position(book);
    finish(book);
    book_close(book);
    assert_int_equal(book_open(scratch_path("signal"), BOOK_READ, &book, &err), 0);
    int rc = book_verify(book, count_and_stop, &faults, &err);
    signals_reset();
    assert_int_equal(rc, -1);
    assert_string_equal(err.msg, "stopped by a signal");
    assert_true(err.stopped);
    assert_int_equal(faults, 1);
    book_ignore_signals(book); /* then only the fault is found */
    faults = 0;
    err = (struct err){0};
    assert_int_equal(book_verify(book, count_and_stop, &faults, &err), 0);
    signals_reset();
    assert_int_equal(faults, 1);
    book_close(book);
    unlink(scratch_path("signal"));
}

/* A game has room for so many moves and comments. */
static void too_large_for_a_game(void **state)
{
    struct book *book = new_book(scratch_path("large"), 4, false);
    struct book_tree_options options = {.start = at(rules_international, "W:W31-50:B1-20")};
    struct err err = {0};
    (void)state;
    add(book, "1. 32-28 19-23 *");
    finish(book);
    for (unsigned room = 3; room <= 4; room++) { /* two moves, and a comment at each */
        struct arena arena = {0};
        struct game game = {.arena = &arena, .n_parts = GAME_PARTS_MAX - room};
        assert_int_equal(book_tree_game(book, &options, &game, &err), room == 3 ? -1 : 0);
        arena_fini(&arena);
    }
    assert_non_null(strstr(err.msg, "too large for one game"));
    book_close(book);
    unlink(scratch_path("large"));
}

/* An expanded position without a score is not counted with evaluations, but missed without them. */
static void missing_evals(void **state)
{
    struct position start = at(rules_international, "W:W31-50:B1-20"),
                    next = at(rules_international, "B:W28,31,33-50:B1-20");
    struct book *old = new_book(scratch_path("old"), 4, false),
                *book = new_book(scratch_path("new"), 4, false);
    struct book_eval expanded = {.expanded = true};
    uint64_t missing;
    (void)state;
    add(old, "1. 32-28 *");
    add(book, "1. 32-28 *");
    put(old, &next, 30);
    assert_int_equal(book_put_eval(old, &start, &expanded, NULL), 0);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(book_missing_evals(book, old, &missing, NULL), 0);
        assert_int_equal(missing, 1);
        put(book, &next, 30);
    }
    assert_int_equal(book_put_eval(book, &start, &expanded, NULL), 0);
    assert_int_equal(book_missing_evals(book, old, &missing, NULL), 0);
    assert_int_equal(missing, 0);
    book_close(old);
    book_close(book);
    unlink(scratch_path("old"));
    unlink(scratch_path("new"));
}

int main(void)
{
    struct CMUnitTest tests[32];
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(positions); i++)
        tests[n++] = (struct CMUnitTest){.name = positions[i].name,
                                         .test_func = packs_and_unpacks,
                                         .initial_state = (void *)(uintptr_t)i};
    for (size_t i = 0; i < ARRAY_LEN(lists); i++)
        tests[n++] = (struct CMUnitTest){.name = lists[i].name,
                                         .test_func = numbers_are_unique,
                                         .initial_state = (void *)(uintptr_t)i};
    for (size_t i = 0; i < ARRAY_LEN(dates); i++)
        tests[n++] = (struct CMUnitTest){.name = dates[i].name,
                                         .test_func = dates_are_not_guessed,
                                         .initial_state = (void *)(uintptr_t)i};
    for (size_t i = 0; i < ARRAY_LEN(choices); i++)
        tests[n++] = (struct CMUnitTest){.name = choices[i].name,
                                         .test_func = shares_are_chances,
                                         .initial_state = (void *)(uintptr_t)i};
    const struct CMUnitTest others[] = {
        cmocka_unit_test(marks_of_a_second_copy),
        cmocka_unit_test(weights),
        {.name = "values go up", .test_func = values_go_up},
        {.name = "values go up in a folded book",
         .test_func = values_go_up,
         .initial_state = (void *)1},
        cmocka_unit_test(never_a_lost_move),
        cmocka_unit_test(all_or_nothing),
        cmocka_unit_test(created_twice),
        cmocka_unit_test(frozen),
        cmocka_unit_test(a_signal_is_no_fault),
        cmocka_unit_test(too_large_for_a_game),
        cmocka_unit_test(missing_evals),
    };
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        tests[n++] = others[i];
    return _cmocka_run_group_tests("book", tests, n, scratch_folder_make, scratch_folder_remove);
}
