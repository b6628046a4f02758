// SPDX-License-Identifier: MIT
/* Reads the games of a collection, or of a file of results, row by row; for game-stream.c. */
#ifndef DAMA_CMD_LIB_STORED_GAMES_H
#define DAMA_CMD_LIB_STORED_GAMES_H

#include "cmd/lib/game-handler.h"

/**
 * Reads an input that is a store.
 * @param arena for one game
 * @param begun whether anything was emitted
 * @param why   set if the store cannot be opened, or read to its end; what was read before is
 *              emitted
 * @return 0, 1 stopped or no more is wanted, -1 with `err`
 */
int stored_games_read(const struct game_handler *handler, const struct game_input *input,
                      struct arena *arena, bool *begun, struct err *why, struct err *err);

#endif
