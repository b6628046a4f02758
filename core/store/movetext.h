// SPDX-License-Identifier: MIT
/*
 * A tree of moves as the store writes it: words with single blanks between them, the same tree
 * always the same text. Source: dama-store(5), "Moves".
 *
 *     32-28 19-23 {a comment} $1 ( 18-23 ! ) 28x19
 */
#ifndef DAMA_CORE_STORE_MOVETEXT_H
#define DAMA_CORE_STORE_MOVETEXT_H

#include "core/base/buffer.h"
#include "core/game/game.h"

/**
 * Adds the main line alone: moves and setups.
 * @param keys  the key of every position is added, that of the start first; may be NULL. 8 bytes
 *        each, host order
 * @param plain set where the tree holds nothing more
 * @return plies
 */
unsigned movetext_main_line(const struct game *game, struct buffer *out, struct buffer *keys,
                            bool *plain);

/** Adds the whole tree. @return 0, or -1: out of memory */
int movetext_tree(const struct game *game, struct buffer *out);

/**
 * Makes the tree from its text. Moves are not played: core/check/check.h does that.
 * @param game its arena set, its line empty; the text is copied where it has to be, and pointed
 *        into elsewhere
 * @return 0, or -1 with `err`: not a text of ours, out of memory, or larger than any game: then
 *         game->exceeded says so, and what was read up to there is the game
 */
int movetext_read(struct text text, struct game *game, struct err *err);

#endif
