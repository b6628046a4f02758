// SPDX-License-Identifier: MIT
/*
 * Whether a DamExchange peer is the one that the match file expects: judging by the address it
 * comes from and the name it gives.
 */
#ifndef DAMA_MATCH_DXP_EXPECTED_H
#define DAMA_MATCH_DXP_EXPECTED_H

#include "match/settings.h"

/** Whether the peer is to connect to us: its address is listen://. */
bool dxp_expected_to_come(const struct player_settings *settings);

/**
 * Whether a peer may come from an address.
 * @param peer the address, in the form of a link's name: "192.0.2.7:27531"
 */
bool dxp_expected_from(const struct player_settings *settings, const char *peer);

/**
 * Whether a peer has the expected name, in which only `*` and `?` are special: any characters, and
 * any one.
 * @param name as in its GAMEREQ or GAMEACC
 */
bool dxp_expected_name(const struct player_settings *settings, const char *name);

#endif
