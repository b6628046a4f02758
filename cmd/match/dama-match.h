// SPDX-License-Identifier: MIT
/* The verbs of dama-match; each has a file of its own. */
#ifndef DAMA_CMD_MATCH_DAMA_MATCH_H
#define DAMA_CMD_MATCH_DAMA_MATCH_H

#include "cmd/lib/options.h"
#include "core/stats/sprt.h"
#include "core/store/results.h"
#include "match/config.h"

extern const struct command dama_match_keys, dama_match_probe, dama_match_replay, dama_match_report,
    dama_match_run, dama_match_stats;

/**
 * Finds faults that the match file alone does not show: openings, books, weights, folders and
 * programs that are missing or cannot be used. Turns off `balance` of the openings.
 * @return 0, or -1 with `err`
 */
int dama_match_check(struct match_config *config, struct arena *arena, struct err *err);

/**
 * Checks whether a file could be written.
 * @param path NULL: there is none
 * @return 0, or -1 with `err`
 */
int dama_match_check_output(const char *path, struct err *err);

/**
 * Warns of games that will repeat earlier ones and so prove nothing, because nothing in them is
 * left to chance or to the clock; and of players that are told of more time than they get.
 * @param plan the schedule of the match
 */
void dama_match_warn(const struct match_config *config, const struct results_match *plan);

/** The sequential test of a match. */
struct sprt dama_match_test(const struct match_stop *stop);

/**
 * Writes the page of a match, as `dama-match report -o FILE.html` does.
 * @param test the sequential test to show on it
 * @return 0, or -1 with `err`
 */
int dama_match_write_page(struct results *results, int64_t match, const struct sprt *test,
                          const char *path, struct err *err);

#endif
