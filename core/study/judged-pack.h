// SPDX-License-Identifier: MIT
/*
 * Judgements as bytes that mean the same on every machine, for the journal: dama-annotate(5).
 */
#ifndef DAMA_CORE_STUDY_JUDGED_PACK_H
#define DAMA_CORE_STUDY_JUDGED_PACK_H

#include "core/base/buffer.h"
#include "core/study/judge-game.h"

/** Adds one judgement of a position. @return 0, or -1: out of memory */
int judged_pack_one(const struct rules *rules, const struct position *pos,
                    const struct judgement *judgement, struct buffer *out);

/** Reads it back. @return bytes used; 0: damaged, or of another position; -1: out of memory */
long judged_pack_read_one(const struct rules *rules, const struct position *pos, struct text bytes,
                          struct judgement *out);

/**
 * Adds the n plies of a checked game and the judgement of the position after them.
 * @return 0, or -1: out of memory
 */
int judged_pack(const struct game *game, const struct judged_ply *plies, unsigned n,
                struct buffer *out);

/**
 * Reads them back.
 * @param plies room for JUDGE_PLIES + 1; none is judged unless 1 is returned
 * @return 1; 0: damaged, or of another game; -1: out of memory
 */
int judged_pack_read(const struct game *game, struct text bytes, struct judged_ply *plies,
                     unsigned *n);

#endif
