// SPDX-License-Identifier: MIT
/*
 * Win, draw and loss chances for a score. The model is part of the file of weights (weights.h).
 */
#ifndef DAMA_CORE_ENGINE_WDL_H
#define DAMA_CORE_ENGINE_WDL_H

#include "core/engine/thinking.h"
#include "core/engine/weights.h"

/**
 * Chances of the side to move.
 * @param share pieces left, as a share of those at the start, 0 to 1
 */
struct wdl wdl_of(const struct wdl_model *model, int score, double share);

/** Win, draw and loss in thousandths, for output: rounded so that they add up to 1000. */
void wdl_thousandths(struct wdl wdl, unsigned out[3]);

#endif
