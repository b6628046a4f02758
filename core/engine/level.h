// SPDX-License-Identifier: MIT
/*
 * Levels A to D, for learners: the engine looks a few plies ahead, follows captures to their end as
 * every player does, and then plays a good move rather than the best.
 */
#ifndef DAMA_CORE_ENGINE_LEVEL_H
#define DAMA_CORE_ENGINE_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

struct level {
    char name;      /* 'A' to 'D' */
    unsigned depth; /* plies looked ahead */
    int blur; /* random error of its scores, in thousandths of a man; sometimes it is larger */
};

/** @return NULL if there is no such level */
const struct level *level_find(char name);

/**
 * Picks among moves by their scores.
 * @param seed  the same seed and position give the same choice
 * @return index of the choice
 */
unsigned level_choose(const struct level *level, const int *score, unsigned n, uint64_t seed);

#endif
