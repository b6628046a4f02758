// SPDX-License-Identifier: MIT
#include "match/dxp-result.h"

struct dxp_result dxp_result_of(enum dxp_reason reason, enum side side)
{
    enum result won = result_won_by(side);
    switch (reason) {
    case DXP_LOST:
        return (struct dxp_result){REASON_RESIGNED, RESULT_UNKNOWN, ""};
    case DXP_DRAWN:
        return (struct dxp_result){REASON_CLAIMED, RESULT_DRAW, "it claims a draw"};
    case DXP_WON:
        return (struct dxp_result){REASON_CLAIMED, won, "it claims a win"};
    default:
        return (struct dxp_result){REASON_ABANDONED, RESULT_UNKNOWN,
                                   "it ended the game without a result"};
    }
}

enum dxp_reason dxp_result_reason(enum result result, enum side side)
{
    switch (result) {
    case RESULT_DRAW:
        return DXP_DRAWN;
    case RESULT_WHITE:
        return side == WHITE ? DXP_WON : DXP_LOST;
    case RESULT_BLACK:
        return side == BLACK ? DXP_WON : DXP_LOST;
    default:
        return DXP_UNKNOWN;
    }
}

bool dxp_result_is_on_board(enum reason reason)
{
    return reason >= REASON_NO_MOVES && reason <= REASON_MOVE_LIMIT;
}
