// SPDX-License-Identifier: MIT
/* Expanding a book with an engine that answers at once: by the position alone. */
#include "core/base/clock.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/book/merge.h"
#include "core/book/probe.h"
#include "core/store/results.h"
#include "core/study/book-exits.h"
#include "core/study/expand.h"
#include "core/study/opening-draws.h"
#include "tests/lib/scratch.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

/* ---- an engine that is a function of the position ---- */

static struct engine_line nothing;
static atomic_int fails_after = -1; /* searches; -1: never */

static int open_toy(void *ctx, const struct rules *rules, const struct engine_options *options,
                    void **out, struct err *err)
{
    (void)ctx, (void)options;
    if (fails_after == 0)
        return err_set(err, (struct src_pos){0}, "the toy is broken");
    *out = calloc(1, sizeof rules);
    memcpy(*out, &rules, sizeof rules);
    return 0;
}

static void nothing_to_do(void *engine) { (void)engine; }

static int toy_score(const struct rules *rules, const struct position *pos)
{
    return (int)(position_key(rules, pos) >> 20 & 255) - 128;
}

static int toy_think(void *engine, const struct position *start, const struct move *moves,
                     unsigned n, const struct engine_limits *limits, engine_report *report,
                     void *ctx, struct engine_result *result, struct err *err)
{
    const struct rules *rules;
    (void)moves, (void)n, (void)limits, (void)report, (void)ctx;
    memcpy(&rules, engine, sizeof rules);
    if (fails_after >= 0 && atomic_fetch_sub(&fails_after, 1) <= 1)
        return err_set(err, (struct src_pos){0}, "the toy is broken");
    *result = (struct engine_result){.has_move = moves_exist(rules, start), .depth = 3, .nodes = 9};
    static _Thread_local struct engine_line line;
    line = nothing;
    line.score = result->has_move ? toy_score(rules, start) : -SCORE_WON;
    result->lines = &line;
    result->n_lines = 1;
    return 0;
}

static const struct engine_ops toy = {.open = open_toy,
                                      .close = free,
                                      .new_game = nothing_to_do,
                                      .think = toy_think,
                                      .stop = nothing_to_do,
                                      .resume = nothing_to_do,
                                      .ponder_hit = nothing_to_do};

/* ---- a folder for books ---- */

struct bed {
    char folder[SCRATCH_SIZE], file[4][SCRATCH_SIZE + 16];
};

static int set_up(void **state)
{
    struct bed *bed = calloc(1, sizeof *bed);
    assert_non_null(mkdtemp(scratch_name(bed->folder)));
    for (unsigned i = 0; i < 4; i++)
        snprintf(bed->file[i], sizeof bed->file[i], "%s/%u", bed->folder, i);
    fails_after = -1;
    *state = bed;
    return 0;
}

static int tear_down(void **state)
{
    struct bed *bed = *state;
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (unsigned i = 0; i < 16; i++) {
        char path[SCRATCH_SIZE + 32];
        snprintf(path, sizeof path, "%s%s", bed->file[i / 4], ends[i % 4]);
        unlink(path);
    }
    rmdir(bed->folder);
    free(bed);
    return 0;
}

static struct book *new_book(const char *path, bool folded)
{
    struct book_settings settings = {.rules = rules_international, .plies = 40, .folded = folded};
    struct book *book;
    struct err err = {0};
    if (book_create(path, &settings, &book, &err) || book_finish(book, &err))
        fail_msg("%s", err.msg);
    book_close(book);
    assert_int_equal(book_open(path, BOOK_CHANGE, &book, &err), 0);
    return book;
}

static struct expand job_of(unsigned threads, unsigned positions)
{
    struct expand job = {
        .search = {.ops = &toy, .rules = rules_international, .threads = threads},
        .engine = "toy",
        .limits = "depth 3",
        .per_man = {20, 20},
        .plies_max = 40,
        .positions_max = positions,
    };
    position_start(rules_international, &job.root);
    return job;
}

static struct expand_result expand(struct book *book, const struct expand *job)
{
    struct expand_result result;
    struct err err = {0};
    if (expand_run(book, job, &result, &err))
        fail_msg("%s", err.msg);
    return result;
}

static int no_fault(void *ctx, const char *what)
{
    (void)ctx;
    fail_msg("%s", what);
    return 1;
}

