// SPDX-License-Identifier: MIT
/*
 * Game files of DAM 2.2 (.dam), one position or game each. The format is undocumented: its layout
 * was worked out from real files, and dama-dam(5) says for each byte how certain that is. Coded
 * moves are accepted only if playing them leads to the board in the file, which proves the guess.
 */
#ifndef DAMA_PDN_FORMATS_DAM_H
#define DAMA_PDN_FORMATS_DAM_H

#include "core/base/buffer.h"
#include "core/game/finding.h"
#include "core/game/game.h"

enum dam_turn { DAM_TURN_FROM_FILE, DAM_TURN_WHITE, DAM_TURN_BLACK };

/** Whether a file that begins with these bytes is a DAM file. */
bool dam_is(const char *head, size_t n);

/**
 * Reads a file.
 * @param bytes n of them, borrowed for as long as `game` lives: they become the game's source,
 *              which dam_write uses
 * @param turn  the side to move, if the user knows better than the file
 * @param game  empty, with its arena and `at` set; its moves are text, to be checked
 * @param found gets what is damaged, and what was inferred
 * @return 0, or -1 with `err`: out of memory
 */
int dam_parse(const char *bytes, size_t n, enum dam_turn turn, struct game *game,
              struct findings *found, struct err *err);

/**
 * Writes a file with one position.
 * @param game         if it comes from a DAM file, everything in there that dama does not
 *                     understand is preserved; if its moves are still those of that file, the file
 *                     is copied, with the settings that its tags change
 * @param pos          the position; NULL: the game itself, which must have no moves or come
 *                     unchanged from a DAM file
 * @param experimental also write Black to move, which no known file has
 * @return 0, or -1 with `err`: the game is not international draughts, has moves, or has Black to
 *         move; out of memory
 */
int dam_write(const struct game *game, const struct position *pos, bool experimental,
              struct buffer *out, struct err *err);

/** Whether dam_write keeps everything that a game's tags say. */
bool dam_holds_tags(const struct game *game);

/** Whether a game has the position and the moves of its DAM file, which dam_write then copies. */
bool dam_is_copied(const struct game *game);

#endif
