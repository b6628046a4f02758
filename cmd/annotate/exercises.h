// SPDX-License-Identifier: MIT
/*
 * The exercises of a collection as games of a file: FEN, and the solution as moves. A position that
 * several games reach is written once.
 */
#ifndef DAMA_CMD_ANNOTATE_EXERCISES_H
#define DAMA_CMD_ANNOTATE_EXERCISES_H

#include "core/game/game.h"
#include "core/study/judge-game.h"

struct exercises;
struct format;

/**
 * The format given by a file's name; PDN if it has no suffix.
 * @return NULL with `err`: the suffix is of no format, or of a format that holds no games or is not
 *         text
 */
const struct format *exercises_format(const char *path, struct err *err);

/**
 * Begins the file.
 * @param annotator names the engine; need not be known before the first exercise is added; borrowed
 * @return 0, or -1 with `err`: it cannot be written
 */
int exercises_open(const char *path, const struct format *format, const char *annotator,
                   struct exercises **out, struct err *err);

/**
 * Adds the exercises of a game.
 * @param number of the game in the input, from 1
 * @param plies  n of them
 * @return 0, or -1 with `err`
 */
int exercises_add(struct exercises *exercises, const struct game *game, int64_t number,
                  const struct judged_ply *plies, unsigned n, struct err *err);

/** How many were written. */
unsigned exercises_count(const struct exercises *exercises);

/** Puts the file in its place. @return 0, or -1 with `err` */
int exercises_finish(struct exercises *exercises, struct err *err);

/** Allows NULL. */
void exercises_close(struct exercises *exercises);

#endif