static int no_difference(void *ctx, const struct book_difference *difference)
{
    (void)ctx, (void)difference;
    fail_msg("the books differ");
    return 1;
}

/* ---- tests ---- */

static void threads_do_not_matter(void **state)
{
    struct bed *bed = *state;
    struct err err = {0};
    struct book *books[2];
    for (unsigned i = 0; i < 2; i++) {
        struct expand job = job_of(i ? 3 : 1, 40);
        books[i] = new_book(bed->file[i], false);
        struct expand_result result = expand(books[i], &job);
        assert_int_equal(result.expanded, 40);
        assert_int_equal(book_verify(books[i], no_fault, NULL, &err), 0);
    }
    assert_int_equal(book_compare(books[0], books[1], no_difference, NULL, &err), 0);
    book_close(books[0]);
    book_close(books[1]);
}

static void a_folded_book(void **state)
{
    struct bed *bed = *state;
    struct err err = {0};
    struct book *book = new_book(bed->file[0], true);
    struct expand job = job_of(2, 40);
    expand(book, &job);
    assert_int_equal(book_verify(book, no_fault, NULL, &err), 0);
    book_close(book);
}

/* The first batch expands the root; what follows is where the best moves lead. */
static void the_best_line_is_the_deepest(void **state)
{
    struct bed *bed = *state;
    struct book *book = new_book(bed->file[0], false);
    struct expand job = job_of(1, 60);
    struct position pos = job.root;
    static const struct book_weighing plain = {0};
    struct book_answer answer = {0};
    struct book_eval eval;
    unsigned depth = 0;
    expand(book, &job);
    while (book_get_eval(book, &pos, &eval, NULL) == 1 && eval.expanded) {
        const struct book_entry *best = NULL;
        assert_int_equal(book_probe(book, &pos, &plain, false, &answer, NULL), 1);
        for (unsigned i = 0; i < answer.n; i++) {
            if (!best || answer.at[i].eval.value > best->eval.value)
                best = &answer.at[i];
        }
        assert_non_null(best);
        assert_int_equal(best->eval.value, eval.value);
        move_play(rules_international, &pos, &best->mv);
        depth++;
    }
    assert_in_range(depth, 4, 40);
    book_answer_fini(&answer);
    book_close(book);
}

static void what_is_known_is_not_searched_again(void **state)
{
    struct bed *bed = *state;
    bool changed;
    struct err err = {0};
    struct book *book = new_book(bed->file[0], false);
    struct expand job = job_of(1, 16);
    struct expand_result one = expand(book, &job);
    assert_int_equal(book_change(book, &changed, &err), 0);
    struct expand_result two = expand(book, &job);
    assert_int_equal(two.expanded, 16);
    book_close(book);
    book = new_book(bed->file[1], false);
    job.positions_max = 32;
    struct expand_result both = expand(book, &job);
    assert_int_equal(both.evaluated, one.evaluated + two.evaluated);
    book_close(book);
}

static void limits_of_plies(void **state)
{
    struct bed *bed = *state;
    struct book *book = new_book(bed->file[0], false);
    struct expand job = job_of(1, 0);
    job.plies_max = 2; /* the root and its nine moves */
    struct expand_result result = expand(book, &job);
    assert_int_equal(result.expanded, 10);
    assert_true(result.complete);
    book_close(book);
}

static bool always(void *ctx)
{
    (void)ctx;
    return true;
}

/* Another process removes moves while the book is expanded. */
static void drop_moves(void *ctx, uint64_t expanded, uint64_t evaluated)
{
    struct book *other;
    struct err err = {0};
    (void)evaluated;
    if (expanded % 20)
        return;
    assert_int_equal(book_open(ctx, BOOK_CHANGE, &other, &err), 0);
    if (book_drop_leaf_moves(other, 0, &err) || book_drop_bad_moves(other, 0, &err)
        || book_back_up_all(other, &err) || book_finish(other, &err))
        fail_msg("%s", err.msg);
    book_close(other);
}

static void others_change_the_book(void **state)
{
    struct bed *bed = *state;
    struct err err = {0};
    struct book *book = new_book(bed->file[0], false);
    struct expand job = job_of(1, 60);
    job.progress = drop_moves;
    job.search.ctx = bed->file[0];
    struct expand_result result = expand(book, &job);
    assert_int_equal(result.expanded, 60);
    assert_int_equal(book_verify(book, no_fault, NULL, &err), 0);
    book_close(book);
}

