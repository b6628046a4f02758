// SPDX-License-Identifier: MIT
/*
 * How a Hub program is started and watched.
 */
#ifndef DAMA_MATCH_HUB_SETTINGS_H
#define DAMA_MATCH_HUB_SETTINGS_H

#include "core/base/deadline.h"
#include "match/settings.h"

/** What hub_engine_ops.open takes as its context. Borrowed while the engine lives. */
struct hub_engine_settings {
    const char *command;                       /* as process_plan.command */
    const struct player_parameter *parameters; /* n_parameters, sent before it is made ready */
    unsigned n_parameters;
    int64_t silent_ms;     /* it may take to get ready, or think without a line; 0: 60 s */
    unsigned retries;      /* of each search after a failure */
    bool (*stopped)(void); /* asked while it gets ready; may be NULL */
    const struct deadline *deadline; /* nothing is started after it, or waited for; may be NULL */
    /** Called after each failure that leads to a restart. Any thread; may be NULL. */
    void (*note)(void *ctx, const char *text);
    void *ctx;
};

/** Whether no program is to get ready any more. */
static inline bool hub_engine_is_over(const struct hub_engine_settings *settings)
{
    return (settings->stopped && settings->stopped())
           || (settings->deadline && deadline_is_over(settings->deadline));
}

#endif
