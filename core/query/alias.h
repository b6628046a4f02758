// SPDX-License-Identifier: MIT
/*
 * Aliases of players: a YAML file with each canonical name and its other spellings.
 *
 *     "Sijbrands, Ton": [T. Sijbrands, Sijbrands]
 */
#ifndef DAMA_CORE_QUERY_ALIAS_H
#define DAMA_CORE_QUERY_ALIAS_H

#include "core/game/game.h"

/** Immutable once read: any number of threads may use it. */
struct aliases;

/**
 * Reads an alias file.
 * @return 0, or -1 with `err` and the place: not readable, not an alias file, the same alias for
 *         two names
 */
int aliases_read(const char *path, struct aliases **out, struct err *err);

/** Gives White, Black and Annotator their canonical names. @return 0, or -1: out of memory */
int aliases_apply(const struct aliases *aliases, struct game *game);

/** Allows NULL. */
void aliases_close(struct aliases *aliases);

#endif