/* As on a disk that takes its time: at the end of each change SQLite removes the journal. */
static int slow_unlink(const char *path)
{
    clock_sleep(20000);
    return unlink(path);
}

static void set_unlink(sqlite3_syscall_ptr call)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    assert_int_equal(vfs->xSetSystemCall(vfs, "unlink", call), SQLITE_OK);
}

static atomic_bool stop;

static bool is_set(void *ctx) { return atomic_load((atomic_bool *)ctx); }

static void *expand_until_stopped(void *ctx)
{
    struct book *book = ctx;
    static struct expand_result result;
    struct err err = {0};
    struct expand job = job_of(1, 0);
    job.search.stopped = is_set;
    job.search.ctx = &stop;
    return expand_run(book, &job, &result, &err) == 1 && result.expanded > 0 ? ctx : NULL;
}

static void others_get_their_turn_on_a_slow_disk(void **state)
{
    struct bed *bed = *state;
    struct book *book = new_book(bed->file[0], false), *other;
    struct err err = {0};
    pthread_t expander;
    void *done;
    unsigned turns = 0;
    set_unlink((sqlite3_syscall_ptr)slow_unlink);
    atomic_store(&stop, false);
    assert_int_equal(pthread_create(&expander, NULL, expand_until_stopped, book), 0);
    while (turns < 20
           && book_open(bed->file[0], turns % 2 ? BOOK_READ : BOOK_CHANGE, &other, &err) == 0) {
        book_close(other);
        turns++;
    }
    atomic_store(&stop, true);
    assert_int_equal(pthread_join(expander, &done), 0);
    set_unlink(NULL);
    assert_non_null(done);
    assert_int_equal(turns, 20);
    assert_int_equal(book_verify(book, no_fault, NULL, &err), 0);
    book_close(book);
}

static void stopped_and_broken(void **state)
{
    struct bed *bed = *state;
    bool changed;
    struct err err = {0};
    struct expand_result result;
    struct book *book = new_book(bed->file[0], false);
    struct expand job = job_of(2, 40);
    job.search.stopped = always;
    assert_int_equal(expand_run(book, &job, &result, &err), 1);
    job.search.stopped = NULL;
    fails_after = 30;
    assert_int_equal(book_change(book, &changed, &err), 0);
    assert_int_equal(expand_run(book, &job, &result, &err), -1);
    assert_string_equal(err.msg, "the toy is broken");
    assert_true(result.expanded < 30); /* how many before it breaks is up to the threads */
    err = (struct err){0};
    fails_after = 0; /* cannot even be opened */
    book_close(book);
    assert_int_equal(book_open(bed->file[0], BOOK_CHANGE, &book, &err), 0);
    assert_int_equal(expand_run(book, &job, &result, &err), -1);
    book_close(book);
    err = (struct err){0};
    assert_int_equal(book_open(bed->file[0], BOOK_READ, &book, &err), 0);
    assert_int_equal(book_verify(book, no_fault, NULL, &err), 0);
    book_close(book);
}

/* ---- where games left the book ---- */

enum { LOST = 12 };

