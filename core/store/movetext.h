// SPDX-License-Identifier: MIT
/*
 * A tree of moves as text in the store: words separated by single blanks, the same text for the
 * same tree. Source: dama-store(5), "Moves".
 *
 *     32-28 19-23 {a comment} $1 ( 18-23 ! ) 28x19
 */
#ifndef DAMA_CORE_STORE_MOVETEXT_H
#define DAMA_CORE_STORE_MOVETEXT_H

#include "core/base/buffer.h"
#include "core/game/game.h"

/** A position of a main line, as movetext_main_line lists it. */
struct movetext_key {
    uint64_t key;
    uint32_t ply; /* moves before it */
};

/**
 * Adds the main line alone: moves and setups.
 * @param keys  struct movetext_key of every known position is added, the start position's first;
 *              may be NULL
 * @param plain set to whether the tree holds nothing else
 * @return plies
 */
unsigned movetext_main_line(const struct game *game, struct buffer *out, struct buffer *keys,
                            bool *plain);

/** Adds the whole tree. @return 0, or -1: out of memory */
int movetext_tree(const struct game *game, struct buffer *out);

/**
 * Makes the tree from its text. Moves are not played: core/check/check.h does that.
 * @param game its arena set, its line empty; points into the text where it can
 * @return 0, or -1 with `err`: not valid movetext, out of memory, or beyond the limits of a game:
 *         then game->exceeded is set, and the game holds what was read up to that point
 */
int movetext_read(struct text text, struct game *game, struct err *err);

#endif
