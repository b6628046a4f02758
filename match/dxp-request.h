// SPDX-License-Identifier: MIT
/*
 * Requests for games as DamExchange has them, and the games that a match wants: how one is asked
 * for, and whether one that a peer asks for can be played.
 */
#ifndef DAMA_MATCH_DXP_REQUEST_H
#define DAMA_MATCH_DXP_REQUEST_H

#include "match/player.h"
#include "match/protocol/dxp.h"

/** Asks for the game of a player, who is the follower. */
void dxp_request_make(const struct player *player, struct dxp_request *out);

/**
 * Looks at a request of a player, who is the initiator: the position must be one, the moves must be
 * ours, the time ours or up to a minute more, as it is written in minutes.
 * @param wish which game it is
 * @param why  DXP_CHAT_MAX bytes, what is wrong
 * @return whether it can be played
 */
bool dxp_request_is_good(const struct player *player, const struct dxp_request *request,
                         struct player_wish *wish, char *why);

#endif
