// SPDX-License-Identifier: MIT
/*
 * The search of one thread: principal variation search with quiescence, from given root moves.
 */
#ifndef DAMA_CORE_ENGINE_SEARCH_H
#define DAMA_CORE_ENGINE_SEARCH_H

#include "core/engine/cpu.h"
#include "core/engine/worker.h"

/**
 * Searches the root moves from `first` on within a window, and moves the best one to the place
 * `first`.
 * @return its score, which is only a bound if outside the window; meaningless if worker->stopped
 */
int search_root(struct worker *worker, unsigned first, int depth, int alpha, int beta);
#ifdef ENGINE_HAS_AVX2
/** The same; call it only if CPU_HAS_AVX2(). */
int search_root_avx2(struct worker *worker, unsigned first, int depth, int alpha, int beta);
#endif

#endif
