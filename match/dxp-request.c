// SPDX-License-Identifier: MIT
#include "match/dxp-request.h"

#include "match/protocol/wire.h"

#include <stdio.h>

enum { MINUTE_MS = 60000 };

/*
 * The number of moves left after the opening. A request has one number for both sides: that of the
 * side with more moves left. With the smaller number, a peer that counts moves itself would end the
 * game a ply too early; with the larger one, neither side plans for fewer moves than there will be.
 */
static unsigned moves_of(const struct player *player)
{
    const struct referee *referee = player->game.referee;
    unsigned moves = player->game.move_limit;
    unsigned white = referee_moves_made(referee, WHITE), black = referee_moves_made(referee, BLACK);
    unsigned made = white < black ? white : black;
    if (!moves)
        return 0;
    return moves > made ? moves - made : 1; /* never 0, which means no limit */
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

bool dxp_request_is_current(const struct player *player, const struct player_proposal *proposal)
{
    return proposal->side == player->game.side
           && position_same(&proposal->start, referee_position(player->game.referee));
}

/*
 * Whether the number of moves is right; for another game than the current one it depends on that
 * game's opening.
 */
static bool moves_are_good(const struct player *player, const struct dxp_request *request,
                           const struct player_proposal *proposal)
{
    return request->moves == moves_of(player) || !dxp_request_is_current(player, proposal);
}

/* The position that a request asks for. @return NULL, or what is wrong with it */
static const char *read_start(const struct rules *rules, const struct dxp_request *request,
                              struct position *start)
{
    if (request->special)
        return wire_read_position(rules, &wire_dxp, request->squares, request->n_squares,
                                  request->turn, start, NULL)
                   ? "not a valid position"
                   : NULL;
    position_start(rules, start);
    return start->turn == WHITE ? NULL /* the short form means that White moves first */
                                : "Black moves first in this variant: send the position";
}

bool dxp_request_is_good(const struct player *player, const struct dxp_request *request,
                         struct player_proposal *proposal, char *why)
{
    const struct rules *rules = player->host->rules;
    int64_t time = player->settings->limits.time_ms;
    proposal->side = side_other(request->follower);
    const char *wrong = read_start(rules, request, &proposal->start);
    if (wrong) {
        snprintf(why, DXP_CHAT_MAX, "%s", wrong);
        return false;
    }
    const int64_t minutes = (time + MINUTE_MS - 1) / MINUTE_MS; /* rounded up, as it may be */
    if (request->time >= time && request->time <= minutes * MINUTE_MS
        && moves_are_good(player, request, proposal))
        return true;
    snprintf(why, DXP_CHAT_MAX, "games here have %03lld minutes for %03u moves", (long long)minutes,
             moves_of(player));
    return false;
}
