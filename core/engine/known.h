// SPDX-License-Identifier: MIT
/*
 * What an endgame database says, in the search. A value alone does not find the way: among wins of
 * unknown length the evaluation, scaled down, tells progress from going in circles, and counted
 * moves may cut any win short.
 */
#ifndef DAMA_CORE_ENGINE_KNOWN_H
#define DAMA_CORE_ENGINE_KNOWN_H

#include "core/engine/worker.h"

/** Asks about the position to be searched. Captures, which the database may lack, are played. */
enum engine_exact known_root(const struct search_shared *shared, const struct position *pos);

/**
 * What the database says of the position at `ply`, as a score. Where it says no more than
 * shared->root_value, and how soon the end comes is not known, or counted moves may come before it,
 * the search goes on to find it. So it does where the end is there: a side without pieces.
 * @param depth plies still to be searched; 0 while captures are
 * @return whether the score will do
 */
bool known_probe(const struct worker *s, unsigned ply, int depth, int *score);

#endif
