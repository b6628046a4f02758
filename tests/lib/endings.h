// SPDX-License-Identifier: MIT
/*
 * All endings of two and three kings of a rule set, solved by plain iteration: a database for
 * tests.
 */
#ifndef DAMA_TESTS_LIB_ENDINGS_H
#define DAMA_TESTS_LIB_ENDINGS_H

#include "core/engine/engine.h"

struct endings;

/** @return NULL when memory is out */
struct endings *endings_open(const struct rules *rules);
void endings_close(struct endings *endings);

/**
 * What the side to move gets.
 * @param plies to the end with best play; may be NULL; -1 for draws and what is not known
 * @return EXACT_UNKNOWN if there are men, or more than three kings
 */
enum engine_exact endings_value(const struct endings *endings, const struct position *pos,
                                int *plies);

/** The won position whose win takes longest, of two kings against one. */
struct position endings_longest(const struct endings *endings);

#endif
