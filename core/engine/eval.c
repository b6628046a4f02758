// SPDX-License-Identifier: MIT
/*
 * Everything that depends only on weights and board is prepared here once, so that a move costs no
 * more than a few vector additions. Each man adds to the number of a shape (see shape.h) what its
 * side and square say, so it changes the numbers of all shapes by a vector that is known. Slots are
 * padded to whole vectors; the spare ones point to a weight of 0.
 */
#include "core/engine/eval.h"

#include <string.h>

static unsigned round_up(unsigned n, unsigned to) { return (n + to - 1) / to * to; }

static void fill_shapes(struct eval *eval)
{
    static const weight_pair nothing = 0;
    const struct weights *weights = &eval->weights;
    eval->half = round_up(weights->shapes.n / 2, EVAL_UNROLL);
    eval->lanes = round_up(2 * eval->half, EVAL_LANES);
    for (unsigned slot = 0; slot < SHAPE_SLOTS; slot++)
        eval->table[WHITE][slot] = eval->table[BLACK][slot] = &nothing;
    for (unsigned i = 0; i < weights->shapes.n; i++) {
        const struct shape *shape = &weights->shapes.at[i];
        unsigned slot = eval_slot(eval, i);
        for (unsigned turn = WHITE; turn <= BLACK; turn++)
            eval->table[turn][slot] = weights_table(weights, shape->table, shape->view, turn);
        for (unsigned k = 0; k < shape->n; k++) {
            eval->change[shape->view][shape->sq[k]].index[slot] = shape->own[k];
            eval->change[1 - shape->view][shape->sq[k]].index[slot] = shape->other[k];
        }
    }
}

/* Raises `most` to the largest absolute weights in a table: of the opening, and of the end. */
static void find_most(const weight_pair *pair, uint32_t size, int most[2])
{
    for (uint32_t k = 0; k < size; k++) {
        int opening = abs(weight_opening(pair[k])), end = abs(weight_end(pair[k]));
        most[0] = opening > most[0] ? opening : most[0];
        most[1] = end > most[1] ? end : most[1];
    }
}

/* Whether one weight from each shape of a side always adds up to 16 bits: see eval.sums_fit. */
static bool sums_fit(const struct weights *weights)
{
    int32_t sum[2] = {0};
    for (unsigned i = 0; i < weights->shapes.n / 2; i++) {
        const struct shape *shape = &weights->shapes.at[i];
        int most[2] = {0};
        for (unsigned turn = WHITE; turn <= BLACK; turn++)
            find_most(weights_table(weights, shape->table, shape->view, turn),
                      weights->shapes.size[shape->table], most);
        sum[0] += most[0];
        sum[1] += most[1];
    }
    return sum[0] <= INT16_MAX && sum[1] <= INT16_MAX;
}

static void fill_features(struct eval *eval)
{
    for (unsigned i = 0; i < FEATURE_COUNT; i++) {
        weight_pair pair = eval->weights.feature[i];
        eval->feature[i] = weight_end(pair) * (INT64_C(1) << 32) + weight_opening(pair);
    }
}

static void fill_board(struct eval *eval)
{
    const struct board *board = eval->rules->board;
    for (bitboard set = board->playing; set; set &= set - 1) {
        square sq = (square)LOWEST64(set);
        int file = board_file(board, sq), rank = board_rank(board, sq);
        eval->turned[sq] = board_turned(board, sq);
        eval->rank[sq] = (uint8_t)rank;
        if (rank % 2 && !board->every_square)
            eval->odd_ranks |= (bitboard)1 << sq;
        int balance = 2 * file - (board->files - 1);
        eval->change[WHITE][sq].balance[WHITE] = (int16_t)balance;
        eval->change[BLACK][sq].balance[BLACK] = (int16_t)balance;
    }
}

static struct eval_direction direction_of(const struct board *board, unsigned d)
{
    int by = board->delta[d];
    return (struct eval_direction){
        .left = (uint8_t)(by > 0 ? by : 0),
        .right = (uint8_t)(by < 0 ? -by : 0),
        .land = board->land[d],
    };
}

static void fill_directions(struct eval *eval)
{
    const struct board *board = eval->rules->board;
    for (unsigned d = 0; d < DIR_COUNT; d++) {
        if (!(eval->rules->man_moves >> d & 1))
            continue;
        eval->men[WHITE][eval->n_moves] = direction_of(board, d);
        eval->men[BLACK][eval->n_moves++] = direction_of(board, (d + 4) % DIR_COUNT);
    }
}

/*
 * On large boards a king that flies along diagonals, and may stop anywhere behind the piece it
 * takes, is hard to catch.
 */
static bool king_escapes(const struct rules *rules)
{
    return rules->goal == GOAL_BLOCK && !rules->board->every_square && rules->board->files >= 10
           && rules->flying_king_moves && rules->king_captures == DIRS_DIAGONAL
           && rules->landing == LANDING_ANY;
}

int eval_of_weights(const struct rules *rules, struct weights *weights, struct eval **out,
                    struct err *err)
{
    struct eval *eval = calloc(1, sizeof *eval);
    if (!eval)
        return err_memory(err);
    eval->rules = rules;
    eval->keys = keys_of(rules);
    if (!eval->keys) {
        free(eval);
        return err_memory(err);
    }
    atomic_init(&eval->holders, 1);
    eval->king_escapes = king_escapes(rules);
    eval->weights = *weights;
    weights->pair = weights->king_pair = NULL; /* handed over */
    fill_shapes(eval);
    fill_features(eval);
    eval->sums_fit = sums_fit(&eval->weights);
    fill_board(eval);
    fill_directions(eval);
    eval->per_piece = (UINT64_C(1) << EVAL_SHIFT) / eval->weights.pieces + 1;
    *out = eval;
    return 0;
}

int eval_open(const struct rules *rules, const char *spec, struct eval **out, struct err *err)
{
    struct weights weights;
    if (weights_open(rules, spec, &weights, err))
        return -1;
    if (eval_of_weights(rules, &weights, out, err) == 0)
        return 0;
    weights_free(&weights);
    return -1;
}

struct eval *eval_share(struct eval *eval)
{
    atomic_fetch_add_explicit(&eval->holders, 1, memory_order_relaxed);
    return eval;
}

void eval_close(struct eval *eval)
{
    if (!eval || atomic_fetch_sub_explicit(&eval->holders, 1, memory_order_acq_rel) > 1)
        return;
    weights_free(&eval->weights);
    free(eval);
}

void eval_start(const struct eval *eval, const struct position *pos, struct eval_sums *sums)
{
    memset(sums, 0, sizeof *sums);
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (bitboard men = position_men(pos, side); men; men &= men - 1)
            eval_add(eval, sums, side, (square)LOWEST64(men));
}
