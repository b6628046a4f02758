// SPDX-License-Identifier: MIT
/*
 * The states that a search for captures has visited, so that it enters each only once. Used only
 * after the first SEARCH_FREE_STEPS steps, which ordinary positions never reach.
 */
#ifndef DAMA_CORE_BOARD_VISITED_H
#define DAMA_CORE_BOARD_VISITED_H

#include <stdbool.h>
#include <stdint.h>

struct visited;

/**
 * Adds a state.
 * @param visited *visited is NULL at first; allocated and grown here, freed with visited_free
 * @param a, b    the state; b is not 0
 * @return whether the state is new; also true when out of memory, which only costs time
 */
bool visited_add(struct visited **visited, uint64_t a, uint64_t b);

void visited_free(struct visited *visited);

#endif
