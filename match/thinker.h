// SPDX-License-Identifier: MIT
/*
 * Thinking in the background: runs an engine, which blocks while it thinks, on a thread of its own,
 * so that its owner can wait for it together with a connection or a pipe. The owner starts a
 * search, is woken when there is something to take, and can stop it at any moment.
 *
 * A thinker serves one owner, who calls everything from one thread.
 */
#ifndef DAMA_MATCH_THINKER_H
#define DAMA_MATCH_THINKER_H

#include "core/engine/ops.h"
#include "match/link/poll.h"

struct thinker;

/**
 * Opens an engine to think with.
 * @param ops   borrowed; ctx is handed to its open
 * @param waker woken whenever there is something to take; borrowed
 * @return 0, or -1 with `err`, as engine_open
 */
int thinker_open(const struct engine_ops *ops, void *ctx, const struct rules *rules,
                 const struct engine_options *options, const struct waker *waker,
                 struct thinker **out, struct err *err);

/** Stops the search, waits for its end, and frees everything. */
void thinker_close(struct thinker *thinker);

/**
 * Starts to think; see engine_think. The previous search must be over; any of its reports not yet
 * taken are dropped.
 * @param moves copied, like everything that limits point to
 * @return 0, or -1 with `err`: out of memory, no thread
 */
int thinker_start(struct thinker *thinker, const struct position *start, const struct move *moves,
                  unsigned n, const struct engine_limits *limits, struct err *err);

/** Whether a search was started whose result has not been taken. */
bool thinker_busy(const struct thinker *thinker);

/** A report of a search in progress. */
struct thinker_report {
    struct engine_info info; /* its `line` points to the field below */
    struct engine_line line;
};

/**
 * Takes the newest report on one of the lines (engine_limits.multi), those of the best line first.
 * Call it until it returns false. Older reports are dropped, so that a slow reader delays nothing. All
 * scores are exact: bounds are left out.
 * @return whether there was any
 */
bool thinker_take_report(struct thinker *thinker, struct thinker_report *out);

/**
 * Takes the result, once. Its lines stay valid until the thinker is started again or closed.
 * @return 1 taken, 0 not there yet, -1 with `err`: the search failed
 */
int thinker_take_result(struct thinker *thinker, struct engine_result *out, struct err *err);

/** Asks a search to end soon; the result follows. Does nothing if none is running. */
void thinker_stop(struct thinker *thinker);

/** The expected move has been played. Does nothing if no search is running. */
void thinker_ponder_hit(struct thinker *thinker);

/** Stops a search and forgets it; returns when it has ended. */
void thinker_abandon(struct thinker *thinker);

/** Clears what was learned from earlier games; blocks until that is done. Not while it searches. */
void thinker_new_game(struct thinker *thinker);

/**
 * Like thinker_new_game, but in the background: an engine may have a large table to clear, and
 * endgame databases to solve. When done, it gives a result without a move.
 * @return 0, or -1 with `err`: no thread
 */
int thinker_start_new_game(struct thinker *thinker, struct err *err);

#endif
