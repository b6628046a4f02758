// SPDX-License-Identifier: MIT
/*
 * How much a peer may send without a move. What it sends besides costs time and fills logs, so that
 * whoever goes on and on is cut off. No program and no chatting opponent comes near the limits.
 */
#ifndef DAMA_MATCH_PROTOCOL_DXP_FLOOD_H
#define DAMA_MATCH_PROTOCOL_DXP_FLOOD_H

#include <stdbool.h>

enum {
    DXP_FLOOD_MESSAGES = 1000,
    DXP_FLOOD_BYTES = 64 * 1024, /* those of messages that never end count, too */
};

/** What came since the last move or the beginning of the game or the line. Zero: nothing. */
struct dxp_flood {
    unsigned messages, bytes;
};

/** Why a peer is cut off, in words for it and for people. */
extern const char dxp_flood_reason[];

/** Whether it is too much. */
bool dxp_flood_is_over(const struct dxp_flood *flood);

#endif
