// SPDX-License-Identifier: MIT
/*
 * The evaluation of a position in the search, without looking at its moves.
 */
#ifndef DAMA_CORE_ENGINE_STATIC_SCORE_H
#define DAMA_CORE_ENGINE_STATIC_SCORE_H

#include "core/engine/cpu.h"
#include "core/engine/worker.h"

/**
 * Scales a score down if the side ahead has three pieces or fewer and the other side has a king: if
 * kings are hard to catch (eval.king_escapes), such an advantage is seldom enough to win.
 */
static inline int drawish_score(const struct worker *s, const struct position *pos, int score)
{
    enum { FEW = 3 };
    unsigned ahead = score > 0 ? pos->turn : 1u - pos->turn;
    bool holds = pos->pieces[1 - ahead] & pos->kings;
    return holds && POPCOUNT64(pos->pieces[ahead]) <= FEW ? score / s->shared->tuning.drawish
                                                          : score;
}

/** @param ply of the node to evaluate, whose sums are filled */
static inline int static_score(const struct worker *s, unsigned ply)
{
    const struct eval *eval = s->shared->eval;
    const struct position *pos = &s->node[ply].pos;
    int score = eval_score(eval, pos, &s->node[ply].sums);
    return UNLIKELY(pos->kings) && eval->king_escapes ? drawish_score(s, pos, score) : score;
}

#endif
