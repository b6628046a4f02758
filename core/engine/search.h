// SPDX-License-Identifier: MIT
/*
 * The search of one thread: principal variation search with quiescence, below a root whose moves are given. Threads
 * share the table and a flag; all else is their own.
 */
#ifndef DAMA_CORE_ENGINE_SEARCH_H
#define DAMA_CORE_ENGINE_SEARCH_H

#include "core/engine/busy.h"
#include "core/engine/code.h"
#include "core/engine/engine.h"
#include "core/engine/spot.h"
#include "core/engine/table.h"
#include "core/engine/trail.h"
#include "core/engine/tuning.h"

enum { SCORE_NONE = ENGINE_MATE + 1, SEARCH_PLIES = ENGINE_PLIES };

enum {
    FIRST_NODES = 256, /* spent on depth 1 whatever happens, so that there is an answer */
    CHECK_NODES = 64,  /* between two looks at the clock: 50 kings take 50 microseconds for each */
};

/** What threads share while they think about one position. */
struct search_shared {
    const struct rules *rules;
    const struct eval *eval;
    struct table table;
    struct tuning tuning;
    struct engine_hooks hooks;
    const struct draw_profile *draws;
    atomic_bool stop;
    struct busy *busy;   /* borrowed; NULL where there is one thread */
    struct trail *trail; /* borrowed, of each thread; NULL where there is one */
    unsigned n_trails;
    atomic_uint depth_done; /* plies that some thread has finished; only where there are several */
};

/** A move of the root and what is known of it. */
struct root_move {
    struct move mv;
    int score;  /* of the newest search of it; -SCORE_NONE where only a bound is known */
    int before; /* of the depth before */
    bool later; /* another thread was at it */
    unsigned n_pv;
    struct move pv[ENGINE_PLIES]; /* begins with mv */
};

/** What a position is searched for. */
struct aim {
    int depth, alpha, beta;
};

struct searcher {
    struct search_shared *shared;
    unsigned id; /* 0 is the thread that decides */
    _Atomic uint64_t nodes;
    uint64_t check_at;  /* nodes at which to look at the clock again */
    uint64_t nodes_max; /* UINT64_MAX: no limit */
    bool stopped;       /* on the way out: scores mean nothing any more */
    unsigned leave;     /* the ply at which the way out ends; 0: it does not */
    bool overtaken;     /* stopped because another thread has finished that depth */
    unsigned depth;     /* plies being searched from the root */
    unsigned depth_max; /* longest line looked at */
    /** Asked now and then by thread 0 whether time is up. */
    bool (*time_up)(void *ctx);
    void *ctx;

    struct history *game; /* owned; NULL where no rule but repetition can bite (searcher.c) */
    uint64_t *past;  /* keys of the game, oldest first, and of the line being searched; owned */
    unsigned n_past; /* of the game, the root included */

    struct root_move *root; /* borrowed; n_root of them, the first one the best so far */
    unsigned n_root;

    int16_t history[2][BOARD_BITS][BOARD_BITS];
    uint16_t killer[SEARCH_PLIES + 2][2];
    unsigned n_pv[SEARCH_PLIES + 2];
    struct move pv[SEARCH_PLIES + 2][SEARCH_PLIES + 2];
    struct aim aim[SEARCH_PLIES + 2];   /* of what stands in this thread's trail */
    struct spot spot[SEARCH_PLIES + 2]; /* by ply; 0 is the root */
    struct moves list[SEARCH_PLIES + 2];
};

/** @return NULL when memory is out */
struct searcher *searcher_open(struct search_shared *shared, unsigned id);
void searcher_close(struct searcher *searcher);

/** Forgets what the thread has learned about moves. */
void searcher_forget(struct searcher *searcher);

/**
 * Puts a game before the thread: the root is where it stands now.
 * @return 0, or -1: out of memory
 */
int searcher_set(struct searcher *searcher, const struct position *start, const struct move *moves,
                 unsigned n);

/**
 * Searches the root moves from `first` on within a window, and sorts the best one to the place `first`.
 * @return its score, as far as the window tells; meaningless where `stopped`
 */
int search_root(struct searcher *searcher, unsigned first, int depth, int alpha, int beta);
#ifdef ENGINE_HAS_AVX2
/** The same, where CPU_HAS_AVX2(). */
int search_root_avx2(struct searcher *searcher, unsigned first, int depth, int alpha, int beta);
#endif

#endif
