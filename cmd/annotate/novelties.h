// SPDX-License-Identifier: MIT
/*
 * What --novelties prints: the first move of each game that a book does not know; and the losing
 * moves that were played in more than one game, with how often and when.
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
 * @return 0, or -1 with `err`: not there, no book, damaged
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

/** Prints the losing moves, those played most often first. @return 0, or -1 with `err` */
int novelties_finish(struct novelties *novelties, FILE *out, struct err *err);

/** Says how many games had which outcome, as a message. */
void novelties_say(const struct novelties *novelties);

/** Allows NULL. */
void novelties_close(struct novelties *novelties);

#endif
