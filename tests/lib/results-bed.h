// SPDX-License-Identifier: MIT
/*
 * A file of results in a scratch folder, with a match of two players that has begun: three pairs,
 * the third of a single game.
 */
#ifndef DAMA_TESTS_LIB_RESULTS_BED_H
#define DAMA_TESTS_LIB_RESULTS_BED_H

#include "core/store/results.h"
#include "tests/lib/scratch.h"

extern const struct results_match bed_plan;

struct bed {
    char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 8];
    struct results *results;
    int64_t match;
    struct err err;
};

/** The fixture of a test: makes a bed, its state; and frees it. */
int bed_set_up(void **state);
int bed_tear_down(void **state);

/** The plies of a game, a second each, with judgements. @return how many there are */
unsigned bed_plies(const char *moves, unsigned opening, struct results_ply *plies);

/** A game without moves. @param pair from 1 @param game of the pair, from 0 */
struct results_game bed_game(unsigned pair, unsigned game, enum result result);

/** Adds a game to the match. @param number set to its number; may be NULL */
int bed_add(struct bed *bed, const struct results_game *game, int64_t *number);

#endif
