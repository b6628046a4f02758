// SPDX-License-Identifier: MIT
/*
 * The static evaluation of a position, without search: the sum of weights for the contents of all
 * shapes (shape.h) and for a few counts. The index of each shape is updated move by move: a man
 * that leaves or enters a square changes it by an amount that is known beforehand.
 */
#ifndef DAMA_CORE_ENGINE_EVAL_H
#define DAMA_CORE_ENGINE_EVAL_H

#include "core/board/key.h"
#include "core/board/position.h"
#include "core/engine/cpu.h"
#include "core/engine/weights.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    EVAL_MAX = 25000, /* no score is further from 0 */
    EVAL_LANES = 16,  /* indices that are changed together: an AVX2 register */
    EVAL_UNROLL = 4,  /* weights that are added in one iteration of a loop */
    EVAL_SHIFT = 36   /* exact for sums below 2^30 and up to 64 pieces */
};

/** The sums that are updated move by move: a position's indices into the tables. */
struct eval_sums {
    uint16_t index[SHAPE_SLOTS]; /* by slot: index into the slot's table */
    int16_t balance[2];          /* by side: how far its men stand to the right, in half files */
};

/** A step of men in one direction: two shifts, one of which is 0, and the squares it can end on. */
struct eval_direction {
    uint8_t left, right;
    bitboard land;
};

/** Weights made ready for a variant. */
struct eval {
    const struct rules *rules;
    const struct keys *keys; /* of the rules, for the search */
    atomic_uint holders;     /* references; each will call eval_close */
    struct weights weights;
    /*
     * Slots are the shapes' places in the sums: White's views, then, from `half` on, Black's, each
     * half padded to a multiple of EVAL_UNROLL with slots whose weight is 0.
     */
    const weight_pair *table[2][SHAPE_SLOTS]; /* by side to move and slot */
    unsigned half, lanes; /* slots of one side; of both, rounded up to whole EVAL_LANES */
    unsigned n_moves;     /* directions in which men step */
    struct eval_direction men[2][DIR_COUNT]; /* by side; n_moves of them */
    uint8_t rank[BOARD_BITS];
    int64_t feature[FEATURE_COUNT]; /* end * 2^32 + opening, so that one product serves both */
    uint64_t per_piece; /* 2^EVAL_SHIFT / pieces at the start, rounded up: to divide by pieces */
    bool sums_fit;      /* a side's shape weights can be added up in packed form (weight_pair) */
    bool king_escapes;  /* one king seldom loses to three pieces */
    bitboard odd_ranks; /* if every second square is in play, else none */
    square turned[BOARD_BITS];              /* each square on the board turned round */
    struct eval_sums change[2][BOARD_BITS]; /* added by a man, by its side and square */
};

/** As weights_open. */
int eval_open(const struct rules *rules, const char *spec, struct eval **out, struct err *err);
/** Makes an evaluation from weights in memory; they are handed over. */
int eval_of_weights(const struct rules *rules, struct weights *weights, struct eval **out,
                    struct err *err);
/**
 * Adds a reference: an evaluation is only read, so engines may share it.
 * @return eval; each holder closes it
 */
struct eval *eval_share(struct eval *eval);
/** Drops a reference, and frees the evaluation if it was the last. */
void eval_close(struct eval *eval);

/** Works out the sums of a position from scratch. */
void eval_start(const struct eval *eval, const struct position *pos, struct eval_sums *sums);

/** @return the slot of the i-th shape of weights.shapes */
static inline unsigned eval_slot(const struct eval *eval, unsigned i)
{
    unsigned half = eval->weights.shapes.n / 2;
    return i < half ? i : eval->half + i - half;
}

/* A man enters a square. Indices never overflow, since the base-3 digits never carry. */
static inline void eval_add(const struct eval *eval, struct eval_sums *restrict sums, unsigned side,
                            square sq)
{
    const struct eval_sums *restrict change = &eval->change[side][sq];
    for (unsigned i = 0; i < eval->lanes; i += EVAL_LANES)
        for (unsigned k = 0; k < EVAL_LANES; k++)
            sums->index[i + k] = (uint16_t)(sums->index[i + k] + change->index[i + k]);
    sums->balance[side] = (int16_t)(sums->balance[side] + change->balance[side]);
}

