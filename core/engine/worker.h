// SPDX-License-Identifier: MIT
/*
 * A worker: one thread of the search, with its own data. Workers share the transposition table, a
 * stop flag, and the data that keep them from searching the same positions (deferral.h,
 * split-points.h).
 */
#ifndef DAMA_CORE_ENGINE_WORKER_H
#define DAMA_CORE_ENGINE_WORKER_H

#include "core/board/history.h"
#include "core/engine/deferral.h"
#include "core/engine/search-node.h"
#include "core/engine/split-points.h"
#include "core/engine/table.h"
#include "core/engine/thinking.h"
#include "core/engine/tuning.h"

enum { SCORE_NONE = SCORE_WON + 1, SEARCH_PLIES = ENGINE_PLIES };

enum {
    FIRST_NODES = 256, /* spent on depth 1 in any case, so that there is an answer */
    CHECK_NODES = 64,  /* between two looks at the clock; with 50 kings, a node takes 50 us */
};

/**
 * The scores of positions that a database knows. Within these ranges the evaluation, scaled down,
 * tells progress from going in circles.
 */
enum {
    KNOWN_DRAW_MAX = 99, /* a draw, within a tenth of a man */
    KNOWN_WIN_BASE = SCORE_KNOWN_WIN + ENGINE_PLIES,
    KNOWN_WIN_MAX = SCORE_FORCED_WIN - 1,
};

/** Data that threads share while they think about one position. */
struct search_shared {
    const struct rules *rules;
    const struct eval *eval;
    struct table table;
    struct tuning tuning;
    struct engine_hooks hooks;
    const struct draw_profile *draws;
    enum engine_exact root_value; /* of the root, from hooks.endgame */
    atomic_bool stop;
    struct deferral *deferral;  /* borrowed; NULL if there is one thread */
    struct split_points *split; /* borrowed, one per thread; NULL if there is one thread */
    unsigned n_workers;
    atomic_uint depth_done; /* depth that some thread has finished; only with several threads */
};

/** A move of the root and its results so far. */
struct root_move {
    struct move mv;
    int score;     /* of its latest search; -SCORE_NONE: not better than the best move's */
    int before;    /* score of the depth before */
    bool upper;    /* the score is only an upper bound */
    bool deferred; /* another thread was searching it */
    unsigned n_pv;
    struct move pv[ENGINE_PLIES]; /* begins with mv */
};

/** How deep a position is searched, and within which window. */
struct search_request {
    int depth, alpha, beta;
};

struct worker {
    struct search_shared *shared;
    unsigned id; /* 0 is the thread that decides the move */
    _Atomic uint64_t nodes;
    uint64_t check_at;  /* nodes at which to look at the clock again */
    uint64_t nodes_max; /* UINT64_MAX: no limit */
    bool stopped;       /* the search is unwinding: scores are meaningless from now on */
    unsigned leave;     /* the ply at which the unwinding ends; 0: the root */
    bool overtaken;     /* stopped because another thread has finished this depth */
    unsigned depth;     /* plies being searched from the root */
    int table_depth;    /* the transposition table is used from this depth on */
    unsigned depth_max; /* longest line looked at */
    /** Whether time is up; called now and then by thread 0. */
    bool (*time_up)(void *ctx);
    void *ctx;

    struct history *draws; /* owned; NULL if no draw rule but repetition can apply (worker.c) */
    /* owned; keys of the game, oldest first, then of the line being searched; 0: a position of the
     * game that may occur once more before it makes a draw */
    uint64_t *past;
    unsigned n_past; /* keys of the game, including the root's */

    struct root_move *root; /* borrowed; n_root of them, the best so far first */
    unsigned n_root;
    bool single_root; /* only one move is legal; false if limits->only picks one of several */

    int16_t move_history[2][BOARD_BITS][BOARD_BITS];
    /* by the square that the previous move went to, then as move_history */
    int16_t reply_history[BOARD_BITS][BOARD_BITS][BOARD_BITS];
    uint8_t to[SEARCH_PLIES + 3]; /* by ply: where the move that led there went; 0: none */
    uint16_t killer[SEARCH_PLIES + 2][2];
    int static_score[SEARCH_PLIES + 2]; /* by ply, for the side to move; with late_stagnant */
    unsigned n_pv[SEARCH_PLIES + 2];
    struct move pv[SEARCH_PLIES + 2][SEARCH_PLIES + 2];
    struct search_request request[SEARCH_PLIES + 2]; /* of this thread's split points */
    struct search_node node[SEARCH_PLIES + 2];       /* by ply; 0 is the root */
    struct moves list[SEARCH_PLIES + 2];
};

/** @return NULL when out of memory */
struct worker *worker_open(struct search_shared *shared, unsigned id);
void worker_close(struct worker *worker);

/** Clears the move histories of the thread. */
void worker_clear_history(struct worker *worker);

/**
 * Sets the game that the thread is to search; its current position becomes the root.
 * @return 0, or -1: out of memory
 */
int worker_set(struct worker *worker, const struct position *start, const struct move *moves,
               unsigned n);

/** Moves the i-th root move up to the place `to`; the others keep their order. */
void worker_raise(struct worker *worker, unsigned to, unsigned i);

#endif
