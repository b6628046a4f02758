// SPDX-License-Identifier: MIT
/*
 * Gives all games of a file, checked, one after another: for callers with few games, or little to
 * do for each. Use core/base/pipeline.h where speed matters.
 */
#ifndef DAMA_PDN_COLLECT_H
#define DAMA_PDN_COLLECT_H

#include "core/check/check.h"

/** The extensions of files that collect_games reads, in the form that walk_add takes. */
extern const char *const collect_extensions[];

/**
 * Is given a game, checked, as far as it is legal, and the findings about it, each with its place;
 * both are valid during the call. If the start position cannot be read, the game has the usual one,
 * and if its record or text cannot be read at all, it is empty: only a finding tells.
 * @return 0 to go on, 1 to stop, -1 to give up with `err`
 */
typedef int collect_found(void *ctx, const struct game *game, const struct findings *found,
                          struct err *err);

/**
 * Reads a file of games in any format that can be recognised by its content, except tables and
 * collections.
 * @return 0, 1 stopped by `fn` or a signal, -1 with `err`: not readable, another format, `fn` gave
 *         up
 */
int collect_games(const char *path, const struct check_options *options, collect_found *fn,
                  void *ctx, struct err *err);

#endif
