// SPDX-License-Identifier: MIT
/* The verbs of dama-engine: one file each, cmd/engine/VERB.c. */
#ifndef DAMA_CMD_ENGINE_DAMA_ENGINE_H
#define DAMA_CMD_ENGINE_DAMA_ENGINE_H

#include "cmd/lib/options.h"
#include "core/board/position.h"
#include "core/study/sample.h"

extern const struct command dama_engine_average;
extern const struct command dama_engine_bench;
extern const struct command dama_engine_calibrate;
extern const struct command dama_engine_compare;
extern const struct command dama_engine_dxp;
extern const struct command dama_engine_games;
extern const struct command dama_engine_go;
extern const struct command dama_engine_hub;
extern const struct command dama_engine_moves;
extern const struct command dama_engine_perft;
extern const struct command dama_engine_selfplay;
extern const struct command dama_engine_show;
extern const struct command dama_engine_solve;
extern const struct command dama_engine_train;

/** The help for --round, for all verbs that write weights. */
#define ROUND_HELP                                                                               \
 "round the weights of patterns and king pairs to multiples of N thousandths of a man, so that " \
 "the file compresses better (default: 1)"

/**
 * Finds the rules that --variant names, or reports on standard error what is wrong.
 * @return EXIT_WELL, or EXIT_USAGE
 */
int dama_engine_rules(const char *variant, const struct rules **rules);

/**
 * Finds the rules that --variant names and the position that --fen gives, or reports on standard
 * error what is wrong.
 * @param fen NULL: the start position
 * @return EXIT_WELL, or EXIT_USAGE
 */
int dama_engine_position(const char *variant, const char *fen, const struct rules **rules,
                         struct position *pos);

/** Reports that the last game of a selfplay file is incomplete. */
void dama_engine_say_cut_short(const char *path);

/**
 * Adds the positions of `n` selfplay files.
 * @return 0, 1 stopped, -1 with `err`
 */
int dama_engine_read_samples(const struct rules *rules, char *const *files, int n,
                             struct samples *samples, struct err *err);

#endif
