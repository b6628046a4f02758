// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/engine/wdl.h"
#include "core/study/random-ending.h"
#include "core/study/selfplay.h"
#include "core/study/train.h"
#include "tests/lib/given.h"
#include "tests/lib/scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[SCRATCH_SIZE];

static const char *path_of(const char *name)
{
    static char paths[4][SCRATCH_SIZE + 64];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void play(const char *variant, const char *path, unsigned games, unsigned threads)
{
    struct selfplay selfplay = {
        .rules = rules_named(variant),
        .options = {.hash = 1 << 20, .eval = "material"},
        .limits = {.nodes = 150},
        .openings = {.plies_min = 2, .plies_max = 6},
        .games = games,
        .threads = threads,
        .seed = 9,
        .resign = 6000,
    };
    struct err err = {0};
    if (selfplay_run(&selfplay, path, &err) != 0)
        fail_msg("%s", err.msg);
}

static int by_number(const void *a, const void *b)
{
    const struct selfplay_game *const *x = a, *const *y = b;
    return (x[0]->number > y[0]->number) - (x[0]->number < y[0]->number);
}

/** Reads a file of games, sorted by number. @return how many */
static unsigned read_games(const char *path, struct selfplay_game **out, unsigned room)
{
    struct selfplay_head head;
    struct err err = {0};
    unsigned n = 0;
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    assert_int_equal(selfplay_head_read(in, &head, &err), 0);
    for (; n < room; n++) {
        out[n] = calloc(1, sizeof **out);
        assert_non_null(out[n]);
        if (selfplay_game_read(in, head.rules, out[n], &err) != 1)
            break;
    }
    if (n < room)
        free(out[n]);
    fclose(in);
    qsort(out, n, sizeof *out, by_number);
    return n;
}

static void assert_same_games(const char *a, const char *b, unsigned games)
{
    struct selfplay_game *x[64], *y[64];
    assert_int_equal(read_games(a, x, 64), games);
    assert_int_equal(read_games(b, y, 64), games);
    for (unsigned i = 0; i < games; i++) {
        assert_int_equal(x[i]->number, y[i]->number);
        assert_int_equal(x[i]->n, y[i]->n);
        assert_int_equal(x[i]->result, y[i]->result);
        assert_memory_equal(x[i]->score, y[i]->score, x[i]->n * sizeof x[i]->score[0]);
        for (unsigned k = 0; k < x[i]->n; k++)
            assert_true(move_same(&x[i]->move[k], &y[i]->move[k]));
        free(x[i]);
        free(y[i]);
    }
}

/** How many games run at a time changes their order in the file and nothing else. */
static void games_do_not_depend_on_threads(void **state)
{
    (void)state;
    play("russian", path_of("one"), 12, 1);
    play("russian", path_of("three"), 12, 3);
    assert_same_games(path_of("one"), path_of("three"), 12);
}

static void games_go_on_where_they_were(void **state)
{
    (void)state;
    static const struct {
        const char *head;
        size_t n, zeros;
    } ends[] = {
        {"\x50\x01\x00\x00\x01\x02", 6, 0},            /* cut short in the middle of a game */
        {"", 0, 4096},                                 /* zeros where power has failed */
        {"\x50\x01\x00\x00\x01\x02\x03\x04", 8, 4096}, /* in the middle of a game */
    };
    play("armenian", path_of("whole"), 8, 1);
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        unlink(path_of("parts"));
        play("armenian", path_of("parts"), 3, 1);
        FILE *file = fopen(path_of("parts"), "ab");
        assert_non_null(file);
        fwrite(ends[i].head, 1, ends[i].n, file);
        for (size_t k = 0; k < ends[i].zeros; k++)
            putc(0, file);
        fclose(file);
        play("armenian", path_of("parts"), 8, 2);
        assert_same_games(path_of("whole"), path_of("parts"), 8);
    }
}

