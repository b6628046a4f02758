// SPDX-License-Identifier: MIT
/*
 * The questions to an engine and its answers: options, limits, lines, results. For its callers
 * (engine.h, ops.h) and its parts.
 */
#ifndef DAMA_CORE_ENGINE_THINKING_H
#define DAMA_CORE_ENGINE_THINKING_H

#include "core/board/draw.h"
#include "core/board/move.h"
#include "core/board/score.h"

enum {
    ENGINE_PLIES = 128,     /* no line is longer */
    ENGINE_MULTI_MAX = 256, /* lines reported at once, at most */
    ENGINE_THREADS_MAX = 256,
};

struct tuning;
struct eval;

/** The value for the side to move with best play. Unknown is not a draw: the search goes on. */
enum engine_exact { EXACT_UNKNOWN, EXACT_LOSS, EXACT_DRAW, EXACT_WIN };

/**
 * External knowledge; both may be NULL. Several threads call them at a time.
 *
 * The search asks `endgame` about every position of at most `endgame_pieces` pieces, those with a
 * capture pending and those without a move among them, tens of thousands of times a second; the
 * answer depends on the position alone, not on repetitions or counted moves, which the search sees
 * to itself. While the position to be searched is not known, an answer ends the search there. Once
 * it is known, only moves that keep its value count, and the search goes on through them to finish
 * a win: by the distance if it is known, else by the end itself as far as it sees it, and beyond
 * by what the evaluation holds for progress. Where counted moves may come before the end, the
 * search goes on as well, and a distance that the count does not leave is no forced win.
 */
struct engine_hooks {
    /**
     * @param plies NULL: not wanted, as it may take longer; else becomes the plies to the end of
     *              the game with best play of both sides, at least 1 (0 if there is no move), or
     *              -1 if it is not known
     * @return EXACT_UNKNOWN if the position is not in the database, or a capture is pending that
     *        it does not resolve
     */
    enum engine_exact (*endgame)(void *ctx, const struct position *pos, int *plies);
    unsigned endgame_pieces; /* of both sides; 0: `endgame` is never asked */
    /**
     * A move to play without thinking. @return 1, 0 there is none, -1 with `err`: engine_options.warn
     * is called, once until it works again
     */
    int (*book)(void *book_ctx, const struct position *pos, struct move *mv, struct err *err);
    void *ctx;      /* of `endgame` */
    void *book_ctx; /* of `book` */
};

/** Zero is a good start: one thread, 64 MiB, the variant's own weights. */
struct engine_options {
    size_t hash;      /* bytes of the transposition table; 0: 64 MiB */
    unsigned threads; /* 0: one */
    const char *eval; /* see engine_open_eval */
    /**
     * An evaluation that several engines share (eval_open, for the same rules); NULL: opened from
     * `eval`.
     */
    struct eval *shared_eval;
    const struct draw_profile *draws; /* NULL: the variant's default */
    char level;    /* 0: as strong as it can; 'A' to 'D' for learners, in play only */
    uint64_t seed; /* of the choices of levels A to D, with limits.game */
    struct engine_hooks hooks;
    /**
     * Endgame databases, which answer in place of hooks.endgame. NULL: none; "": the usual folders
     * (struct egdb_options); else one folder. With either, three pieces in memory.
     */
    const char *egdb;
    /* That folder may have other rule sets only: `warn` is called, and three pieces are known. */
    bool egdb_may_lack;
    /**
     * Called by any thread, with hooks.ctx, for damaged files of the database, a variant without
     * weights, and a book that cannot be read. NULL: not reported.
     */
    void (*warn)(void *ctx, const struct err *err);
    /**
     * Asked every few thousand nodes; true ends a search as engine_stop does, for callers that throw
     * the answer away then. NULL: never.
     */
    bool (*stopped)(void);
    const struct tuning *tuning; /* for experiments; NULL: as it is best; borrowed for the call */
    bool portable; /* do without what only newer processors have; the answers are the same */
};

/**
 * When to stop; zero is "no such limit". Without any limit the engine thinks until it is told to
 * stop.
 */
struct engine_limits {
    unsigned depth;   /* plies */
    uint64_t nodes;   /* of all threads together */
    int64_t move_ms;  /* for this move */
    int64_t clock_ms; /* left on our clock; 0: no clock; pass 1 when the flag has fallen */
    unsigned moves;   /* to be made in clock_ms; 0: the rest of the game */
    int64_t inc_ms;   /* added after each move */
    bool analyze;     /* the score and the line matter: no book, no early end of what is decided */
    bool infinite;    /* analyze, and report on and on until stopped */
    bool ponder;      /* in the opponent's time: the limits count from engine_ponder_hit on */
    unsigned multi;   /* best moves to report, with a line for each; 0: one */
    uint64_t game; /* its number, so that learners (A to D) do not play the same game each time */
    const struct move *only; /* moves to choose among, n_only of them; NULL: all */
    unsigned n_only;
};

/** Chances of the side to move; their sum is 1. */
struct wdl {
    float win, draw, loss;
};

/** A line and its score. */
struct engine_line {
    int score;
    struct wdl wdl;
    unsigned n;                   /* moves in pv; 0 only where the game is over */
    struct move pv[ENGINE_PLIES]; /* legal, beginning in the position asked for */
};

/** The progress of a search. */
struct engine_info {
    unsigned depth;     /* plies looked ahead in full; 0 if there was no time for one */
    unsigned depth_max; /* plies of the longest line looked at */
    unsigned index;     /* of this line among `multi`, from 0 */
    bool lower, upper;  /* the score is only a bound */
    uint64_t nodes;
    int64_t ms;
    unsigned hash_full; /* thousandths of the table in use by this search */
    const struct engine_line *line;
};

/** Called for every new depth or better line; not by levels A to D. */
typedef void engine_report(void *ctx, const struct engine_info *info);

struct engine_result {
    bool has_move;  /* false: there is no legal move */
    bool from_book; /* the book named it; nothing was searched */
    struct move best;
    bool has_ponder; /* the reply that is expected */
    struct move ponder;
    unsigned depth, depth_max;
    uint64_t nodes;
    int64_t ms;
    /**
     * Best first, as far as they were searched to the same depth: as many as `multi` asks for, or
     * as there are moves; one with an empty pv if there is none. They belong to the engine and stay
     * until it thinks again or is closed.
     *
     * Of a depth that the limits broke off, neither an upper bound counts nor a loss, which the
     * moves not yet searched might avoid: there the score is that of the depth before.
     */
    const struct engine_line *lines;
    unsigned n_lines; /* at least 1 */
};

#endif
