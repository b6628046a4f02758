// SPDX-License-Identifier: MIT
/*
 * Training weights on games by logistic regression. The value of a position, in log-odds, is a sum
 * of weights; these are adjusted so that the chance of winning that it gives approaches the results
 * of the games and the scores of the search.
 */
#ifndef DAMA_CORE_STUDY_TRAIN_H
#define DAMA_CORE_STUDY_TRAIN_H

#include "core/engine/eval.h"
#include "core/study/sample.h"
#include "core/study/train-options.h"

/**
 * Trains weights.
 * @param samples are shuffled, and split into those to learn from and those held out
 * @param out     fresh weights of the variant (weights_new with shapes, of one turn or of two);
 *                filled
 * @return 0; 1: stopped (`out` is filled all the same; the same call goes on from options->state);
 *        -1 with `err`
 */
int train_run(const struct rules *rules, struct samples *samples,
              const struct train_options *options, struct weights *out, struct err *err);

#endif
