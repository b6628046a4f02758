// SPDX-License-Identifier: MIT
#include "match/settings.h"

#include "core/book/probe.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

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
