// SPDX-License-Identifier: MIT
/*
 * What a position is worth, from the sums that the moves have kept. Called for nearly every
 * position looked at.
 */
#include "core/engine/eval.h"

static inline bitboard shifted(bitboard set, int by) { return by >= 0 ? set << by : set >> -by; }

/** Steps that the men of a side can make; those that can make none are counted in `locked`. */
static ALWAYS_INLINE int mobility(const struct eval *eval, bitboard men, bitboard empty,
                                  unsigned side, int *locked)
{
    const struct board *board = eval->rules->board;
    bitboard able = 0;
    int steps = 0;
    for (unsigned i = 0; i < eval->n_moves; i++) {
        unsigned d = side == WHITE ? eval->move_dir[i] : (eval->move_dir[i] + 4u) % DIR_COUNT;
        bitboard to = shifted(men, board->delta[d]) & board->land[d] & empty;
        steps += (int)POPCOUNT64(to);
        able |= shifted(to, -board->delta[d]);
    }
    *locked = (int)POPCOUNT64(men & ~able);
    return steps;
}

/**
 * Every step of a man or of a short king takes a piece from an odd rank to an even one or back. So
 * whether the number of pieces on odd ranks is odd, seen together with whose turn it is, changes
 * with captures only: in endings it tells who will have to give way ("the move", the opposition).
 * With an odd number of pieces it tells nothing.
 */
static int parity(const struct eval *eval, const struct position *pos)
{
    bitboard all = pos->pieces[WHITE] | pos->pieces[BLACK];
    if (!eval->odd_ranks || POPCOUNT64(all) % 2)
        return 0;
    unsigned odd = POPCOUNT64(all & eval->odd_ranks);
    return (odd ^ pos->turn) & 1 ? 1 : -1;
}

static ALWAYS_INLINE void count_features(const struct eval *eval, const struct position *pos,
                                         const struct eval_sums *sums, int out[FEATURE_COUNT])
{
    bitboard white = position_men(pos, WHITE), black = position_men(pos, BLACK);
    bitboard empty = eval->rules->board->playing & ~(pos->pieces[WHITE] | pos->pieces[BLACK]);
    int locked_white, locked_black;
    int steps = mobility(eval, white, empty, WHITE, &locked_white)
                - mobility(eval, black, empty, BLACK, &locked_black);
    int white_kings = 0, black_kings = 0;
    if (pos->kings) {
        white_kings = (int)POPCOUNT64(position_kings(pos, WHITE));
        black_kings = (int)POPCOUNT64(position_kings(pos, BLACK));
    }
    out[FEATURE_MAN] = (int)POPCOUNT64(white) - (int)POPCOUNT64(black);
    out[FEATURE_KING] = white_kings - black_kings;
    out[FEATURE_FIRST_KING] = (white_kings > 0) - (black_kings > 0);
    out[FEATURE_TURN] = pos->turn == WHITE ? 1 : -1;
    out[FEATURE_MOBILITY] = steps;
    out[FEATURE_LOCKED] = locked_white - locked_black;
    out[FEATURE_BALANCE] = abs(sums->balance[WHITE]) - abs(sums->balance[BLACK]);
    out[FEATURE_PARITY] = parity(eval, pos);
}

void eval_features(const struct eval *eval, const struct position *pos,
                   const struct eval_sums *sums, int out[FEATURE_COUNT])
{
    count_features(eval, pos, sums, out);
}

/** What all shapes are worth for White: added up packed where that fits, else one by one. */
static ALWAYS_INLINE void add_shapes(const struct eval *eval, const struct eval_sums *sums,
                                     int *opening, int *end)
{
    unsigned half = eval->weights.shapes.n / 2;
    weight_pair white = 0, black = 0;
    if (LIKELY(eval->sums_fit)) {
        for (unsigned i = 0; i < half; i++) {
            white += eval->table[i][sums->index[i]];
            black += eval->table[half + i][sums->index[half + i]];
        }
        *opening = weight_opening(white) - weight_opening(black);
        *end = weight_end(white) - weight_end(black);
        return;
    }
    *opening = *end = 0;
    for (unsigned i = 0; i < half; i++) {
        white = eval->table[i][sums->index[i]];
        black = eval->table[half + i][sums->index[half + i]];
        *opening += weight_opening(white) - weight_opening(black);
        *end += weight_end(white) - weight_end(black);
    }
}

static ALWAYS_INLINE void add_features(const struct eval *eval, const struct position *pos,
                                       const struct eval_sums *sums, int *opening, int *end)
{
    int feature[FEATURE_COUNT];
    int64_t sum = 0;
    count_features(eval, pos, sums, feature);
    for (unsigned i = 0; i < FEATURE_COUNT; i++)
        sum += feature[i] * eval->feature[i];
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

int eval_score(const struct eval *eval, const struct position *pos, const struct eval_sums *sums)
{
    const struct weights *weights = &eval->weights;
    int opening, end;
    add_shapes(eval, sums, &opening, &end);
    add_features(eval, pos, sums, &opening, &end);
    for (bitboard set = position_kings(pos, WHITE); set; set &= set - 1) {
        weight_pair king = weights->king[LOWEST64(set)];
        opening += weight_opening(king);
        end += weight_end(king);
    }
    for (bitboard set = position_kings(pos, BLACK); set; set &= set - 1) {
        weight_pair king = weights->king[eval->turned[LOWEST64(set)]];
        opening -= weight_opening(king);
        end -= weight_end(king);
    }
    if (weights->king_pair && pos->kings) {
        struct king_pair_sum sum = {weights->king_pair, opening, end};
        eval_king_pairs(eval, pos, add_king_pair, &sum);
        opening = sum.opening;
        end = sum.end;
    }
    int all = (int)weights->pieces, n = (int)POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]);
    n = n < all ? n : all;
    int score = (opening * n + end * (all - n)) / all;
    score = pos->turn == WHITE ? score : -score;
    return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : score;
}
