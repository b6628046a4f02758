// SPDX-License-Identifier: MIT
/*
 * The evaluation of a position of the search, without a look at its moves.
 */
#ifndef DAMA_CORE_ENGINE_STATIC_SCORE_H
#define DAMA_CORE_ENGINE_STATIC_SCORE_H

#include "core/engine/cpu.h"
#include "core/engine/worker.h"

/**
 * Where a king is out of reach of three pieces, whoever is ahead with no more of them has little in
 * hand.
 */
static inline int drawish_score(const struct worker *s, const struct position *pos, int score)
{
    enum { FEW = 3 };
    unsigned ahead = score > 0 ? pos->turn : 1u - pos->turn;
    bool holds = pos->pieces[1 - ahead] & pos->kings;
    return holds && POPCOUNT64(pos->pieces[ahead]) <= FEW ? score / s->shared->tuning.drawish
                                                          : score;
}

static inline int static_score(const struct worker *s, unsigned ply)
{
    const struct eval *eval = s->shared->eval;
    const struct position *pos = &s->node[ply].pos;
    int score = eval_score(eval, pos, &s->node[ply].sums);
    return UNLIKELY(pos->kings) && eval->king_escapes ? drawish_score(s, pos, score) : score;
}

#endif
