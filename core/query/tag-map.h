// SPDX-License-Identifier: MIT
/*
 * Names of tags in other languages and spellings, with PDN's name for each. A built-in table covers
 * those found in collections; a YAML file adds to it:
 *
 *     White: [Wit, Blanc, Bianco]
 *     Date: [Datum]
 */
#ifndef DAMA_CORE_QUERY_TAG_MAP_H
#define DAMA_CORE_QUERY_TAG_MAP_H

#include "core/game/game.h"

/** Immutable once read: any number of threads may use it. */
struct tag_map;

/** The built-in table. */
const struct tag_map *tag_map_usual(void);

/**
 * Reads a file; the built-in table still applies to names not in the file.
 * @return 0, or -1 with `err` and the place
 */
int tag_map_read(const char *path, struct tag_map **out, struct err *err);

/**
 * Finds PDN's name for a tag, ignoring ASCII case.
 * @return NULL: the tag already has that name, or none is known
 */
const char *tag_map_find(const struct tag_map *map, struct text name);

/**
 * Gives tags PDN's names. If a game has a tag under both names, and one is empty or both are equal,
 * only one is kept; if they contradict each other, both stay. The map must live as long as the
 * game.
 */
void tag_map_apply(const struct tag_map *map, struct game *game);

/** Allows NULL. */
void tag_map_close(struct tag_map *map);

#endif