/* One pair a game: "dama" has White, leaves the book in a position of its own, and loses. */
static void write_results(const char *path, struct book *book, struct position leaving[LOST])
{
    static struct results_pair pairs[LOST];
    static const struct results_player players[] = {{"dama", "builtin", ""}, {"other", "hub", ""}};
    struct results_match plan = {.event = "Test",
                                 .site = "",
                                 .variant = "international",
                                 .draws = "",
                                 .config = "",
                                 .players = players,
                                 .n_players = 2,
                                 .pairs = pairs,
                                 .n_pairs = LOST};
    struct results *results;
    struct err err = {0};
    int64_t match;
    for (unsigned i = 0; i < LOST; i++)
        pairs[i] = (struct results_pair){.number = i + 1,
                                         .round = 1,
                                         .first = 0,
                                         .second = 1,
                                         .games = 2,
                                         .opening = "",
                                         .moves = ""};
    assert_int_equal(results_open(path, RESULTS_WRITE, &results, &err), 0);
    assert_int_equal(results_match_begin(results, &plan, 0, &match, &err), 0);
    for (unsigned i = 0; i < LOST; i++) {
        struct results_ply plies[8] = {{.score = RESULTS_NO_SCORE}};
        struct position pos;
        struct moves list;
        unsigned n = 0;
        moves_init(&list);
        position_start(rules_international, &pos);
        while (n < 8) { /* two moves that depend on the number, then the last of the list */
            assert_int_equal(moves_generate(rules_international, &pos, &list), 0);
            unsigned which = n == 0 ? i % 4 : n == 1 ? i / 4 : list.n - 1;
            struct position before = pos;
            plies[n] = (struct results_ply){.move = list.at[which % list.n],
                                            .ms = -1,
                                            .claimed = -1,
                                            .left = RESULTS_NO_CLOCK,
                                            .score = RESULTS_NO_SCORE,
                                            .win = -1,
                                            .loss = -1};
            move_play(rules_international, &pos, &plies[n++].move);
            int has = book_has(book, &pos, &err);
            assert_true(has >= 0);
            leaving[i] = before;
            if (!has)
                break;
        }
        assert_true(n < 8);
        moves_fini(&list);
        struct results_game game = {.pair = i + 1,
                                    .attempt = 1,
                                    .white = 0,
                                    .black = 1,
                                    .plies = plies,
                                    .n = n,
                                    .result = RESULT_BLACK,
                                    .reason = "resigned",
                                    .termination = "normal",
                                    .detail = "",
                                    .blame = -1,
                                    .white_version = "",
                                    .black_version = "",
                                    .counts = true};
        assert_int_equal(results_game_add(results, match, &game, NULL, &err), 0);
    }
    results_close(results);
}

static void lost_games_come_first(void **state)
{
    struct bed *bed = *state;
    bool changed;
    struct err err = {0};
    struct position leaving[LOST];
    struct book_exits list = {0};
    struct book *book = new_book(bed->file[0], false);
    struct expand job = job_of(1, 5);
    expand(book, &job);
    write_results(bed->file[1], book, leaving);
    struct book_exit_options options = {.player = "nobody", .plies = 1};
    assert_int_equal(book_exits_find(book, bed->file[1], &options, &list, &err), -1);
    err = (struct err){0};
    options.player = "other";
    assert_int_equal(book_exits_find(book, bed->file[1], &options, &list, &err), 0);
    assert_int_equal(list.games, 0); /* it has won them all */
    options.all_games = true;
    assert_int_equal(book_exits_find(book, bed->file[1], &options, &list, &err), 0);
    assert_int_equal(list.games, LOST);
    book_exits_fini(&list);
    options = (struct book_exit_options){.player = "dama", .plies = 1};
    assert_int_equal(book_exits_find(book, bed->file[1], &options, &list, &err), 0);
    assert_int_equal(list.games, LOST);
    assert_int_equal(list.positions, list.n);
    assert_int_equal(list.inside, 0);
    struct position first[LOST];
    for (unsigned i = 0; i < list.n; i++)
        first[i] = list.at[i].pos;
    job.first = first;
    job.n_first = list.n;
    job.positions_max = list.n;
    assert_int_equal(book_change(book, &changed, &err), 0);
    struct expand_result result = expand(book, &job);
    assert_int_equal(result.expanded, list.n);
    for (unsigned i = 0; i < LOST; i++) {
        struct book_eval eval;
        assert_int_equal(book_get_eval(book, &leaving[i], &eval, &err), 1);
        assert_true(eval.expanded);
    }
    assert_int_equal(book_verify(book, no_fault, NULL, &err), 0);
    book_exits_fini(&list);
    book_close(book);
}

