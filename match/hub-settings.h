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
    const struct player_parameter *parameters; /* n_parameters, sent before `init` */
    unsigned n_parameters;
    int64_t silent_ms;     /* how long it may get ready, or think without a line; 0: 60 s */
    unsigned retries;      /* for each search, after a failure */
    bool (*stopped)(void); /* asked while the program gets ready; may be NULL */
    const struct deadline *deadline; /* nothing is started or waited for after it; may be NULL */
    /** Called after each failure that leads to a restart. From any thread; may be NULL. */
    void (*note)(void *ctx, const char *text);
    void *ctx;
};

/** Whether programs should no longer be made ready. */
static inline bool hub_engine_should_stop(const struct hub_engine_settings *settings)
{
    return (settings->stopped && settings->stopped())
           || (settings->deadline && deadline_is_over(settings->deadline));
}

#endif
