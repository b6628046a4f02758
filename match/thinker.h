// SPDX-License-Identifier: MIT
/*
 * Thinking in the background: an engine that blocks while it thinks, made into one that can be waited for beside a
 * connection or a pipe. It is started, wakes its owner when there is something to tell, and can be stopped at any moment.
 *
 * What thinks is a table of functions that follow core/engine/engine.h, so that front ends do not know whom they ask:
 * tests put a scripted one there.
 *
 * A thinker serves one owner, who calls everything from one thread.
 */
#ifndef DAMA_MATCH_THINKER_H
#define DAMA_MATCH_THINKER_H

#include "core/engine/engine.h"
#include "match/link/poll.h"

/** What can think. Each function is as the one of core/engine named beside it. */
struct thinker_source {
    /** engine_open. @param ctx the owner's */
    int (*open)(void *ctx, const struct rules *rules, const struct engine_options *options,
                void **out, struct err *err);
    void (*close)(void *engine);    /* engine_close */
    void (*new_game)(void *engine); /* engine_new_game */
    /* engine_think */
    int (*think)(void *engine, const struct position *start, const struct move *moves, unsigned n,
                 const struct engine_limits *limits, engine_report *report, void *ctx,
                 struct engine_result *result, struct err *err);
    void (*stop)(void *engine);       /* engine_stop */
    void (*resume)(void *engine);     /* engine_resume */
    void (*ponder_hit)(void *engine); /* engine_ponder_hit */
};

/** The engine of dama itself. */
extern const struct thinker_source thinker_engine;

struct thinker;

/**
 * Makes a thinker ready.
 * @param source borrowed; ctx is handed to its open
 * @param waker  woken whenever there is something to take; borrowed
 * @return 0, or -1 with `err`, as engine_open
 */
int thinker_open(const struct thinker_source *source, void *ctx, const struct rules *rules,
                 const struct engine_options *options, const struct waker *waker,
                 struct thinker **out, struct err *err);

/** Stops what is going on, waits for its end, and frees everything. */
void thinker_close(struct thinker *thinker);

/**
 * Starts to think; see engine_think. What an earlier search would still have to tell is forgotten; it must be over.
 * @param moves copied
 * @return 0, or -1 with `err`: out of memory, no thread
 */
int thinker_start(struct thinker *thinker, const struct position *start, const struct move *moves,
                  unsigned n, const struct engine_limits *limits, struct err *err);

/** Whether a search was started whose result has not been taken. */
bool thinker_busy(const struct thinker *thinker);

/** What a search tells on its way, without what it points to. */
struct thinker_news {
    struct engine_info info; /* line points to the following */
    struct engine_line line;
};

/**
 * Takes the newest line told since the last call; older ones are dropped, so that a slow reader holds nobody up.
 * Bounds are left out: a score is exact.
 * @return whether there is one
 */
bool thinker_take_news(struct thinker *thinker, struct thinker_news *out);

/**
 * Takes the result, once.
 * @return 1 taken, 0 not there yet, -1 with `err`: the search failed
 */
int thinker_take_result(struct thinker *thinker, struct engine_result *out, struct err *err);

/** Asks a search to end soon; the result follows. Nothing where none runs. */
void thinker_stop(struct thinker *thinker);

/** The move expected has been played. Nothing where none runs. */
void thinker_ponder_hit(struct thinker *thinker);

/** Stops a search and forgets it; returns when it has ended. */
void thinker_abandon(struct thinker *thinker);

/** Forgets what earlier games have taught. Not while it is busy. */
void thinker_new_game(struct thinker *thinker);

#endif
