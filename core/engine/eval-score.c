// SPDX-License-Identifier: MIT
/*
 * The score of a position, from the incrementally updated sums. Called for nearly every node.
 */
#include "core/engine/eval.h"

/* Counts the steps that the men of a side can make, and in `locked` the men that can make none. */
static ALWAYS_INLINE int mobility(const struct eval *eval, bitboard men, bitboard empty,
                                  unsigned side, int *locked)
{
    bitboard able = 0;
    int steps = 0;
    for (unsigned i = 0; i < eval->n_moves; i++) {
        const struct eval_direction *d = &eval->men[side][i];
        bitboard to = men << d->left >> d->right & d->land & empty;
        steps += (int)POPCOUNT64(to);
        able |= to >> d->left << d->right;
    }
    *locked = (int)POPCOUNT64(men & ~able);
    return steps;
}

/*
 * Who has the opposition ("the move"): 1 White, -1 Black. Every step of a man or of a short king
 * takes a piece from an odd rank to an even one or back. So the parity of the number of pieces on
 * odd ranks, combined with the side to move, changes only with captures: in endings it tells who
 * will have to give way. With an odd number of pieces on the board it tells nothing: 0.
 */
static int parity(const struct eval *eval, const struct position *pos)
{
    bitboard all = pos->pieces[WHITE] | pos->pieces[BLACK];
    if (!eval->odd_ranks || POPCOUNT64(all) % 2)
        return 0;
    unsigned odd = POPCOUNT64(all & eval->odd_ranks);
    return (odd ^ pos->turn) & 1 ? 1 : -1;
}

/* Counts the features of men and of the turn, which all positions have. */
static ALWAYS_INLINE void count_men(const struct eval *eval, const struct position *pos,
                                    const struct eval_sums *sums, int out[FEATURE_COUNT])
{
    bitboard white = position_men(pos, WHITE), black = position_men(pos, BLACK);
    bitboard empty = eval->rules->board->playing & ~(pos->pieces[WHITE] | pos->pieces[BLACK]);
    int locked_white, locked_black;
    int steps = mobility(eval, white, empty, WHITE, &locked_white)
                - mobility(eval, black, empty, BLACK, &locked_black);
    out[FEATURE_MAN] = (int)POPCOUNT64(white) - (int)POPCOUNT64(black);
    out[FEATURE_TURN] = pos->turn == WHITE ? 1 : -1;
    out[FEATURE_MOBILITY] = steps;
    out[FEATURE_LOCKED] = locked_white - locked_black;
    out[FEATURE_BALANCE] = abs(sums->balance[WHITE]) - abs(sums->balance[BLACK]);
    out[FEATURE_PARITY] = parity(eval, pos);
}

static ALWAYS_INLINE void count_kings(const struct position *pos, int out[FEATURE_COUNT])
{
    int white = (int)POPCOUNT64(position_kings(pos, WHITE));
    int black = (int)POPCOUNT64(position_kings(pos, BLACK));
    out[FEATURE_KING] = white - black;
    out[FEATURE_FIRST_KING] = (white > 0) - (black > 0);
}

void eval_features(const struct eval *eval, const struct position *pos,
                   const struct eval_sums *sums, int out[FEATURE_COUNT])
{
    count_men(eval, pos, sums, out);
    count_kings(pos, out);
}

/* Adds the weights of all shapes, for White: in packed form if the sums fit, else one by one. */
static ALWAYS_INLINE void add_shapes(const struct eval *eval, const struct eval_sums *sums,
                                     unsigned turn, int *opening, int *end)
{
    const weight_pair *const *of_white = eval->table[turn], *const *of_black =
                                                                of_white + eval->half;
    const uint16_t *at_white = sums->index, *at_black = at_white + eval->half;
    weight_pair white = 0, black = 0;
    if (LIKELY(eval->sums_fit)) {
        for (unsigned i = eval->half; i; i -= EVAL_UNROLL, of_white += EVAL_UNROLL,
                      of_black += EVAL_UNROLL, at_white += EVAL_UNROLL, at_black += EVAL_UNROLL)
            for (unsigned k = 0; k < EVAL_UNROLL; k++) {
                white += of_white[k][at_white[k]];
                black += of_black[k][at_black[k]];
            }
        *opening = weight_opening(white) - weight_opening(black);
        *end = weight_end(white) - weight_end(black);
        return;
    }
    *opening = *end = 0;
    for (unsigned i = 0; i < eval->half; i++) {
        white = of_white[i][at_white[i]];
        black = of_black[i][at_black[i]];
        *opening += weight_opening(white) - weight_opening(black);
        *end += weight_end(white) - weight_end(black);
    }
}

