// SPDX-License-Identifier: MIT
/*
 * Levels A to D, for learners: the engine looks a few plies ahead, follows captures to their end as
 * every player does, and then plays a good move, not always the best.
 */
#ifndef DAMA_CORE_ENGINE_LEVEL_H
#define DAMA_CORE_ENGINE_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

struct level {
    char name;      /* 'A' to 'D' */
    unsigned depth; /* plies to look ahead */
    int blur; /* usual random error of scores, in thousandths of a man; at most twice as much */
};

/** @return the level; NULL if there is none of that name */
const struct level *level_find(char name);

/**
 * Picks among moves by their scores.
 * @param seed  the same seed and position give the same choice
 * @return index of the choice
 */
unsigned level_choose(const struct level *level, const int *score, unsigned n, uint64_t seed);

#endif
