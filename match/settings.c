// SPDX-License-Identifier: MIT
#include "match/settings.h"

#include "core/book/probe.h"

#include <stdlib.h>
#include <string.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, THREADS_MAX = 4096 };

void player_settings_default(struct player_settings *settings, enum player_kind kind)
{
    *settings = (struct player_settings){
        .kind = kind,
        .timeouts = {.connect_ms = 10 * SECOND,
                     .ready_ms = 2 * MINUTE,
                     .accept_ms = MINUTE,
                     .margin_ms = kind == PLAYER_DXP ? MINUTE : SECOND,
                     .silent_ms = 10 * MINUTE,
                     .end_ms = 10 * SECOND},
        .threads = 1,
        .hash = (size_t)64 << 20,
        .book_margin = book_choice_default.margin,
        .book_temperature = book_choice_default.temperature,
        .take_backs_max = 16,
        .baud = 9600,
    };
}

/* @return the value of a Hub program's parameter "threads"; 1 if it is not a number */
static unsigned hub_threads(const struct player_settings *settings)
{
    unsigned long threads = 1;
    for (unsigned i = 0; i < settings->n_parameters; i++)
        if (strcmp(settings->parameters[i].name, "threads") == 0)
            threads = strtoul(settings->parameters[i].value, NULL, 10);
    return threads == 0 || threads > THREADS_MAX ? 1 : (unsigned)threads;
}

unsigned player_settings_cores(const struct player_settings *settings)
{
    if (settings->kind == PLAYER_BUILTIN)
        return settings->threads ? settings->threads : 1;
    if (settings->kind == PLAYER_HUB)
        return hub_threads(settings);
    return settings->start != NULL;
}

void match_settings_default(struct match_settings *settings)
{
    *settings = (struct match_settings){
        .event = "Match",
        .rules = rules_international,
        .seed = 1,
        .concurrency = 1,
        .plies_max = 2000,
        .retries = 5,
        .pause_ms = SECOND,
        .pause_max_ms = 5 * MINUTE,
    };
}