/*
 * Each term is written out: from a loop the compiler would make vector code that passes the numbers
 * through memory and has to wait for it.
 */
static ALWAYS_INLINE void add_features(const struct eval *eval, const struct position *pos,
                                       const struct eval_sums *sums, int *opening, int *end)
{
    const int64_t *weight = eval->feature;
    int feature[FEATURE_COUNT];
    count_men(eval, pos, sums, feature);
    int64_t sum = feature[FEATURE_MAN] * weight[FEATURE_MAN];
    sum += feature[FEATURE_TURN] > 0 ? weight[FEATURE_TURN] : -weight[FEATURE_TURN];
    sum += feature[FEATURE_MOBILITY] * weight[FEATURE_MOBILITY];
    sum += feature[FEATURE_LOCKED] * weight[FEATURE_LOCKED];
    sum += feature[FEATURE_BALANCE] * weight[FEATURE_BALANCE];
    sum += feature[FEATURE_PARITY] * weight[FEATURE_PARITY];
    if (UNLIKELY(pos->kings)) {
        count_kings(pos, feature);
        sum += feature[FEATURE_KING] * weight[FEATURE_KING];
        sum += feature[FEATURE_FIRST_KING] * weight[FEATURE_FIRST_KING];
    }
    int32_t low = (int32_t)(uint32_t)(uint64_t)sum;
    *opening += low;
    *end += (int)((sum - low) / (INT64_C(1) << 32));
}

struct king_pair_sum {
    const weight_pair *weight;
    int opening, end;
};

static ALWAYS_INLINE void add_king_pair(void *ctx, unsigned index, int sign)
{
    struct king_pair_sum *sum = ctx;
    sum->opening += sign * weight_opening(sum->weight[index]);
    sum->end += sign * weight_end(sum->weight[index]);
}

/* sum / pieces at the start, without the cost of a division; |sum| must be below 2^30. */
static ALWAYS_INLINE int per_piece(const struct eval *eval, int sum)
{
    int size = (int)((uint64_t)abs(sum) * eval->per_piece >> EVAL_SHIFT);
    return sum < 0 ? -size : size;
}

/* Adds the weights of kings by their squares. */
static ALWAYS_INLINE void add_kings(const struct eval *eval, const struct position *pos,
                                    int *opening, int *end)
{
    const struct weights *weights = &eval->weights;
    struct king_pair_sum sum = {weights->king_pair, *opening, *end};
    for (bitboard set = position_kings(pos, WHITE); set; set &= set - 1) {
        weight_pair king = weights->king[LOWEST64(set)];
        sum.opening += weight_opening(king);
        sum.end += weight_end(king);
    }
    for (bitboard set = position_kings(pos, BLACK); set; set &= set - 1) {
        weight_pair king = weights->king[eval->turned[LOWEST64(set)]];
        sum.opening -= weight_opening(king);
        sum.end -= weight_end(king);
    }
    if (weights->king_pair)
        eval_king_pairs(eval, pos, add_king_pair, &sum);
    *opening = sum.opening;
    *end = sum.end;
}

int eval_score(const struct eval *eval, const struct position *pos, const struct eval_sums *sums)
{
    int opening, end;
    add_shapes(eval, sums, pos->turn, &opening, &end);
    add_features(eval, pos, sums, &opening, &end);
    if (UNLIKELY(pos->kings))
        add_kings(eval, pos, &opening, &end);
    int all = (int)eval->weights.pieces;
    int n = (int)POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]);
    n = n < all ? n : all;
    int score = per_piece(eval, opening * n + end * (all - n));
    score = pos->turn == WHITE ? score : -score;
    return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : score;
}
