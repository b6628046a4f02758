// SPDX-License-Identifier: MIT
/*
 * Training weights on games by logistic regression. The value of a position, in log-odds, is a sum
 * of weights; they are adjusted so that its chance approaches the results of the games and the
 * scores of the search.
 */
#ifndef DAMA_CORE_STUDY_TRAIN_H
#define DAMA_CORE_STUDY_TRAIN_H

#include "core/engine/eval.h"
#include "core/study/sample.h"
#include "core/study/train-options.h"

/**
 * Trains weights.
 * @param samples get shuffled
 * @param out     fresh weights of the variant (weights_new with shapes, of one turn or of two);
 *                filled
 * @return 0, 1 stopped (out is filled all the same; the same call goes on from `state`), -1 with
 *        `err`
 */
int train_run(const struct rules *rules, struct samples *samples,
              const struct train_options *options, struct weights *out, struct err *err);

/**
 * Holds games out for validation: shuffles the samples, and moves those of the games held out to
 * the end.
 * @return how many samples are left to learn from, at least 1; 0 with `err`: there are none
 */
size_t train_hold_out(struct samples *samples, uint64_t seed, unsigned held, struct err *err);

/** Fits the model of chances to samples, of which there is at least one. */
void train_wdl(const struct rules *rules, const struct samples *samples, struct wdl_model *model);

/** Prints a table: by score, how often it was won, drawn and lost, and what the model says. */
void train_calibration(const struct rules *rules, const struct samples *samples,
                       const struct wdl_model *model, FILE *out);

#endif
