// SPDX-License-Identifier: MIT
/*
 * The model of winning, drawing and losing chances by score (core/engine/wdl.h): fitting it to
 * games, and comparing it with their results.
 */
#ifndef DAMA_CORE_STUDY_CALIBRATE_H
#define DAMA_CORE_STUDY_CALIBRATE_H

#include "core/engine/wdl.h"
#include "core/study/sample.h"

/**
 * Fits the model to samples, of which there is at least one.
 * @param stopped called now and then; may be NULL
 * @return 0, or 1: stopped
 */
int calibrate_fit(const struct rules *rules, const struct samples *samples, bool (*stopped)(void),
                  struct wdl_model *model);

/** Prints a table: by score, how often games were won, drawn and lost, and the model's chances. */
void calibrate_print(const struct rules *rules, const struct samples *samples,
                     const struct wdl_model *model, FILE *out);

#endif
