// SPDX-License-Identifier: MIT
/*
 * Transcripts of all players of a match in a folder, a file a game and player:
 *
 *     MATCH-ROUND-ATTEMPT-PLAYER.dxp     1-12.2-1-Moby-Dam.dxp, or .hub
 *
 * What was said before a player's first game stands at the head of each of its files, so that
 * `dama-match replay` can begin with any of them. A player that never came to a game has
 * `player-PLAYER.dxp`. All files together stay below a bound: the oldest are removed, those of
 * earlier runs among them.
 */
#ifndef DAMA_MATCH_TRANSCRIPTS_H
#define DAMA_MATCH_TRANSCRIPTS_H

#include "match/player.h"

struct transcripts;

/**
 * @param folder made where it is missing
 * @param max    bytes of all files; 0: 256 MiB
 * @return 0, or -1 with `err`
 */
int transcripts_open(const char *folder, int64_t max, struct transcripts **out, struct err *err);

/** NULL is allowed. */
void transcripts_close(struct transcripts *transcripts);

/** What players report to. Failures are kept for transcripts_failed. */
struct player_tap transcripts_tap(struct transcripts *transcripts);

/** Whether anything could not be written. */
bool transcripts_failed(const struct transcripts *transcripts);

#endif
