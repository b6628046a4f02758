// SPDX-License-Identifier: MIT
/*
 * The PDN log of a match: the games of the store, for people and other programs. A game is appended
 * once it has been stored; whatever happens to the log, it can be rewritten from the store, byte
 * for byte.
 */
#ifndef DAMA_MATCH_PDN_LOG_H
#define DAMA_MATCH_PDN_LOG_H

#include "core/base/buffer.h"
#include "core/store/results.h"

#include <stdio.h>

/**
 * Appends a game of the store to the log, in one write.
 * @param plan   the match, as results_match_load has read it
 * @param number from results_game_add
 * @return 0, or -1 with `err`: cannot be written, a full disk
 */
int pdn_log_append(struct results *results, int64_t match, const struct results_match *plan,
                   int64_t number, const char *path, struct err *err);

/**
 * Checks that a file may be replaced by a log: it is itself a log, of any match, or empty, or not a
 * regular file, or missing.
 * @return 0, or -1 with `err`
 */
int pdn_log_check_place(const char *path, struct err *err);

/** The same for a log that grows; its name must not ask for compression. */
int pdn_log_check_place_growing(const char *path, struct err *err);

/**
 * Checks that a file may be replaced by the game in progress: it is such a game, or one that was
 * shown to its end; or empty, not a regular file, or missing.
 * @return 0, or -1 with `err`
 */
int pdn_log_check_place_live(const char *path, struct err *err);

/** Writes the log of a match. @return 0, 1: a write has failed, errno says why, -1 with `err` */
int pdn_log_write(struct results *results, int64_t match, FILE *out, struct err *err);

/**
 * Writes the log of a match again: after a crash a game may be missing or half written. The new
 * file appears complete or not at all.
 * @param path "-" is standard output
 * @return 0, or -1 with `err`
 */
int pdn_log_rewrite(struct results *results, int64_t match, const char *path, struct err *err);

#endif
