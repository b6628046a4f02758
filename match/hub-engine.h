// SPDX-License-Identifier: MIT
/*
 * A Hub program that thinks for others, as core/engine/ops.h asks: it blocks until there is an
 * answer. The program is watched: one that ends, falls silent or answers nonsense is started again
 * and asked again, a few times.
 */
#ifndef DAMA_MATCH_HUB_ENGINE_H
#define DAMA_MATCH_HUB_ENGINE_H

#include "core/engine/ops.h"
#include "match/settings.h"

/** What hub_engine_ops.open takes as its context. Borrowed while the engine lives. */
struct hub_engine_settings {
    const char *command;                       /* as process_plan.command */
    const struct player_parameter *parameters; /* n_parameters, sent before it is made ready */
    unsigned n_parameters;
    int64_t silent_ms;     /* it may take to get ready, or think without a line; 0: 60 s */
    unsigned retries;      /* of each search after a failure */
    bool (*stopped)(void); /* asked while it gets ready; may be NULL */
    /** Told of each failure that a new start follows. Any thread; may be NULL. */
    void (*note)(void *ctx, const char *text);
    void *ctx;
};

/**
 * Each engine is a process of its own. What differs from the engine of dama:
 *
 * - open: 1 with `err` where the program does not play these rules. Options: `shared_eval` tells
 *   what scores mean as chances; `threads` is passed on where the program has such a parameter. The
 *   rest is the program's own business.
 * - think: -1 with `err` where the program has failed more often than `retries`; it is started anew
 *   for the next search. Hub cannot limit a search to some moves, nor tell several lines: such
 *   moves are played and searched one by one, each with its share of the limits. There is no
 *   pondering.
 */
extern const struct engine_ops hub_engine_ops;

#endif
