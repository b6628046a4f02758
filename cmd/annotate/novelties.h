// SPDX-License-Identifier: MIT
/*
 * What --novelties prints: the first move of each game that is not in a book; and the losing moves
 * that were played in more than one game, with the number of times and the years.
 */
#ifndef DAMA_CMD_ANNOTATE_NOVELTIES_H
#define DAMA_CMD_ANNOTATE_NOVELTIES_H

#include "core/game/game.h"
#include "core/study/verdict.h"

#include <stdio.h>

struct novelties;

/**
 * @param path       of a book; borrowed
 * @param thresholds of mistakes; borrowed, and not read before novelties_add
 * @return 0, or -1 with `err`: missing, not a book, damaged
 */
int novelties_open(const char *path, const struct verdict_thresholds *thresholds,
                   struct novelties **out, struct err *err);

/**
 * Prints the line of a game, and remembers its losing moves.
 * @param number of the game in the input, from 1
 * @param plies  n of them
 * @return 0, or -1 with `err`
 */
int novelties_add(struct novelties *novelties, const struct game *game, int64_t number,
                  const struct judged_ply *plies, unsigned n, FILE *out, struct err *err);

/** Prints the losing moves, the most frequent first. @return 0, or -1 with `err` */
int novelties_finish(struct novelties *novelties, FILE *out, struct err *err);

/** Reports how many games had which outcome. */
void novelties_say(const struct novelties *novelties);

/** Allows NULL. */
void novelties_close(struct novelties *novelties);

#endif