static void other_games_are_refused(void **state)
{
    (void)state;
    struct selfplay selfplay = {.rules = rules_named("czech"),
                                .options = {.hash = 1 << 20, .eval = "material"},
                                .limits = {.nodes = 100},
                                .games = 1};
    struct err other = {0}, none = {0}, where = {0};
    play("english", path_of("english"), 2, 1);
    assert_int_equal(selfplay_run(&selfplay, path_of("english"), &other), -1);
    assert_non_null(strstr(other.msg, "choose another file"));
    FILE *file = fopen(path_of("text"), "wb");
    assert_non_null(file);
    fputs("this is a file of something else, and it is long enough to hold a head of one", file);
    fclose(file);
    assert_int_equal(selfplay_run(&selfplay, path_of("text"), &none), -1);
    assert_non_null(strstr(none.msg, "not a file of self-play games"));
    assert_int_equal(selfplay_run(&selfplay, "/nonexistent/games", &where), -1);
}

static void variants_that_the_file_cannot_name_are_refused(void **state)
{
    (void)state;
    struct selfplay selfplay = {.rules = rules_named("armenian:men-capture=all,promotion=stop"),
                                .options = {.hash = 1 << 20, .eval = "material"},
                                .limits = {.nodes = 100},
                                .games = 1};
    struct selfplay_game *games[1];
    struct err err = {0};
    assert_int_equal(selfplay_run(&selfplay, path_of("long"), &err), -1);
    assert_non_null(strstr(err.msg, "at most 32 characters"));
    play("altdeutsch-flying:promotion=stop", path_of("longest"), 1, 1);
    assert_int_equal(read_games(path_of("longest"), games, 1), 1);
    free(games[0]);
}

