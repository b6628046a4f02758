// SPDX-License-Identifier: MIT
/*
 * Results of games as given in a GAMEEND, in both directions. Source: DamExchange 01, GAMEEND: the
 * reason is from the view of the side that sends it first.
 */
#ifndef DAMA_MATCH_DXP_RESULT_H
#define DAMA_MATCH_DXP_RESULT_H

#include "match/protocol/dxp.h"
#include "match/referee.h"

/** How a game ended, according to a peer's GAMEEND. */
struct dxp_result {
    enum reason reason;
    enum result result; /* with REASON_CLAIMED */
    const char *text;   /* a line for human readers; "" */
};

/** @param side the side of the peer that sent the GAMEEND */
struct dxp_result dxp_result_of(enum dxp_reason reason, enum side side);

/** The reason that `side` gives when it ends a game with this result. */
enum dxp_reason dxp_result_reason(enum result result, enum side side);

/** Whether a peer can see from the board alone that the game is over. */
bool dxp_result_is_on_board(enum reason reason);

#endif
