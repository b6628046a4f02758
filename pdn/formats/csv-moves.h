// SPDX-License-Identifier: MIT
/*
 * The moves of a game in one cell of a table: PDN's movetext, and what people write there instead.
 */
#ifndef DAMA_PDN_FORMATS_CSV_MOVES_H
#define DAMA_PDN_FORMATS_CSV_MOVES_H

#include "core/game/finding.h"
#include "core/game/game.h"

/**
 * Reads moves as PDN does, one game: with or without numbers, with or without comments in braces.
 * Semicolons, bars and percent signs may separate them; text that is not a move is kept as a
 * comment, and reported as an error.
 * @param cell   borrowed as long as `game`
 * @param offset of the cell in game->source
 * @param game   gets its main line, and the result after the moves if it has none yet
 * @return 0, or -1: out of memory
 */
int csv_moves_read(struct text cell, uint32_t offset, struct game *game, struct findings *found,
                   struct err *err);

#endif
