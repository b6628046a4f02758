// SPDX-License-Identifier: MIT
/*
 * The questions to an engine and its answers: options, limits, lines, results. For its callers
 * (engine.h, ops.h) and its parts.
 */
#ifndef DAMA_CORE_ENGINE_THINKING_H
#define DAMA_CORE_ENGINE_THINKING_H

#include "core/board/draw-profile.h"
#include "core/board/move.h"
#include "core/board/score.h"

enum {
    ENGINE_PLIES = 128,     /* longest line */
    ENGINE_MULTI_MAX = 256, /* lines reported at once, at most */
    ENGINE_THREADS_MAX = 256,
};

struct tuning;
struct eval;

/** The value with best play, for the side to move. Unknown is not a draw: the search goes on. */
enum engine_exact { EXACT_UNKNOWN, EXACT_LOSS, EXACT_DRAW, EXACT_WIN };

/**
 * External knowledge: functions for endgames and a book, either of which may be NULL. Several
 * threads may call them at the same time.
 *
 * The search asks `endgame` about every position of at most `endgame_pieces` pieces, including
 * those with a capture pending and those without a move, tens of thousands of times a second; the
 * answer depends on the position alone, not on repetitions or counted moves, which the search
 * handles itself. If the value of the root is not known, an answer ends the search at that
 * position. If it is known, only moves that keep its value count, and the search goes on through
 * them to finish a win: guided by the distance if it is known, else by the end itself if that is
 * within sight, and otherwise by what the evaluation takes for progress. If a draw by counted moves
 * may come before the end, the search goes on as well, and a win too far away for the count is not
 * a forced one.
 */
struct engine_hooks {
    /**
     * @param plies NULL: not wanted, as finding it may take longer; else set to the plies to the
     *              end of the game with best play of both sides, at least 1 (0 if there is no
     *              move), or to -1 if that is not known
     * @return EXACT_UNKNOWN if the position is not in the database, or a capture is pending that
     *        it does not resolve
     */
    enum engine_exact (*endgame)(void *ctx, const struct position *pos, int *plies);
    unsigned endgame_pieces; /* of both sides; 0: `endgame` is never asked */
    /**
     * Gives a move to play without thinking.
     * @return 1; 0: there is none; -1 with `err`: engine_options.warn is called, only once until
     *         the book works again
     */
    int (*book)(void *book_ctx, const struct position *pos, struct move *mv, struct err *err);
    void *ctx;      /* passed to `endgame` */
    void *book_ctx; /* passed to `book` */
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
    char level;                       /* 0: full strength; 'A' to 'D' for learners, in play only */
    uint64_t seed; /* for the choices of levels A to D, together with limits.game */
    struct engine_hooks hooks;
    /**
     * Endgame databases, which are asked instead of hooks.endgame. NULL: none; "": the usual
     * folders (struct egdb_options); else one folder. Unless NULL, endings of three pieces are also
     * worked out in memory.
     */
    const char *egdb;
    /*
     * That folder may lack a database for these rules: then `warn` is called, and only endings of
     * three pieces are known.
     */
    bool egdb_variant_optional;
    /**
     * Called by any thread, with hooks.ctx, for damaged files of the database, a variant without
     * weights, and a book that cannot be read. NULL: not reported.
     */
    void (*warn)(void *ctx, const struct err *err);
    /**
     * Called every few thousand nodes; if it returns true, the search ends as by engine_stop. For
     * callers that then throw the answer away. NULL: never.
     */
    bool (*stopped)(void);
    const struct tuning *tuning; /* for experiments; NULL: tuning_of; borrowed for the call */
    bool portable; /* do not use instructions of newer processors; the answers are the same */
};

/**
 * When to stop; zero means "no such limit". Without any limit the engine thinks until it is told to
 * stop.
 */
struct engine_limits {
    unsigned depth;   /* plies */
    uint64_t nodes;   /* of all threads together */
    int64_t move_ms;  /* for this move */
    int64_t clock_ms; /* left on our clock; 0: no clock; pass 1 when the flag has fallen */
    unsigned moves;   /* to be made in clock_ms; 0: the rest of the game */
    int64_t inc_ms;   /* added after each move */
    bool analyze;     /* score and line matter: no book, no early end of a decided search */
    bool infinite;    /* as analyze, and go on until stopped */
    bool ponder;      /* think in the opponent's time: limits count from engine_ponder_hit on */
    unsigned multi;   /* best moves to report, with a line for each; 0: one */
    uint64_t game;    /* game number: levels A to D then do not play the same game each time */
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
    unsigned n;                   /* moves in pv; 0 only if the game is over */
    struct move pv[ENGINE_PLIES]; /* legal, beginning in the position to search */
};

/** The progress of a search. */
struct engine_info {
    unsigned depth;     /* plies searched in full; 0 if there was no time for one */
    unsigned depth_max; /* plies of the longest line looked at */
    unsigned index;     /* of this line among the limits->multi best, from 0 */
    bool lower, upper;  /* the score is only a bound */
    uint64_t nodes;
    int64_t ms;
    unsigned hash_full; /* thousandths of the table in use by this search */
    const struct engine_line *line;
};

/**
 * Called for every new depth or better line, last for the lines of the result; by levels A to D,
 * only for the chosen move.
 */
typedef void engine_report(void *ctx, const struct engine_info *info);

struct engine_result {
    bool has_move;  /* false: there is no legal move */
    bool from_book; /* `best` is from the book; nothing was searched */
    struct move best;
    bool has_ponder; /* `ponder` is set: the expected reply */
    struct move ponder;
    unsigned depth, depth_max;
    uint64_t nodes;
    int64_t ms;
    /**
     * The best lines, best first: as many as `multi` asks for, or as there are moves; a single one
     * with an empty pv if there is no move. They belong to the engine and are valid until it thinks
     * again or is closed.
     *
     * If the limits broke off a depth, its upper bounds do not count, nor do its losses, nor scores
     * below that of another line, which moves not yet searched might avoid: in these cases the score
     * is that of the depth before. A line that the depth did not come to has the score of the depth
     * before, but never more than the line in front of it.
     */
    const struct engine_line *lines;
    unsigned n_lines; /* at least 1 */
};

#endif
