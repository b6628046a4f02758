// SPDX-License-Identifier: MIT
/* The moves of a game in one cell of a table: PDN's movetext, and what people make of it there. */
#ifndef DAMA_PDN_FORMATS_CSV_MOVES_H
#define DAMA_PDN_FORMATS_CSV_MOVES_H

#include "core/game/finding.h"
#include "core/game/game.h"

/**
 * Reads moves as PDN does, one game: with or without numbers, with or without comments in braces.
 * Semicolons, bars and percent signs may stand between them; text that is no move is kept as a
 * comment, and is an error.
 * @param cell   borrowed as long as `game`
 * @param offset of the cell in game->source
 * @param game   gets its main line, and the result after the moves where it has none
 * @return 0, or -1: out of memory
 */
int csv_moves_read(struct text cell, uint32_t offset, struct game *game, struct findings *found,
                   struct err *err);

#endif
