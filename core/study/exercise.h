// SPDX-License-Identifier: MIT
/*
 * Exercises: positions in which exactly one combination wins, and no other move does. A combination
 * gives pieces away and takes more of them back, and all replies to it are forced.
 */
#ifndef DAMA_CORE_STUDY_EXERCISE_H
#define DAMA_CORE_STUDY_EXERCISE_H

#include "core/study/judge-game.h"

/**
 * How many plies of a line form a combination by the side to move, up to the capture that wins
 * material.
 * @param line n legal moves from `pos` on
 * @return plies, at least 3; 0: it is not a combination
 */
unsigned exercise_length(const struct rules *rules, const struct position *pos,
                         const struct move *line, unsigned n);

/**
 * Finds the exercises in a judged game, its last position included, and marks them JUDGED_EXERCISE.
 * In an exercise, at each move of the solver, all moves but the right one have been searched and do
 * not win.
 * @param plies n of them and one for the last position, as left by judge_game
 * @return 1: all were looked at; 0: stopped before; -1 with `err`
 */
int exercise_mark(struct judge *judge, const struct game *game, struct judged_ply *plies,
                  unsigned n, struct err *err);

#endif
