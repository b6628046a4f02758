// SPDX-License-Identifier: MIT
/*
 * What PDN says of a game outside its moves: the tags before them, and the result after them.
 */
#ifndef DAMA_PDN_WRITE_TAGS_H
#define DAMA_PDN_WRITE_TAGS_H

#include "core/base/buffer.h"
#include "core/game/game.h"
#include "pdn/pdn.h"

/**
 * Adds the tags in their order, and a blank line after them; nothing if there are none. A game without
 * tags and moves gets a Result tag: without one it would be read as part of the game before it.
 */
void pdn_put_tags(const struct game *game, const struct pdn_write_options *options,
                  struct buffer *out);

/**
 * What ends the moves: the Result tag, or the result after the moves, or the one that checking found; as
 * it was written where no style is asked for. Points, which look like a move, only where the tag
 * repeats them. `*` in strict PDN.
 */
struct text pdn_terminator(const struct game *game, const struct pdn_write_options *options);

#endif
