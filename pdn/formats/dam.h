// SPDX-License-Identifier: MIT
/*
 * Game files of DAM 2.2 (.dam), one position or game each. Nobody has described the format: the
 * layout is worked out from real files, and dama-dam(5) says of each byte how sure that is. Coded
 * moves are taken only where playing them leads to the board in the file: that turns a guess into a
 * proof.
 */
#ifndef DAMA_PDN_FORMATS_DAM_H
#define DAMA_PDN_FORMATS_DAM_H

#include "core/base/buffer.h"
#include "core/game/finding.h"
#include "core/game/game.h"

enum dam_turn { DAM_TURN_FROM_FILE, DAM_TURN_WHITE, DAM_TURN_BLACK };

/** Whether a file that begins with these bytes is one of DAM's. */
bool dam_is(const char *head, size_t n);

/**
 * Reads a file.
 * @param bytes n of them, borrowed for as long as `game` lives: they become its source, which
 *        dam_write goes back to
 * @param turn  who moves, where the user knows better than the file
 * @param game  empty, with its arena and `at` set; its moves are text, to be checked
 * @param found what is damaged, and what was inferred
 * @return 0, or -1 with `err`: out of memory
 */
int dam_parse(const char *bytes, size_t n, enum dam_turn turn, struct game *game,
              struct findings *found, struct err *err);

/**
 * Writes a file with one position.
 * @param game         where it came from a DAM file, everything that is not understood is taken over from there; where
 *                     it is just what that file holds, the file is copied
 * @param pos          the position; NULL: the game as it is, which must have no moves or come from a DAM file as it is
 * @param experimental also write what no real file has shown: Black to move
 * @return 0, or -1 with `err`: the game is no international draughts, has moves, has Black to move;
 *        out of memory
 */
int dam_write(const struct game *game, const struct position *pos, bool experimental,
              struct buffer *out, struct err *err);

#endif
