// SPDX-License-Identifier: MIT
/*
 * The games of past matches, with the positions they began from, for whoever wants to learn from
 * them.
 */
#ifndef DAMA_CORE_STUDY_MATCH_GAMES_H
#define DAMA_CORE_STUDY_MATCH_GAMES_H

#include "core/base/err.h"
#include "core/board/position.h"
#include "core/board/rules.h"
#include "core/store/results.h"

/**
 * Takes one game.
 * @param match the match it belongs to, with its players and pairs
 * @param start where it began
 * @return 0, or -1 with `err`
 */
typedef int match_games_take(void *ctx, const struct results_match *match,
                             const struct position *start, const struct results_game *game,
                             struct err *err);

/**
 * Hands each game of `rules` that counts to `take`, match by match.
 * @param path a file of results: core/store/results.h
 * @return 0, or -1 with `err`: cannot be read, damaged, out of memory, or `take` failed
 */
int match_games_each(const char *path, const struct rules *rules, match_games_take *take, void *ctx,
                     struct err *err);

#endif
