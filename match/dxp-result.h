// SPDX-License-Identifier: MIT
/*
 * What a GAMEEND says of a game, and what it has to say. Source: DamExchange 01, GAMEEND: the
 * reason is from the view of the side that sends it first.
 */
#ifndef DAMA_MATCH_DXP_RESULT_H
#define DAMA_MATCH_DXP_RESULT_H

#include "match/protocol/dxp.h"
#include "match/referee.h"

/** How a game ended where its peer has said so. */
struct dxp_result {
    enum reason reason;
    enum result result; /* with REASON_CLAIMED */
    const char *text;   /* a line for people; "" */
};

/** @param side of the peer that has sent the GAMEEND */
struct dxp_result dxp_result_of(enum dxp_reason reason, enum side side);

/** What `side` says where it ends a game that has this result. */
enum dxp_reason dxp_result_reason(enum result result, enum side side);

/** Whether a peer sees by itself that the game is over. */
bool dxp_result_is_on_board(enum reason reason);

#endif