/** A man leaves a square. */
static inline void eval_remove(const struct eval *eval, struct eval_sums *restrict sums,
                               unsigned side, square sq)
{
    const struct eval_sums *restrict change = &eval->change[side][sq];
    for (unsigned i = 0; i < eval->lanes; i += EVAL_LANES)
        for (unsigned k = 0; k < EVAL_LANES; k++)
            sums->index[i + k] = (uint16_t)(sums->index[i + k] - change->index[i + k]);
    sums->balance[side] = (int16_t)(sums->balance[side] - change->balance[side]);
}

static inline void eval_copy(const struct eval *eval, struct eval_sums *restrict to,
                             const struct eval_sums *restrict from)
{
    for (unsigned i = 0; i < eval->lanes; i += EVAL_LANES)
        for (unsigned k = 0; k < EVAL_LANES; k++)
            to->index[i + k] = from->index[i + k];
    to->balance[0] = from->balance[0];
    to->balance[1] = from->balance[1];
}

/** A man goes from one square to another: copies the sums and changes them in one pass. */
static inline void eval_step(const struct eval *eval, struct eval_sums *restrict to,
                             const struct eval_sums *restrict from, unsigned side, square sq_from,
                             square sq_to)
{
    const struct eval_sums *restrict minus = &eval->change[side][sq_from];
    const struct eval_sums *restrict plus = &eval->change[side][sq_to];
    for (unsigned i = 0; i < eval->lanes; i += EVAL_LANES)
        for (unsigned k = 0; k < EVAL_LANES; k++)
            to->index[i + k] =
                (uint16_t)(from->index[i + k] - minus->index[i + k] + plus->index[i + k]);
    to->balance[0] = from->balance[0];
    to->balance[1] = from->balance[1];
    to->balance[side] = (int16_t)(to->balance[side] - minus->balance[side] + plus->balance[side]);
}

/**
 * Called with a king pair: the index of its weight (king_pair_index), and 1 if it counts for White,
 * -1 for Black.
 */
typedef void king_pair_visit(void *ctx, unsigned index, int sign);

static ALWAYS_INLINE void eval_king_pairs_of(const struct eval *eval, unsigned side,
                                             enum king_pair kind, bool moves, unsigned king,
                                             bitboard others, king_pair_visit *visit, void *ctx)
{
    for (; others; others &= others - 1) {
        unsigned sq = LOWEST64(others);
        visit(ctx, king_pair_index(kind, moves, king, side == WHITE ? sq : eval->turned[sq]),
              side == WHITE ? 1 : -1);
    }
}

/** Visits the pairs of all kings. */
static ALWAYS_INLINE void eval_king_pairs(const struct eval *eval, const struct position *pos,
                                          king_pair_visit *visit, void *ctx)
{
    for (unsigned side = WHITE; side <= BLACK; side++) {
        unsigned other = 1 - side;
        bool moves = pos->turn == side;
        for (bitboard set = position_kings(pos, side); set; set &= set - 1) {
            unsigned sq = LOWEST64(set), king = side == WHITE ? sq : eval->turned[sq];
            eval_king_pairs_of(eval, side, KING_PAIR_KING, moves, king, position_kings(pos, other),
                               visit, ctx);
            eval_king_pairs_of(eval, side, KING_PAIR_MAN, moves, king, position_men(pos, other),
                               visit, ctx);
            eval_king_pairs_of(eval, side, KING_PAIR_OWN, moves, king, position_men(pos, side),
                               visit, ctx);
        }
    }
}

/** Whether a man of the side to move can make a step. */
static inline bool eval_has_step(const struct eval *eval, const struct position *pos)
{
    bitboard men = position_men(pos, pos->turn), to = 0;
    for (unsigned i = 0; i < eval->n_moves; i++) {
        const struct eval_direction *d = &eval->men[pos->turn][i];
        to |= men << d->left >> d->right & d->land;
    }
    return to & eval->rules->board->playing & ~(pos->pieces[WHITE] | pos->pieces[BLACK]);
}

/** Counts the features of enum feature; kings' squares are not among them. */
void eval_features(const struct eval *eval, const struct position *pos,
                   const struct eval_sums *sums, int out[FEATURE_COUNT]);

/** @return the value for the side to move, from -EVAL_MAX to EVAL_MAX */
int eval_score(const struct eval *eval, const struct position *pos, const struct eval_sums *sums);

#endif