/* "dama" loses two games that are mirror images, and repeats positions in both. */
static void write_mirrored_results(const char *path)
{
    static const char *const fens[] = {"W:WK47:BK1", "B:WK50:BK4"};
    static const char *const moves[2][6] = {{"47-41", "1-6", "41-47", "6-1", "47-41", "1-6"},
                                            {"4-10", "50-45", "10-4", "45-50", "4-10", "50-45"}};
    static const struct results_player players[] = {{"dama", "builtin", ""}, {"other", "hub", ""}};
    struct results_pair pairs[2];
    struct results_match plan = {.event = "Mirror",
                                 .site = "",
                                 .variant = "international",
                                 .draws = "",
                                 .config = "",
                                 .players = players,
                                 .n_players = 2,
                                 .pairs = pairs,
                                 .n_pairs = 2};
    struct results *results;
    struct err err = {0};
    int64_t match;
    for (unsigned i = 0; i < 2; i++)
        pairs[i] = (struct results_pair){.number = i + 1,
                                         .round = 1,
                                         .first = i,
                                         .second = 1 - i,
                                         .games = 2,
                                         .opening = "",
                                         .moves = "",
                                         .fen = fens[i]};
    assert_int_equal(results_open(path, RESULTS_WRITE, &results, &err), 0);
    assert_int_equal(results_match_begin(results, &plan, 0, &match, &err), 0);
    for (unsigned i = 0; i < 2; i++) {
        struct results_ply plies[6];
        struct position pos;
        struct moves found;
        moves_init(&found);
        assert_int_equal(
            fen_read(rules_international, text_of(fens[i]), (struct src_pos){0}, &pos, NULL, &err),
            0);
        for (unsigned n = 0; n < 6; n++) {
            struct written_move written;
            unsigned odd;
            assert_int_equal(
                notation_parse(rules_international, text_of(moves[i][n]), &written, &err), 0);
            assert_int_equal(notation_find(rules_international, &pos, &written, &found, &odd), 0);
            assert_int_equal(found.n, 1);
            plies[n] = (struct results_ply){.move = found.at[0],
                                            .ms = -1,
                                            .claimed = -1,
                                            .left = RESULTS_NO_CLOCK,
                                            .score = RESULTS_NO_SCORE,
                                            .win = -1,
                                            .loss = -1};
            move_play(rules_international, &pos, &found.at[0]);
        }
        moves_fini(&found);
        struct results_game game = {.pair = i + 1,
                                    .attempt = 1,
                                    .white = i,
                                    .black = 1 - i,
                                    .plies = plies,
                                    .n = 6,
                                    .result = i ? RESULT_WHITE : RESULT_BLACK,
                                    .reason = "resigned",
                                    .termination = "normal",
                                    .detail = "",
                                    .blame = -1,
                                    .white_version = "",
                                    .black_version = "",
                                    .counts = true};
        assert_int_equal(results_game_add(results, match, &game, NULL, &err), 0);
    }
    results_close(results);
}

static void mirrored_and_repeated_positions_count_once(void **state)
{
    struct bed *bed = *state;
    struct err err = {0};
    struct position pos;
    struct book_exits list = {0};
    struct book *book = new_book(bed->file[0], true);
    struct book_exit_options options = {.player = "dama", .plies = 6};
    struct book_eval eval = {.depth = 1, .engine = "toy", .date = "2026-01-01", .has_score = true};
    assert_int_equal(
        fen_read(rules_international, text_of("W:WK47:BK1"), (struct src_pos){0}, &pos, NULL, &err),
        0);
    assert_int_equal(book_put_eval(book, &pos, &eval, &err), 0);
    write_mirrored_results(bed->file[1]);
    assert_int_equal(book_exits_find(book, bed->file[1], &options, &list, &err), 0);
    assert_int_equal(list.games, 2);
    assert_int_equal(list.positions, 1);
    assert_int_equal(list.n, 4);
    for (unsigned i = 0; i < list.n; i++)
        assert_int_equal(list.at[i].games, 2);
    book_exits_fini(&list);
    book_close(book);
}

static void openings_are_counted(void **state)
{
    struct bed *bed = *state;
    struct err err = {0};
    struct position leaving[LOST], start;
    struct opening_draws openings = {0};
    struct book *book = new_book(bed->file[0], false);
    write_results(bed->file[1], book, leaving);
    assert_int_equal(opening_draws_read(rules_international, bed->file[1], &openings, &err), 0);
    position_start(rules_international, &start);
    const struct opening_draw_count *draws =
        opening_draws_find(&openings, position_key(rules_international, &start));
    assert_non_null(draws);
    assert_int_equal(draws->games, LOST);
    assert_int_equal(draws->drawn, 0);
    assert_null(opening_draws_find(&openings, 1));
    opening_draws_fini(&openings);
    book_close(book);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(threads_do_not_matter),
        TEST(a_folded_book),
        TEST(the_best_line_is_the_deepest),
        TEST(what_is_known_is_not_searched_again),
        TEST(limits_of_plies),
        TEST(others_change_the_book),
        TEST(others_get_their_turn_on_a_slow_disk),
        TEST(stopped_and_broken),
        TEST(lost_games_come_first),
        TEST(mirrored_and_repeated_positions_count_once),
        TEST(openings_are_counted),
    };
    return cmocka_run_group_tests_name("expand", tests, NULL, NULL);
}
