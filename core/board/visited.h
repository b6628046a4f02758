// SPDX-License-Identifier: MIT
/*
 * States that a search for captures has been in, so that it enters each only once. Used after a
 * first number of steps: ordinary positions never get there.
 */
#ifndef DAMA_CORE_BOARD_VISITED_H
#define DAMA_CORE_BOARD_VISITED_H

#include <stdbool.h>
#include <stdint.h>

struct visited;

/**
 * Notes a state.
 * @param visited *visited is NULL at first; made and grown here, freed with visited_free
 * @return whether the state is new; true too when memory is out, which costs time and nothing else
 */
bool visited_add(struct visited **visited, uint64_t a, uint64_t b);

void visited_free(struct visited *visited);

#endif
