// SPDX-License-Identifier: MIT
/*
 * DamExchange requests for the games of a match: makes the request for a game, and checks whether a
 * game that a peer requests can be played.
 */
#ifndef DAMA_MATCH_DXP_REQUEST_H
#define DAMA_MATCH_DXP_REQUEST_H

#include "match/player.h"
#include "match/protocol/dxp.h"

/**
 * Makes the request for the next game of a player that is a follower. Its number of moves is the
 * number left after the opening, for the side with more of them.
 */
void dxp_request_make(const struct player *player, struct dxp_request *out);

/**
 * Checks the request of a player that is an initiator: its position must be valid, its time must be
 * ours or up to a minute more, since requests have whole minutes, and its number of moves must be
 * the one we would send. If it asks for another game than the current one, that number is checked
 * once that game is current.
 * @param proposal set to the game that it asks for
 * @param why  DXP_CHAT_MAX bytes, set to what is wrong
 * @return whether it can be played
 */
bool dxp_request_is_good(const struct player *player, const struct dxp_request *request,
                         struct player_proposal *proposal, char *why);

/** Whether a proposal is the game that the player was asked for. */
bool dxp_request_is_current(const struct player *player, const struct player_proposal *proposal);

#endif
