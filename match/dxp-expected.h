// SPDX-License-Identifier: MIT
/*
 * Whether a DamExchange peer is the one that the match file expects: by the address it comes from,
 * and by the name it gives.
 */
#ifndef DAMA_MATCH_DXP_EXPECTED_H
#define DAMA_MATCH_DXP_EXPECTED_H

#include "match/settings.h"

/** Whether the peer comes to us: its address is listen://. */
bool dxp_expected_to_come(const struct player_settings *settings);

/** @param peer where it comes from, as a link is named: "192.0.2.7:27531" */
bool dxp_expected_from(const struct player_settings *settings, const char *peer);

/**
 * Only `*` and `?` are special in what is expected: any characters, and any one.
 * @param name as in its GAMEREQ or GAMEACC
 */
bool dxp_expected_name(const struct player_settings *settings, const char *name);

#endif
