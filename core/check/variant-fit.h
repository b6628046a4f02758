// SPDX-License-Identifier: MIT
/*
 * How well a game fits the rules of a variant: how far its main line is legal, and whether its start
 * position is possible. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_VARIANT_FIT_H
#define DAMA_CORE_CHECK_VARIANT_FIT_H

#include "core/check/variant-clues.h"

enum { VARIANT_FIT_BY_CHANCE = 4 }; /* plies: no more may be legal by chance under other rules */

/** Whether the start position is possible by the rules. */
bool variant_fit_start(struct checker *c, const struct rules *rules);

/**
 * Plays the main line by the rules; on boards of 64 squares, with numbers counted from a8 and then
 * from a1.
 * @param whole set to whether no move was illegal
 * @return legal plies from the start; 0 also if the FEN cannot be read, or when out of memory, with
 *         err set
 */
unsigned variant_fit_plies(struct checker *c, const struct rules *rules, bool *whole);

/**
 * The same, but passes over one illegal move: if a slip comes early, similar rules allow equally
 * many plies before it.
 * @return legal plies, not counting the slip; 0 also if the first move is illegal and those after
 *         it are too few to prove anything
 */
unsigned variant_fit_around_slip(struct checker *c, const struct rules *rules);

/**
 * Finds the rule set by which most of the main line is legal.
 * @param least the rule set that is taken unless another one allows more plies
 * @param plies set to the number of plies that are legal by the result, and `whole` as in
 *              variant_fit_plies
 * @return never NULL
 */
const struct rules *variant_fit_best(struct checker *c, const struct rules *least,
                                     const struct variant_clues *clues, unsigned *plies,
                                     bool *whole);

#endif
