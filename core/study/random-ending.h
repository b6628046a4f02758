// SPDX-License-Identifier: MIT
/*
 * Random endings, for training: few whole games reach endings, but weights must learn which ones
 * are won, and how.
 */
#ifndef DAMA_CORE_STUDY_RANDOM_ENDING_H
#define DAMA_CORE_STUDY_RANDOM_ENDING_H

#include "core/base/random.h"
#include "core/board/position.h"

/** The fewest and the most pieces that an ending can have, of both sides together. */
enum { RANDOM_ENDING_PIECES_MIN = 2 };
unsigned random_ending_pieces_max(const struct rules *rules);

/**
 * Sets up an ending: one side is up to two pieces ahead; half of the endings have only kings, in
 * the others up to three pieces in four are men. Either side may be ahead, and either may be to
 * move.
 * @param pieces of both sides together, RANDOM_ENDING_PIECES_MIN to random_ending_pieces_max
 */
void random_ending_make(const struct rules *rules, unsigned pieces, struct random *random,
                        struct position *pos);

#endif
