// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/random.h"
#include "core/study/average.h"
#include "core/study/calibrate.h"
#include "core/study/train.h"
#include "tests/lib/given.h"
#include "tests/lib/scratch-folder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/*
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

/* Whether two trainings gave the same, bit by bit. */
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

/* Trains weights of so many turns, beginning with others, so slowly that they hardly change. */
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
    assert_non_null(strstr(err.msg, "not a weights file"));
    weights_free(&after);
    weights_free(&before);
    samples_free(&samples);
}

/*
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

/* What weights that know the turn, or do not, make of these positions for the side to move. */
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
                                    .state = scratch_path("state"),
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
    assert_non_null(strstr(other.msg, "training state for different games"));
    weights_free(&parts);
    weights_free(&whole);
}

/* Continues a training with other settings. */
static void expect_refused_of(const struct train_options *options, double trust, unsigned turns,
                              const char *setting)
{
    const struct rules *rules = rules_named("english");
    struct samples samples;
    struct weights weights;
    struct err err = {0};
    make_lessons(rules, &samples, 6000);
    samples.trust = trust;
    assert_int_equal(weights_new(rules, turns, &weights, &err), 0);
    assert_int_equal(train_run(rules, &samples, options, &weights, &err), -1);
    if (!strstr(err.msg, setting))
        fail_msg("%s, not: %s", setting, err.msg);
    samples_free(&samples);
    weights_free(&weights);
}

static void expect_refused(const struct train_options *options, double trust, const char *setting)
{
    expect_refused_of(options, trust, 1, setting);
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
                                       .state = scratch_path("settings")};
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
    expect_refused(&other, trust, "a different --rate");
    other = ours;
    other.mix = 0.5;
    expect_refused(&other, trust, "a different --mix");
    other = ours;
    other.from = &weights;
    expect_refused(&other, trust, "a different --from");
    expect_refused(&ours, trust + 1, "a different --trust");
    expect_refused_of(&ours, trust, 2, "a different --by-turn");
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

/* Won with 1 / (1 + exp((at - s) / 300)), lost likewise; of these, `even` are drawn at 0. */
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

static bool at_once(void) { return true; }

static void chances_fit(void **state)
{
    (void)state;
    struct samples samples;
    struct wdl_model model = {0};
    make_results(&samples, 900, 0, 1);
    assert_int_equal(calibrate_fit(rules_named("english"), &samples, NULL, &model), 0);
    assert_int_equal(
        calibrate_fit(rules_named("english"), &samples, at_once, &(struct wdl_model){0}), 1);
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
    assert_int_equal(calibrate_fit(rules_named("english"), &samples, NULL, &model), 0);
    assert_in_range((int)(100 * (double)(model.even_base + 0.3F * model.even_slope)), 50, 70);
    assert_in_range((int)(double)model.even_width, 240, 360);
    assert_in_range((int)(100 * (double)wdl_of(&model, 0, 0.3).draw), 75, 81); /* 0.785 */
    assert_true(wdl_of(&model, SCORE_KNOWN_WIN, 0.3).win == 1); /* however wide the model is */
    assert_true(wdl_of(&model, -SCORE_KNOWN_WIN, 0.3).loss == 1);
    unsigned n[3];
    wdl_thousandths((struct wdl){0.4995F, 0.001F, 0.4995F}, n);
    assert_int_equal(n[0] + n[1] + n[2], 1000);
    samples_free(&samples);
}

static void the_average_weights(void **state)
{
    (void)state;
    static const int rows[][4] = {
        /* of three weights; their mean, rounded */
        {1, 2, 6, 3}, {-1, -2, -6, -3}, {0, 0, 1, 0}, {0, 1, 1, 1}, {32000, 32000, 32000, 32000},
    };
    const char *names[3] = {scratch_path("a.eval"), scratch_path("b.eval"), scratch_path("c.eval")};
    struct weights weights;
    struct err err = {0};
    for (unsigned file = 0; file < 3; file++) {
        assert_int_equal(weights_new(rules_international, 1, &weights, &err), 0);
        for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
            weights.feature[i] = weight_pack(rows[i][file], -rows[i][file]);
            weights.pair[i] = weight_pack(-rows[i][file], rows[i][file]);
        }
        assert_int_equal(weights_save(&weights, names[file], &err), 0);
        weights_free(&weights);
    }
    assert_int_equal(average_weights(rules_international, names, 3, &weights, &err), 0);
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
        assert_int_equal(weight_opening(weights.feature[i]), rows[i][3]);
        assert_int_equal(weight_end(weights.feature[i]), -rows[i][3]);
        assert_int_equal(weight_opening(weights.pair[i]), -rows[i][3]);
    }
    weights_free(&weights);
}

/* Weights by turn have twice the tables. */
static void mean_of_different_weights(void **state)
{
    (void)state;
    const char *names[2] = {scratch_path("once.eval"), scratch_path("by-turn.eval")};
    struct weights weights;
    struct err err = {0};
    for (unsigned turns = 1; turns <= 2; turns++) {
        assert_int_equal(weights_new(rules_international, turns, &weights, &err), 0);
        assert_int_equal(weights_save(&weights, names[turns - 1], &err), 0);
        weights_free(&weights);
    }
    assert_int_equal(average_weights(rules_international, names, 2, &weights, &err), -1);
    assert_string_equal(err.msg, "its patterns differ from those of the weights before it");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns_what_pieces_are_worth),
        cmocka_unit_test(weights_do_not_depend_on_threads),
        cmocka_unit_test(training_begins_with_weights),
        cmocka_unit_test(the_turn_is_learned),
        cmocka_unit_test(weights_by_turn_begin_with_either),
        cmocka_unit_test(training_goes_on),
        cmocka_unit_test(training_goes_on_as_it_began),
        cmocka_unit_test(nothing_is_learned_from_nothing),
        cmocka_unit_test(the_average_weights),
        cmocka_unit_test(mean_of_different_weights),
        cmocka_unit_test(chances_fit),
        cmocka_unit_test(even_positions_are_drawn_more_often),
    };
    return cmocka_run_group_tests_name("train", tests, scratch_folder_make, scratch_folder_remove);
}