static void harmed_games_are_refused(void **state)
{
    (void)state;
    struct samples samples = {0};
    struct err harmed = {0}, other = {0};
    play("english", path_of("harm"), 3, 1);
    assert_int_equal(samples_read(&samples, rules_named("turkish"), path_of("harm"), &other), -1);
    assert_non_null(strstr(other.msg, "expected turkish"));
    FILE *file = fopen(path_of("harm"), "r+b");
    assert_non_null(file);
    fseek(file, 130, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, 130, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_int_equal(samples_read(&samples, rules_named("english"), path_of("harm"), &harmed), -1);
    assert_non_null(strstr(harmed.msg, "checksum"));
    samples_free(&samples);
}

/** What is said of a ply, as a sum over those that come after it. */
static double foreseen(const struct selfplay_game *game, unsigned ply, double trust,
                       double foresight)
{
    double sum = 0, share = 1;
    for (unsigned i = ply; i < game->n; i++) {
        int score = game->score[i];
        if (score == SELFPLAY_NO_SCORE)
            continue;
        if ((game->start.turn == WHITE) != (i % 2 == 0))
            score = -score;
        sum += share * (1 - foresight) / (1 + exp(-score * trust / 1000));
        share *= foresight;
    }
    return sum + share * game->result / 2;
}

static void later_scores_count(void **state)
{
    (void)state;
    static const double shares[] = {0, 0.5, 0.9};
    const struct rules *rules = rules_named("russian");
    enum { GAMES = 6 };
    struct selfplay_game *games[GAMES];
    play("russian", path_of("foresight"), GAMES, 1);
    assert_int_equal(read_games(path_of("foresight"), games, GAMES), GAMES);
    for (size_t row = 0; row < ARRAY_LEN(shares); row++) {
        struct samples samples = {.trust = 1.5, .foresight = shares[row]};
        struct err err = {0};
        size_t at = 0;
        assert_int_equal(samples_read(&samples, rules, path_of("foresight"), &err), 0);
        assert_true(samples.n > 5 * GAMES);
        for (unsigned i = 0; i < GAMES; i++) {
            struct position pos = games[i]->start, seen;
            for (unsigned ply = 0; ply < games[i]->n && at < samples.n; ply++) {
                sample_position(&samples.at[at], &seen);
                if (samples.at[at].game == i && position_same(&pos, &seen)) {
                    double said = foreseen(games[i], ply, 1.5, shares[row]);
                    assert_true(fabs((double)samples.at[at++].said - said) < 1e-5);
                }
                move_play(rules, &pos, &games[i]->move[ply]);
            }
        }
        assert_int_equal(at, samples.n);
        samples_free(&samples);
    }
    for (unsigned i = 0; i < GAMES; i++)
        free(games[i]);
}

/**
 * Positions with a lesson that can be told in one number: who has more men wins, and a king is
 * worth two.
 */
static void make_lessons(const struct rules *rules, struct samples *samples, unsigned n)
{
    struct random random;
    random_seed(&random, 3);
    *samples = (struct samples){
        .trust = 0.5, .at = calloc(n, sizeof *samples->at), .n = n, .room = n, .games = n};
    assert_non_null(samples->at);
    for (unsigned i = 0; i < n; i++) {
        struct sample *sample = &samples->at[i];
        int worth = 0;
        for (unsigned k = 0; k < 12; k++) {
            bitboard bit = (bitboard)1 << random_below(&random, BOARD_BITS);
            bitboard crown = rules->board->crowning[WHITE] | rules->board->crowning[BLACK];
            if (!(bit & rules->board->playing & ~crown) || (sample->white | sample->black) & bit)
                continue;
            bool white = random_below(&random, 2), king = random_below(&random, 6) == 0;
            *(white ? &sample->white : &sample->black) |= bit;
            sample->kings |= king ? bit : 0;
            worth += (white ? 1 : -1) * (king ? 2 : 1);
        }
        sample->turn = (uint8_t)random_below(&random, 2);
        double said = 1 / (1 + exp(-worth));
        sample->result = random_below(&random, 1000) < said * 1000 ? 2 : 0;
        sample->score = (int16_t)(worth * 1000);
        sample->game = i;
    }
}

static void note_loss(void *ctx, unsigned epoch, double loss, double held)
{
    double *last = ctx;
    (void)epoch;
    (void)loss;
    *last = held;
}

static int train_lessons(const struct rules *rules, unsigned n, unsigned epochs, unsigned threads,
                         const char *state, struct weights *weights, double *held, struct err *err)
{
    struct samples samples;
    struct train_options options = {.epochs = epochs,
                                    .threads = threads,
                                    .mix = 0,
                                    .rate = 0.1,
                                    .steady = 5,
                                    .shrink = 0.001,
                                    .seed = 1,
                                    .held = 10,
                                    .state = state,
                                    .progress = note_loss,
                                    .ctx = held};
    make_lessons(rules, &samples, n);
    assert_int_equal(weights_new(rules, 1, weights, err), 0);
    int rc = train_run(rules, &samples, &options, weights, err);
    samples_free(&samples);
    return rc;
}

static void learns_what_pieces_are_worth(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    struct weights weights;
    struct eval *eval;
    struct err err = {0};
    double held = 9;
    assert_int_equal(train_lessons(rules, 40000, 6, 1, NULL, &weights, &held, &err), 0);
    assert_true(held < 0.80); /* a coin would have 1 bit, the truth has 0.75 */
    assert_int_equal(eval_of_weights(rules, &weights, &eval, &err), 0);
    /* three men against two, and a king against a man, in the middle of the board */
    struct position men = {.pieces = {0, 0}};
    square c3 = board_at(rules->board, 2, 2), e3 = board_at(rules->board, 4, 2);
    square d6 = board_at(rules->board, 3, 5), f6 = board_at(rules->board, 5, 5);
    men.pieces[WHITE] = (bitboard)1 << c3 | (bitboard)1 << e3;
    men.pieces[BLACK] = (bitboard)1 << d6;
    struct position king = men;
    king.kings = (bitboard)1 << c3;
    king.pieces[BLACK] |= (bitboard)1 << f6;
    struct eval_sums sums;
    eval_start(eval, &men, &sums);
    assert_in_range(eval_score(eval, &men, &sums), 600, 1600);
    eval_start(eval, &king, &sums);
    assert_in_range(eval_score(eval, &king, &sums), 500, 1700);
    eval_close(eval);
}

/** Whether two trainings gave the same, bit by bit. */
static void assert_same_weights(const struct weights *a, const struct weights *b)
{
    assert_int_equal(a->n_pairs, b->n_pairs);
    assert_memory_equal(a->pair, b->pair, a->turns * a->n_pairs * sizeof *a->pair);
    assert_memory_equal(a->feature, b->feature, sizeof a->feature);
    assert_memory_equal(a->king, b->king, sizeof a->king);
    assert_memory_equal(a->king_pair, b->king_pair, KING_PAIR_WEIGHTS * sizeof *a->king_pair);
    assert_memory_equal(&a->wdl, &b->wdl, sizeof a->wdl);
}

static void weights_do_not_depend_on_threads(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("dameo");
    struct weights one, three;
    struct err err = {0};
    double held;
    assert_int_equal(train_lessons(rules, 6000, 2, 1, NULL, &one, &held, &err), 0);
    assert_int_equal(train_lessons(rules, 6000, 2, 3, NULL, &three, &held, &err), 0);
    assert_same_weights(&one, &three);
    weights_free(&one);
    weights_free(&three);
}

/** Trains weights of so many turns, beginning with others, so slowly that they hardly change. */
static int train_on(const struct weights *before, struct samples *samples, unsigned turns,
                    struct weights *after, struct err *err)
{
    const struct rules *rules = rules_named("english");
    struct train_options options = {
        .epochs = 1, .rate = 1e-6, .steady = 5, .seed = 1, .held = 10, .from = before};
    assert_int_equal(weights_new(rules, turns, after, err), 0);
    return train_run(rules, samples, &options, after, err);
}

static void training_begins_with_weights(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    struct samples samples;
    struct weights before, after;
    struct err err = {0};
    double held;
    assert_int_equal(train_lessons(rules, 20000, 4, 1, NULL, &before, &held, &err), 0);
    make_lessons(rules, &samples, 20000);
    assert_int_equal(train_on(&before, &samples, 1, &after, &err), 0);
    for (uint32_t i = 0; i < before.n_pairs; i++) {
        assert_in_range(weight_opening(after.pair[i]) - weight_opening(before.pair[i]) + 2, 0, 4);
        assert_in_range(weight_end(after.pair[i]) - weight_end(before.pair[i]) + 2, 0, 4);
    }
    weights_free(&after);
    /* those that count material only have no patterns to begin with */
    weights_free(&before);
    assert_int_equal(weights_new(rules, 0, &before, &err), 0);
    assert_int_equal(train_on(&before, &samples, 1, &after, &err), -1);
    assert_non_null(strstr(err.msg, "other patterns"));
    weights_free(&after);
    weights_free(&before);
    samples_free(&samples);
}

/**
 * Two positions, which turned round are themselves: in one the side to move wins, in the other it
 * loses. Neither material nor the turn by itself tells them apart.
 */
static void make_turns(const struct rules *rules, struct samples *samples)
{
    static const struct {
        int file_white, file_black;
        bool mover_wins;
    } rows[] = {{2, 5, true}, {4, 3, false}};
    enum { COPIES = 2000 };
    *samples = (struct samples){
        .trust = 1, .at = calloc(2 * COPIES, sizeof *samples->at), .n = 2 * COPIES};
    assert_non_null(samples->at);
    for (uint32_t i = 0; i < 2 * COPIES; i++) {
        unsigned row = i % 2, turn = i / 2 % 2;
        samples->at[i] = (struct sample){
            .white = (bitboard)1 << board_at(rules->board, rows[row].file_white, 2),
            .black = (bitboard)1 << board_at(rules->board, rows[row].file_black, 5),
            .turn = (uint8_t)turn,
            .result = rows[row].mover_wins == (turn == WHITE) ? 2 : 0,
            .game = i,
        };
    }
    samples->games = 2 * COPIES;
}

/** What weights that know the turn, or do not, make of these positions for the side to move. */
static void learn_turns(unsigned turns, int score[2])
{
    const struct rules *rules = rules_named("english");
    struct samples samples;
    struct train_options options = {.epochs = 5, .rate = 0.1, .steady = 5, .seed = 1, .held = 10};
    struct weights weights;
    struct eval *eval;
    struct err err = {0};
    make_turns(rules, &samples);
    assert_int_equal(weights_new(rules, turns, &weights, &err), 0);
    assert_int_equal(train_run(rules, &samples, &options, &weights, &err), 0);
    samples_free(&samples);
    make_turns(rules, &samples); /* in order again */
    assert_int_equal(eval_of_weights(rules, &weights, &eval, &err), 0);
    for (unsigned row = 0; row < 2; row++)
        for (unsigned turn = 0; turn < 2; turn++) {
            struct position pos;
            struct eval_sums sums;
            sample_position(&samples.at[row + 2 * turn], &pos);
            eval_start(eval, &pos, &sums);
            int now = eval_score(eval, &pos, &sums);
            assert_true(turn == 0 || now == score[row]); /* the same for both colours */
            score[row] = now;
        }
    samples_free(&samples);
    eval_close(eval);
}

static void the_turn_is_learned(void **state)
{
    (void)state;
    int score[2];
    learn_turns(2, score);
    assert_true(score[0] > 300 && score[1] < -300);
    learn_turns(1, score);
    assert_true(abs(score[0]) < 100 && abs(score[1]) < 100);
}

static void weights_by_turn_begin_with_either(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    struct samples samples;
    struct weights before, after;
    struct err err = {0};
    double held;
    assert_int_equal(train_lessons(rules, 5000, 1, 1, NULL, &before, &held, &err), 0);
    make_lessons(rules, &samples, 5000);
    assert_int_equal(train_on(&before, &samples, 2, &after, &err), 0);
    for (uint32_t i = 0; i < 2 * after.n_pairs; i++)
        assert_in_range(weight_end(after.pair[i]) - weight_end(before.pair[i % before.n_pairs]) + 2,
                        0, 4);
    weights_free(&before);
    before = after;
    assert_int_equal(train_on(&before, &samples, 1, &after, &err), -1);
    assert_non_null(strstr(err.msg, "by turn"));
    weights_free(&after);
    weights_free(&before);
    samples_free(&samples);
}

static unsigned epochs_left;

static bool stop_after_some(void) { return epochs_left-- == 0; }

static void training_goes_on(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    struct weights whole, parts;
    struct err err = {0}, other = {0};
    double held;
    struct samples samples;
    struct train_options options = {.epochs = 3,
                                    .threads = 1,
                                    .rate = 0.1,
                                    .steady = 5,
                                    .shrink = 0.001,
                                    .seed = 1,
                                    .held = 10,
                                    .state = path_of("state"),
                                    .stopped = stop_after_some};
    assert_int_equal(train_lessons(rules, 6000, 3, 1, NULL, &whole, &held, &err), 0);
    make_lessons(rules, &samples, 6000);
    assert_int_equal(weights_new(rules, 1, &parts, &err), 0);
    epochs_left = 0;
    assert_int_equal(train_run(rules, &samples, &options, &parts, &err), 1);
    samples_free(&samples);
    make_lessons(rules, &samples, 6000);
    epochs_left = 99;
    assert_int_equal(train_run(rules, &samples, &options, &parts, &err), 0);
    assert_same_weights(&whole, &parts);
    samples_free(&samples);
    weights_free(&parts);
    /* the state of other games is none to go on from */
    assert_int_equal(train_lessons(rules, 5000, 3, 1, options.state, &parts, &held, &other), -1);
    assert_non_null(strstr(other.msg, "another training"));
    weights_free(&parts);
    weights_free(&whole);
}

/** Continues a training with other settings. */
static void expect_refused(const struct train_options *options, double trust, const char *setting)
{
    const struct rules *rules = rules_named("english");
    struct samples samples;
    struct weights weights;
    struct err err = {0};
    make_lessons(rules, &samples, 6000);
    samples.trust = trust;
    assert_int_equal(weights_new(rules, 1, &weights, &err), 0);
    assert_int_equal(train_run(rules, &samples, options, &weights, &err), -1);
    if (!strstr(err.msg, setting))
        fail_msg("%s, not: %s", setting, err.msg);
    samples_free(&samples);
    weights_free(&weights);
}

static void training_goes_on_as_it_began(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    const struct train_options ours = {.epochs = 1,
                                       .rate = 0.1,
                                       .steady = 5,
                                       .shrink = 0.001,
                                       .seed = 1,
                                       .held = 10,
                                       .state = path_of("settings")};
    struct train_options other = ours;
    struct samples samples;
    struct weights weights;
    struct err err = {0};
    make_lessons(rules, &samples, 6000);
    double trust = samples.trust;
    assert_int_equal(weights_new(rules, 1, &weights, &err), 0);
    assert_int_equal(train_run(rules, &samples, &ours, &weights, &err), 0);
    samples_free(&samples);
    other.rate = 0.2;
    expect_refused(&other, trust, "--rate is not the same");
    other = ours;
    other.mix = 0.5;
    expect_refused(&other, trust, "--mix is not the same");
    other = ours;
    other.from = &weights;
    expect_refused(&other, trust, "--from is not the same");
    expect_refused(&ours, trust + 1, "--trust is not the same");
    weights_free(&weights);
}

static void nothing_is_learned_from_nothing(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    struct samples samples = {0};
    struct train_options options = {.epochs = 1};
    struct weights weights;
    struct err err = {0};
    assert_int_equal(weights_new(rules, 1, &weights, &err), 0);
    assert_int_equal(train_run(rules, &samples, &options, &weights, &err), -1);
    assert_non_null(strstr(err.msg, "no quiet positions"));
    weights_free(&weights);
}

/** Won with 1 / (1 + exp((at - s) / 300)), lost likewise; of these, `even` are drawn at 0. */
static void make_results(struct samples *samples, double at, double even, double even_width)
{
    struct random random;
    random_seed(&random, 8);
    make_lessons(rules_named("english"), samples, 60000);
    for (size_t i = 0; i < samples->n; i++) {
        struct sample *sample = &samples->at[i];
        sample->score = (int16_t)((int)random_below(&random, 4001) - 2000);
        double decided = 1 - even * exp(-abs(sample->score) / even_width);
        double win = decided / (1 + exp((at - sample->score) / 300.0));
        double loss = decided / (1 + exp((at + sample->score) / 300.0));
        double lot = random_below(&random, 100000) / 1e5;
        sample->result = lot < win ? 2 : lot < win + loss ? 0 : 1;
    }
}

static void chances_fit(void **state)
{
    (void)state;
    struct samples samples;
    struct wdl_model model = {0};
    make_results(&samples, 900, 0, 1);
    train_wdl(rules_named("english"), &samples, &model);
    double share = 0.3;
    assert_in_range((int)((double)model.at_base + share * (double)model.at_slope), 800, 1000);
    assert_in_range((int)((double)model.width_base + share * (double)model.width_slope), 260, 340);
    samples_free(&samples);
}

static void even_positions_are_drawn_more_often(void **state)
{
    (void)state;
    struct samples samples;
    struct wdl_model model = {0};
    make_results(&samples, 300, 0.6, 300);
    train_wdl(rules_named("english"), &samples, &model);
    assert_in_range((int)(100 * (double)(model.even_base + 0.3F * model.even_slope)), 50, 70);
    assert_in_range((int)(double)model.even_width, 240, 360);
    assert_in_range((int)(100 * (double)wdl_of(&model, 0, 0.3).draw), 75, 81); /* 0.785 */
    samples_free(&samples);
}

static void endings_can_come_up(void **state)
{
    static const char *const variants[] = {"international", "english", "turkish", "altdeutsch",
                                           "frysk"};
    (void)state;
    for (unsigned v = 0; v < ARRAY_LEN(variants); v++) {
        const struct rules *rules = rules_named(variants[v]);
        unsigned leads[3] = {0}, odd = 0, may_lead = 0, men = 0, turns = 0;
        struct random random;
        random_seed(&random, 11);
        for (unsigned i = 0; i < 2000; i++) {
            unsigned pieces = RANDOM_ENDING_PIECES_MIN + i % (random_ending_pieces_max(rules) - 1);
            struct position pos;
            struct err err = {0};
            random_ending_make(rules, pieces, &random, &pos);
            assert_int_equal(fen_check(rules, &pos, (struct src_pos){0}, &err), 0);
            unsigned white = POPCOUNT64(pos.pieces[WHITE]), black = POPCOUNT64(pos.pieces[BLACK]);
            assert_int_equal(white + black, pieces);
            assert_true(white && black);
            unsigned lead = white > black ? white - black : black - white;
            assert_in_range(lead, 0, 2);
            leads[lead]++;
            odd += pieces % 2;
            may_lead += pieces % 2 == 0 && pieces > 2;
            men += position_men(&pos, WHITE) || position_men(&pos, BLACK);
            turns += pos.turn;
        }
        assert_int_equal(leads[1], odd);
        assert_in_range(leads[2], may_lead * 70 / 100, may_lead * 80 / 100);
        assert_in_range(men, 800, 1000); /* half, but for those whose men were crowned */
        assert_in_range(turns, 900, 1100);
    }
}

static void contest_is_fair(void **state)
{
    (void)state;
    struct contest contest = {
        .rules = rules_named("english"),
        .options = {{.hash = 1 << 20, .eval = "material"}, {.hash = 1 << 20, .eval = "material"}},
        .limits = {{.nodes = 200}, {.nodes = 200}},
        .openings = {.plies_min = 6, .plies_max = 6},
        .games = 20,
        .threads = 2,
        .seed = 5,
    };
    struct contest_result result;
    struct err err = {0};
    assert_int_equal(contest_run(&contest, &result, &err), 0);
    assert_int_equal(result.won + result.drawn + result.lost, 20);
    assert_int_equal(result.won, result.lost); /* the same player twice: every pair is even */
    assert_int_equal(result.pairs[2], 10);
    contest.limits[1].nodes = 10;
    assert_int_equal(contest_run(&contest, &result, &err), 0);
    assert_true(result.won > result.lost);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(scratch_name(folder)) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"one",      "three", "whole",   "parts",
                                        "english",  "text",  "harm",    "state",
                                        "settings", "long",  "longest", "foresight"};
    (void)state;
    for (unsigned i = 0; i < ARRAY_LEN(names); i++)
        unlink(path_of(names[i]));
    return rmdir(folder);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_do_not_depend_on_threads),
        cmocka_unit_test(games_go_on_where_they_were),
        cmocka_unit_test(other_games_are_refused),
        cmocka_unit_test(variants_that_the_file_cannot_name_are_refused),
        cmocka_unit_test(harmed_games_are_refused),
        cmocka_unit_test(later_scores_count),
        cmocka_unit_test(learns_what_pieces_are_worth),
        cmocka_unit_test(weights_do_not_depend_on_threads),
        cmocka_unit_test(training_begins_with_weights),
        cmocka_unit_test(the_turn_is_learned),
        cmocka_unit_test(weights_by_turn_begin_with_either),
        cmocka_unit_test(training_goes_on),
        cmocka_unit_test(training_goes_on_as_it_began),
        cmocka_unit_test(nothing_is_learned_from_nothing),
        cmocka_unit_test(chances_fit),
        cmocka_unit_test(even_positions_are_drawn_more_often),
        cmocka_unit_test(endings_can_come_up),
        cmocka_unit_test(contest_is_fair),
    };
    return cmocka_run_group_tests_name("train", tests, make_folder, remove_folder);
}
