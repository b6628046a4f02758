// SPDX-License-Identifier: MIT
/*
 * All games of a file, checked, one after another: for callers with few games or little to do for
 * each. What must be fast uses core/base/pipeline.h instead.
 */
#ifndef DAMA_PDN_COLLECT_H
#define DAMA_PDN_COLLECT_H

#include "core/check/check.h"

/** The extensions of files that collect_games reads, as walk_add takes them. */
extern const char *const collect_extensions[];

/**
 * Reads a file of games in any format that its content identifies, except tables and collections.
 * @param fn gets each game as far as it is legal, and its place; lives during the call. Returns 0,
 *        1 enough, -1 give up
 * @return 0, 1 stopped by `fn` or a signal, -1 with `err`: not readable, another format, `fn` gave
 *        up
 */
int collect_games(const char *path, const struct check_options *options,
                  int (*fn)(void *ctx, const struct game *game, struct err *err), void *ctx,
                  struct err *err);

/**
 * Gets a game as collect_games gives it, and what was found wrong with it, each with its place. A
 * start that cannot be read is the usual one in the game: only a finding tells.
 */
typedef int collect_found(void *ctx, const struct game *game, const struct findings *found,
                          struct err *err);

/** As collect_games, for callers who must know what could not be read. */
int collect_games_found(const char *path, const struct check_options *options, collect_found *fn,
                        void *ctx, struct err *err);

#endif
