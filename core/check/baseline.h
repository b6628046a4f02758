// SPDX-License-Identifier: MIT
/*
 * Known faults: findings that a user has seen and does not want to see again. A finding is
 * identified by its game, its code, its move and its message, and counted; not by the file, line or
 * game number, so that files may be renamed, moved, sorted and extended.
 */
#ifndef DAMA_CORE_CHECK_BASELINE_H
#define DAMA_CORE_CHECK_BASELINE_H

#include "core/base/err.h"
#include "core/game/finding.h"
#include "core/game/game.h"

struct baseline;

/**
 * Makes a key that identifies a game: from its players, place, date and start position; if none of
 * these is given, from its first moves. For game_key of struct finding.
 */
uint64_t baseline_game_key(const struct game *game);

/** Makes an empty baseline. @return NULL when out of memory */
struct baseline *baseline_open(void);

/** Reads a file written by baseline_write, compressed or not. @return NULL with `err` */
struct baseline *baseline_read(const char *path, struct err *err);

/**
 * @return whether the finding is known, and has not yet occurred more often than the baseline
 *         counts it
 */
bool baseline_knows(struct baseline *baseline, const struct finding *finding);

/**
 * Adds a known finding; `file` is written beside it for human readers.
 * @return 0, -1: out of memory
 */
int baseline_add(struct baseline *baseline, const char *file, const struct finding *finding);

/**
 * Checks that a baseline may be written to a file: it is missing, empty, or a baseline itself, of
 * this form or an earlier one.
 * @return 0, or -1 with `err`
 */
int baseline_check_place(const char *path, struct err *err);

/** Writes the baseline; the file appears complete or not at all. @return 0, or -1 with `err` */
int baseline_write(const struct baseline *baseline, const char *path, struct err *err);

/** Allows NULL. */
void baseline_close(struct baseline *baseline);

#endif
