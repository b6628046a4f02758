// SPDX-License-Identifier: MIT
#include "core/engine/eval.h"

#include "core/engine/bits.h"
#include "core/engine/spot.h"

#include <string.h>

static void fill_shapes(struct eval *eval)
{
    const struct weights *weights = &eval->weights;
    eval->lanes = (weights->shapes.n + EVAL_LANES - 1) / EVAL_LANES * EVAL_LANES;
    for (unsigned i = 0; i < weights->shapes.n; i++) {
        const struct shape *shape = &weights->shapes.at[i];
        eval->table[i] = weights->pair + weights->base[shape->table];
        for (unsigned k = 0; k < shape->n; k++) {
            unsigned place = shape_size(shape->n - 1 - k);
            eval->change[shape->view][shape->sq[k]].index[i] = (uint16_t)place;
            eval->change[1 - shape->view][shape->sq[k]].index[i] = (uint16_t)(2 * place);
        }
    }
}

static void fill_board(struct eval *eval)
{
    const struct board *board = eval->rules->board;
    for (bitboard set = board->playing; set; set &= set - 1) {
        square sq = (square)bit_lowest(set);
        int file = board_file(board, sq), rank = board_rank(board, sq);
        eval->turned[sq] = board_at(board, board->files - 1 - file, board->ranks - 1 - rank);
        eval->rank[sq] = (uint8_t)rank;
        if (rank % 2 && !board->every_square)
            eval->odd_ranks |= (bitboard)1 << sq;
        int lean = 2 * file - (board->files - 1);
        eval->change[WHITE][sq].lean[WHITE] = (int16_t)lean;
        eval->change[BLACK][sq].lean[BLACK] = (int16_t)lean;
    }
    for (unsigned d = 0; d < DIR_COUNT; d++)
        if (eval->rules->man_moves >> d & 1)
            eval->move_dir[eval->n_moves++] = (uint8_t)d;
}

/** On large boards a king that flies along diagonals, and may stop anywhere behind what it takes, is hard to catch. */
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
        return err_set(err, (struct src_pos){0}, "out of memory");
    eval->rules = rules;
    eval->king_escapes = king_escapes(rules);
    eval->weights = *weights;
    weights->pair = weights->bond = NULL; /* handed over */
    fill_shapes(eval);
    fill_board(eval);
    spot_keys(eval);
    *out = eval;
    return 0;
}

int eval_open(const struct rules *rules, const char *spec, struct eval **out, struct err *err)
{
    struct weights weights;
    if (weights_open(rules, spec, &weights, err) < 0)
        return -1;
    if (eval_of_weights(rules, &weights, out, err) == 0)
        return 0;
    weights_free(&weights);
    return -1;
}

void eval_close(struct eval *eval)
{
    if (!eval)
        return;
    weights_free(&eval->weights);
    free(eval);
}

void eval_start(const struct eval *eval, const struct position *pos, struct eval_sums *sums)
{
    memset(sums, 0, sizeof *sums);
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (bitboard men = position_men(pos, side); men; men &= men - 1)
            eval_add(eval, sums, side, (square)bit_lowest(men));
}

/** Steps that the men of a side can make; those that can make none are counted in `locked`. */
static ALWAYS_INLINE int mobility(const struct eval *eval, bitboard men, bitboard empty,
                                  unsigned side, int *locked)
{
    const struct board *board = eval->rules->board;
    bitboard able = 0;
    int steps = 0;
    for (unsigned i = 0; i < eval->n_moves; i++) {
        unsigned d = side == WHITE ? eval->move_dir[i] : (eval->move_dir[i] + 4u) % DIR_COUNT;
        bitboard to = bits_shift(men, board->delta[d]) & board->land[d] & empty;
        steps += (int)bits_count(to);
        able |= bits_shift(to, -board->delta[d]);
    }
    *locked = (int)bits_count(men & ~able);
    return steps;
}

