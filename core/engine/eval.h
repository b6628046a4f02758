// SPDX-License-Identifier: MIT
/*
 * The evaluation of a position without search: the weights of the contents of all shapes, and of a
 * few counts. The index of each shape is updated move by move: a man that leaves or enters a square
 * changes it by a power of 3 that is known beforehand.
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
    EVAL_LANES = 16,  /* sums that are changed together: a register of AVX2 */
    EVAL_UNROLL = 4,  /* weights that are added in one turn of a loop */
    EVAL_SHIFT = 36   /* exact for sums below 2^30 and up to 64 pieces */
};

/** Where a position is in the tables. */
struct eval_sums {
    uint16_t index[SHAPE_SLOTS]; /* by slot: into its table */
    int16_t balance[2];          /* of the men of each side, in half files to the right */
};

/** A step of men in one direction: shifts, one of which is 0, and where it can end. */
struct eval_direction {
    uint8_t left, right;
    bitboard land;
};

/** Weights made ready for a variant. */
struct eval {
    const struct rules *rules;
    const struct keys *keys; /* of the rules, for the search */
    atomic_uint holders;     /* who will call eval_close */
    struct weights weights;
    /*
     * Slots are the shapes' places in the sums: White's views, then from `half` on Black's, each
     * filled up to whole EVAL_UNROLL with slots whose weight is 0.
     */
    const weight_pair *table[2][SHAPE_SLOTS]; /* of each slot, by whose turn it is */
    unsigned half, lanes;                     /* slots of a side; of both, in whole EVAL_LANES */
    unsigned n_moves;                         /* directions in which men step */
    struct eval_direction men[2][DIR_COUNT];  /* of each side, n_moves of them */
    uint8_t rank[BOARD_BITS];
    int64_t feature[FEATURE_COUNT]; /* end * 2^32 + opening, so that one product serves both */
    uint64_t per_piece; /* 2^EVAL_SHIFT / pieces at the start, rounded up: eval_score divides */
    bool sums_fit;      /* the shapes' weights of a side can be added up packed (weight_pair) */
    bool king_escapes;  /* one king seldom loses to three pieces */
    bitboard odd_ranks; /* of boards where every second square is played, else none */
    square turned[BOARD_BITS];              /* the board turned round */
    struct eval_sums change[2][BOARD_BITS]; /* what a man of a side on a square adds */
};

/** As weights_open. */
int eval_open(const struct rules *rules, const char *spec, struct eval **out, struct err *err);
/** Takes weights that were made; they are handed over. */
int eval_of_weights(const struct rules *rules, struct weights *weights, struct eval **out,
                    struct err *err);
/**
 * One more holder: an evaluation is only read, and engines may share it.
 * @return eval; to be closed by each holder
 */
struct eval *eval_share(struct eval *eval);
/** Frees it where this was the last holder. */
void eval_close(struct eval *eval);

/** Works the sums out from nothing. */
void eval_start(const struct eval *eval, const struct position *pos, struct eval_sums *sums);

/** @return the slot of the i-th of weights.shapes */
static inline unsigned eval_slot(const struct eval *eval, unsigned i)
{
    unsigned half = eval->weights.shapes.n / 2;
    return i < half ? i : eval->half + i - half;
}

/* A man enters a square; indexes never overflow, as places of 3 are never carried. */
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

/** A man goes from one square to another: copies the sums and changes them in one go. */
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
 * Called with a king pair: the index of its weight (king_pair_index), and 1 where it counts for
 * White, -1 for Black.
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

/** Goes through the pairs of all kings. */
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

/** Counts what enum feature names; kings' squares are left out. */
void eval_features(const struct eval *eval, const struct position *pos,
                   const struct eval_sums *sums, int out[FEATURE_COUNT]);

/** @return the value for the side to move, from -EVAL_MAX to EVAL_MAX */
int eval_score(const struct eval *eval, const struct position *pos, const struct eval_sums *sums);

#endif
