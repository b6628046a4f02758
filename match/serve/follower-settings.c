// SPDX-License-Identifier: MIT
#include "match/serve/follower-settings.h"

#include "core/board/fen.h"
#include "match/protocol/dxp.h"
#include "match/protocol/wire.h"

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    GRACE_MS = MINUTE,
    RESERVE_MS = 100,
    NO_CLOCK_MS = 5 * SECOND,
    SILENT_MS = 30 * MINUTE,
    IDLE_MS = 10 * MINUTE,
    GAME_MS = 12 * HOUR,
    TAKE_BACKS = 32,
};

void follower_settings_fill(struct follower_settings *settings)
{
    if (!settings->name)
        settings->name = "dama";
    if (!settings->rules)
        settings->rules = rules_international;
    if (!settings->grace_ms)
        settings->grace_ms = GRACE_MS;
    if (!settings->reserve_ms)
        settings->reserve_ms = RESERVE_MS;
    if (!settings->no_clock_ms)
        settings->no_clock_ms = NO_CLOCK_MS;
    if (!settings->silent_ms)
        settings->silent_ms = SILENT_MS;
    if (!settings->idle_ms)
        settings->idle_ms = IDLE_MS;
    if (!settings->take_backs_max)
        settings->take_backs_max = TAKE_BACKS;
}

const char *follower_settings_refusal(const struct follower_settings *settings,
                                      const struct dxp_request *request, struct position *start)
{
    static const char *const no = "not a valid position";
    const struct rules *rules = settings->rules;
    if (settings->time_max_ms && (request->time > settings->time_max_ms || request->time == 0))
        return "the game would take too long";
    if (!request->special)
        position_start(rules, start);
    else if (wire_read_position(rules, &wire_dxp, request->squares, request->n_squares,
                                request->turn, start, NULL))
        return no;
    if (!request->special && start->turn != WHITE) /* the short form means that White moves first */
        return "Black moves first in this variant: send the position";
    if (!moves_exist(rules, start))
        return "the side to move has no legal move";
    if (request->special && fen_check(rules, start, (struct src_pos){0}, NULL))
        return no; /* a man where it would have been crowned: the board may be upside down */
    return start->pieces[WHITE] && start->pieces[BLACK] ? NULL : no;
}

int64_t follower_settings_game_ms(const struct follower_settings *settings, int64_t time)
{
    if (settings->game_ms)
        return settings->game_ms;
    return time ? 2 * time + 2 * settings->grace_ms + 5 * MINUTE : GAME_MS;
}
