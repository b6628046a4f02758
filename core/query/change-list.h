// SPDX-License-Identifier: MIT
/* Lists, for human readers, what cleaning has changed in a game's tags. */
#ifndef DAMA_CORE_QUERY_CHANGE_LIST_H
#define DAMA_CORE_QUERY_CHANGE_LIST_H

#include "core/base/buffer.h"
#include "core/game/game.h"

/** The tags of a game before it was changed; allocated in the game's arena. */
struct change_list {
    struct tag *tags;
    unsigned n;
};

/** Notes the tags of a game before cleaning. @return 0, or -1: out of memory */
int change_list_begin(struct change_list *list, const struct game *game);

/**
 * Adds a line for each tag that has changed: `White "T. Sijbrands" -> "Sijbrands, Ton"`, `Bianco
 * "X" -> White "X"`, `Round "" removed`, `Site "?" added`.
 */
void change_list_write(const struct change_list *list, const struct game *game, struct buffer *out);

#endif
