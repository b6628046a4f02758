// SPDX-License-Identifier: MIT
/*
 * Known faults: findings that a user has seen once and does not want to see again. A finding is
 * known by its game, its code, its move and its message, and so many times as it was met: not by
 * file, line or number of the game, so that files may be renamed, moved, sorted and grow.
 */
#ifndef DAMA_CORE_CHECK_BASELINE_H
#define DAMA_CORE_CHECK_BASELINE_H

#include "core/base/err.h"
#include "core/game/finding.h"
#include "core/game/game.h"

struct baseline;

/**
 * What a game is known by: who played, where and when, and the position it starts from; where none
 * of that is said, its first moves. For struct finding.
 */
uint64_t baseline_game_key(const struct game *game);

/** An empty one. @return NULL when memory is out */
struct baseline *baseline_open(void);

/** Reads a file written by baseline_write. @return NULL with `err` */
struct baseline *baseline_read(const char *path, struct err *err);

/** @return whether the finding is known, and was not met more often yet than it is known */
bool baseline_knows(struct baseline *baseline, const struct finding *finding);

/** Makes a finding known; `file` is written beside it for people. @return 0, -1: out of memory */
int baseline_add(struct baseline *baseline, const char *file, const struct finding *finding);

/** Writes it; the file appears whole. @return 0, or -1 with `err` */
int baseline_write(const struct baseline *baseline, const char *path, struct err *err);

/** NULL is allowed. */
void baseline_close(struct baseline *baseline);

#endif
