// SPDX-License-Identifier: MIT
/* What PDN says about a game besides its moves: the tags before them, and the result after them. */
#ifndef DAMA_PDN_WRITE_TAGS_H
#define DAMA_PDN_WRITE_TAGS_H

#include "core/base/buffer.h"
#include "core/game/game.h"
#include "pdn/pdn.h"

/**
 * Adds the tags in order, followed by a blank line, or nothing if there are none. A game without
 * tags and moves gets a Result tag: without one, it would be read as part of the game before it.
 */
void pdn_put_tags(const struct game *game, const struct pdn_write_options *options,
                  struct buffer *out);

/**
 * What to end the moves with: the Result tag, or the result after the moves, or the one found by
 * checking; as it was written, unless a style is asked for. Points, which look like a move, are
 * written only if the tag repeats them. `*` in strict PDN.
 */
struct text pdn_terminator(const struct game *game, const struct pdn_write_options *options);

#endif
