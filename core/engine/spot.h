// SPDX-License-Identifier: MIT
/*
 * A position on its way through the search: with its key and the sums of the evaluation, both kept up to date by the
 * move. Keys are for this run of the program only; those on disk are position_key's.
 */
#ifndef DAMA_CORE_ENGINE_SPOT_H
#define DAMA_CORE_ENGINE_SPOT_H

#include "core/board/move.h"
#include "core/engine/bits.h"
#include "core/engine/eval.h"

struct spot {
    struct position pos;
    uint64_t key;
    uint16_t still; /* plies in a row that could be undone: no capture, no man that went forward */
    struct eval_sums sums;
};

/** Fills in eval->key. */
void spot_keys(struct eval *eval);

/** Works out everything but `still`, which becomes 0. */
void spot_start(const struct eval *eval, const struct position *pos, struct spot *spot);

/** Makes a legal move. */
void spot_play(const struct eval *eval, const struct spot *from, const struct move *mv,
               struct spot *to);

/** 16 bits by which a legal move is told from the others of its position, nearly always; never TABLE_NO_MOVE. */
static inline uint16_t move_code(const struct move *mv)
{
    uint64_t taken = mv->captured * 0x9e3779b97f4a7c15;
    return (uint16_t)((unsigned)mv->from | (unsigned)mv->to << 6 | (unsigned)(taken >> 61) << 12
                      | 0x8000u);
}

#endif
