// SPDX-License-Identifier: MIT
/*
 * A parallel loop: the same work on many pieces of an array, on several threads.
 */
#ifndef DAMA_CORE_EGDB_TEAM_H
#define DAMA_CORE_EGDB_TEAM_H

#include <stddef.h>

enum { EGDB_THREADS_MAX = 256 };

/** Works on one piece; called on any thread, once for each piece. */
typedef void egdb_team_work(void *ctx, size_t piece);

/**
 * Calls `work` for the pieces 0 to n - 1 and returns when all are done. Uses fewer threads where
 * the system refuses more.
 * @param threads including the calling one
 */
void egdb_team_run(unsigned threads, size_t n, egdb_team_work *work, void *ctx);

#endif
