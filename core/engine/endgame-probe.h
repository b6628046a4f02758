// SPDX-License-Identifier: MIT
/*
 * Values from an endgame database, for the search. A value alone does not show the way to a win:
 * among wins of unknown length, the evaluation, scaled down, tells progress from going in circles;
 * and draw rules that count moves may cut any win short.
 */
#ifndef DAMA_CORE_ENGINE_ENDGAME_PROBE_H
#define DAMA_CORE_ENGINE_ENDGAME_PROBE_H

#include "core/engine/worker.h"

/** The value of the root. Captures, which the database may not resolve, are played out first. */
enum engine_exact endgame_probe_root(const struct search_shared *shared,
                                     const struct position *pos);

/**
 * Looks up the position at `ply` in the database, and turns the value into a score. The search must
 * go on to find the end of the game if the value is just the one that follows from
 * shared->root_value, and either the distance to the end is unknown or counted moves may make a
 * draw before it. It also goes on if the side to move has no pieces: the game is over then.
 * @param depth plies still to be searched; 0 in quiescence, where the score is used in any case
 * @return whether `score` is set, and ends the search of this position
 */
bool endgame_probe(const struct worker *s, unsigned ply, int depth, int *score);

#endif