/**
 * Every step of a man or of a short king takes a piece from an odd rank to an even one or back. So whether the number of
 * pieces on odd ranks is odd, seen together with whose turn it is, changes with captures only: in endings it tells who
 * will have to give way ("the move", the opposition). With an odd number of pieces it tells nothing.
 */
static int parity(const struct eval *eval, const struct position *pos)
{
    bitboard all = pos->pieces[WHITE] | pos->pieces[BLACK];
    if (!eval->odd_ranks || bits_count(all) % 2)
        return 0;
    unsigned odd = bits_count(all & eval->odd_ranks);
    return (odd ^ pos->turn) & 1 ? 1 : -1;
}

void eval_features(const struct eval *eval, const struct position *pos,
                   const struct eval_sums *sums, int out[FEATURE_COUNT])
{
    bitboard white = position_men(pos, WHITE), black = position_men(pos, BLACK);
    bitboard empty = eval->rules->board->playing & ~(pos->pieces[WHITE] | pos->pieces[BLACK]);
    int locked_white, locked_black;
    int steps = mobility(eval, white, empty, WHITE, &locked_white)
                - mobility(eval, black, empty, BLACK, &locked_black);
    int white_kings = 0, black_kings = 0;
    if (pos->kings) {
        white_kings = (int)bits_count(position_kings(pos, WHITE));
        black_kings = (int)bits_count(position_kings(pos, BLACK));
    }
    out[FEATURE_MAN] = (int)bits_count(white) - (int)bits_count(black);
    out[FEATURE_KING] = white_kings - black_kings;
    out[FEATURE_FIRST_KING] = (white_kings > 0) - (black_kings > 0);
    out[FEATURE_TURN] = pos->turn == WHITE ? 1 : -1;
    out[FEATURE_MOBILITY] = steps;
    out[FEATURE_LOCKED] = locked_white - locked_black;
    out[FEATURE_LEAN] = abs(sums->lean[WHITE]) - abs(sums->lean[BLACK]);
    out[FEATURE_PARITY] = parity(eval, pos);
}

struct bond_sum {
    const weight_pair *weight;
    int opening, end;
};

static ALWAYS_INLINE void add_bond(void *ctx, unsigned index, int sign)
{
    struct bond_sum *sum = ctx;
    sum->opening += sign * weight_opening(sum->weight[index]);
    sum->end += sign * weight_end(sum->weight[index]);
}

int eval_score(const struct eval *eval, const struct position *pos, const struct eval_sums *sums)
{
    const struct weights *weights = &eval->weights;
    int opening = 0, end = 0, feature[FEATURE_COUNT];
    unsigned half = weights->shapes.n / 2;
    for (unsigned i = 0; i < half; i++) {
        weight_pair white = eval->table[i][sums->index[i]];
        weight_pair black = eval->table[half + i][sums->index[half + i]];
        opening += weight_opening(white) - weight_opening(black);
        end += weight_end(white) - weight_end(black);
    }
    eval_features(eval, pos, sums, feature);
    for (unsigned i = 0; i < FEATURE_COUNT; i++) {
        opening += feature[i] * weight_opening(weights->feature[i]);
        end += feature[i] * weight_end(weights->feature[i]);
    }
    for (bitboard set = position_kings(pos, WHITE); set; set &= set - 1) {
        weight_pair king = weights->king[bit_lowest(set)];
        opening += weight_opening(king);
        end += weight_end(king);
    }
    for (bitboard set = position_kings(pos, BLACK); set; set &= set - 1) {
        weight_pair king = weights->king[eval->turned[bit_lowest(set)]];
        opening -= weight_opening(king);
        end -= weight_end(king);
    }
    if (weights->bond && pos->kings) {
        struct bond_sum sum = {weights->bond, opening, end};
        eval_bonds(eval, pos, add_bond, &sum);
        opening = sum.opening;
        end = sum.end;
    }
    int all = (int)weights->pieces, n = (int)bits_count(pos->pieces[WHITE] | pos->pieces[BLACK]);
    n = n < all ? n : all;
    int score = (opening * n + end * (all - n)) / all;
    score = pos->turn == WHITE ? score : -score;
    return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : score;
}
