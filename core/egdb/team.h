// SPDX-License-Identifier: MIT
/*
 * The same work on many pieces of an array, by several threads at once.
 */
#ifndef DAMA_CORE_EGDB_TEAM_H
#define DAMA_CORE_EGDB_TEAM_H

#include <stddef.h>

enum { EGDB_THREADS_MAX = 256 };

/** Works on one piece; called by any thread, once for each piece. */
typedef void egdb_team_work(void *ctx, size_t piece);

/**
 * Calls `work` for the pieces 0 to n - 1 and returns when all are done. Where a thread cannot be
 * made, fewer do it.
 * @param threads the calling one included; 1: it does everything itself
 */
void egdb_team_run(unsigned threads, size_t n, egdb_team_work *work, void *ctx);

#endif
