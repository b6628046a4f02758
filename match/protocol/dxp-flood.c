// SPDX-License-Identifier: MIT
/* The limits of what a peer may send without a move. */
#include "match/protocol/dxp-flood.h"

const char dxp_flood_reason[] = "too many messages without a move";

bool dxp_flood_is_over(const struct dxp_flood *flood)
{
    return flood->messages > DXP_FLOOD_MESSAGES || flood->bytes > DXP_FLOOD_BYTES;
}
