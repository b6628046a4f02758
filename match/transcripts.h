// SPDX-License-Identifier: MIT
/*
 * Transcripts of all players of a match in a folder, one file for each game and player:
 *
 *     MATCH-ROUND-ATTEMPT-PLAYER.dxp     1-12.2-1-Moby_Dam.dxp, or .hub
 *
 * Each file of a player begins with the messages from before its first game, so that `dama-match
 * replay` can start with any of them. A player without any game has `player-PLAYER.dxp`. The total
 * size of all files is limited: the oldest are removed, including those of earlier runs.
 */
#ifndef DAMA_MATCH_TRANSCRIPTS_H
#define DAMA_MATCH_TRANSCRIPTS_H

#include "match/player.h"

struct transcripts;

/**
 * @param folder made if it is missing
 * @param max    bytes of all files; 0: 256 MiB
 * @return 0, or -1 with `err`
 */
int transcripts_open(const char *folder, int64_t max, struct transcripts **out, struct err *err);

/** NULL is allowed. */
void transcripts_close(struct transcripts *transcripts);

/** The tap to be given to the players. Failures are kept for transcripts_finish. */
struct player_tap transcripts_tap(struct transcripts *transcripts);

/** Reports the first failure to write. @return 0, or -1 with `err` */
int transcripts_finish(const struct transcripts *transcripts, struct err *err);

#endif
