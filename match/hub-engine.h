// SPDX-License-Identifier: MIT
/*
 * A Hub program as an engine, with the functions of core/engine/ops.h: they block until there is an
 * answer. The program is watched: if it ends, falls silent or answers nonsense, it is started and
 * asked again, a few times.
 */
#ifndef DAMA_MATCH_HUB_ENGINE_H
#define DAMA_MATCH_HUB_ENGINE_H

#include "core/engine/ops.h"
#include "match/hub-settings.h"

/**
 * Its context is a struct hub_engine_settings, borrowed while the engine lives. Each engine is a
 * process of its own. What differs from the engine of dama:
 *
 * - open: returns 1 with `err` if the program does not play these rules. Options: `shared_eval` tells
 *   what scores mean as chances; `threads` is passed on where the program has such a parameter. The
 *   rest is the program's own business.
 * - think: -1 with `err` where the program has failed more often than `retries`; the next search
 *   starts it anew. A move without a score is a failure, except where it is the only legal one: then
 *   the score is that of the position after it. Hub cannot limit a search to some moves, nor report
 *   several lines: such moves are played and searched one by one, each with its share of the limits.
 *   There is no pondering.
 */
extern const struct engine_ops hub_engine_ops;

/**
 * Starts and ends a program, to see whether it gets ready with its parameters.
 * @return 0, or -1 with `err`: as hub_engine_ops.open, whatever the rules
 */
int hub_engine_check(const struct hub_engine_settings *settings, struct err *err);

#endif
