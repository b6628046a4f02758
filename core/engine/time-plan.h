// SPDX-License-Identifier: MIT
/*
 * Time management: how much of the clock to spend on a move, and when to stop.
 */
#ifndef DAMA_CORE_ENGINE_TIME_PLAN_H
#define DAMA_CORE_ENGINE_TIME_PLAN_H

#include "core/engine/thinking.h"

/** Times in ms from the start of the move. */
struct time_plan {
    int64_t soft; /* begin no new depth after it; INT64_MAX: no limit */
    int64_t hard; /* end the search; INT64_MAX: no limit */
};

/** Shares out the time on the clock among the moves to come. */
struct time_plan time_plan_make(const struct engine_limits *limits);

#endif
