// SPDX-License-Identifier: MIT
#include "match/dxp-request.h"

#include "match/protocol/wire.h"

#include <stdio.h>

enum { MINUTE_MS = 60000 };

static unsigned moves_of(const struct player *player)
{
    const struct player_limits *limits = &player->settings->limits;
    return limits->moves ? limits->moves : player->game.move_limit;
}

void dxp_request_make(const struct player *player, struct dxp_request *out)
{
    const struct rules *rules = player->host->rules;
    const struct position *pos = referee_position(player->game.referee);
    struct position usual;
    position_start(rules, &usual);
    *out = (struct dxp_request){.follower = player->game.side,
                                .time = player->settings->limits.time_ms,
                                .moves = moves_of(player),
                                .special = player->settings->quirks.position
                                           || !position_same(pos, &usual) || usual.turn != WHITE,
                                .turn = (enum side)pos->turn};
    if (out->special)
        out->n_squares = wire_write_position(rules, &wire_dxp, pos, out->squares);
}

bool dxp_request_is_good(const struct player *player, const struct dxp_request *request,
                         struct player_proposal *proposal, char *why)
{
    const struct rules *rules = player->host->rules;
    int64_t time = player->settings->limits.time_ms;
    proposal->side = request->follower == WHITE ? BLACK : WHITE;
    if (!request->special)
        position_start(rules, &proposal->start);
    else if (wire_read_position(rules, &wire_dxp, request->squares, request->n_squares,
                                request->turn, &proposal->start, NULL)) {
        snprintf(why, DXP_CHAT_MAX, "not a valid position");
        return false;
    }
    if (request->time >= time && request->time < (time ? time + MINUTE_MS : 1)
        && request->moves == moves_of(player))
        return true;
    snprintf(why, DXP_CHAT_MAX, "games here have %03lld minutes for %03u moves",
             (long long)((time + MINUTE_MS - 1) / MINUTE_MS), moves_of(player));
    return false;
}
