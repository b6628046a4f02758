// SPDX-License-Identifier: MIT
/*
 * The search of one thread: principal variation search with quiescence, below a root whose moves
 * are given.
 */
#ifndef DAMA_CORE_ENGINE_SEARCH_H
#define DAMA_CORE_ENGINE_SEARCH_H

#include "core/engine/cpu.h"
#include "core/engine/worker.h"

/**
 * Searches the root moves from `first` on within a window, and sorts the best one to the place
 * `first`.
 * @return its score, as far as the window tells; meaningless where worker->stopped
 */
int search_root(struct worker *worker, unsigned first, int depth, int alpha, int beta);
#ifdef ENGINE_HAS_AVX2
/** The same, where CPU_HAS_AVX2(). */
int search_root_avx2(struct worker *worker, unsigned first, int depth, int alpha, int beta);
#endif

#endif
