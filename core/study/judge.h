// SPDX-License-Identifier: MIT
/*
 * Judging positions: the value of the best move, by an engine, an endgame database or a cache of
 * earlier answers.
 *
 * Each position is searched by itself, without results from other searches and without the game
 * that led to it, so that a judgement depends only on the position and the limits: transpositions
 * and other games can share it, and it is the same however many games are judged at a time. If the
 * rules treat both sides alike, a position with Black to move is searched as its mirror image.
 */
#ifndef DAMA_CORE_STUDY_JUDGE_H
#define DAMA_CORE_STUDY_JUDGE_H

#include "core/base/deadline.h"
#include "core/egdb/egdb.h"
#include "core/engine/ops.h"

enum {
    JUDGE_LINE = 16,  /* moves kept of the better line */
    JUDGE_OTHERS = 7, /* lines kept besides the best one */
    JUDGE_SHORT = 8,  /* moves kept of each of those */
};

/** A line other than the best one. */
struct judged_line {
    int score;
    struct wdl wdl;
    unsigned n; /* at least 1 */
    struct move line[JUDGE_SHORT];
};

/** The result of searching a position, for the side to move. */
struct judgement {
    int score;      /* as the engine's */
    struct wdl wdl; /* the chances that the score stands for */
    unsigned depth; /* plies */
    uint64_t nodes; /* spent on it */
    bool exact;     /* by the rules or an endgame database: more search would change nothing */
    unsigned n;     /* moves of the line; 0 only if the game is over */
    struct move line[JUDGE_LINE];
    unsigned n_others; /* lines of the next best moves, best first, if they were asked for */
    struct judged_line others[JUDGE_OTHERS];
};

/** A store of judgements for reuse, called by all threads. */
struct judge_cache {
    /**
     * Looks a position up.
     * @param pos    as it is searched: perhaps the mirror image
     * @param key    of the position and of the moves that the search is limited to
     * @param limits the least effort that must have been spent on it
     * @return 1 found, 0 not, -1 with `err`
     */
    int (*find)(void *ctx, const struct rules *rules, const struct position *pos, uint64_t key,
                const struct engine_limits *limits, struct judgement *out, struct err *err);
    /** Keeps a judgement. @return 0, or -1 with `err` */
    int (*keep)(void *ctx, const struct rules *rules, const struct position *pos, uint64_t key,
                const struct engine_limits *limits, const struct judgement *judgement,
                struct err *err);
    void *ctx;
};

/** What a book says about a move. */
enum judge_book {
    JUDGE_BOOK_ENDED,  /* it has no moves there */
    JUDGE_BOOK_OTHERS, /* it has other moves there */
    JUDGE_BOOK_HAS     /* it has the move */
};

struct judge_options {
    const struct engine_ops *ops; /* the engine; borrowed */
    void *ops_ctx;                /* for ops->open */
    struct engine_options engine;
    struct engine_limits limits;     /* of each position: nodes, depth or move_ms */
    unsigned multi;                  /* lines to find, JUDGE_OTHERS + 1 at most; 0: one */
    const struct judge_cache *cache; /* NULL: none; borrowed */
    struct egdb *egdb;               /* positions in it are not searched; NULL: none; borrowed */
    struct deadline deadline;        /* positions not searched by then stay unjudged */
    bool (*stopped)(void);           /* called between searches; may be NULL */

    /* for judge_game (judge-game.h) */
    int64_t game_ms; /* time for a game, shared out among its plies as move_ms; 0: no such limit */
    double verify; /* difference of expected result from which the move played is searched itself */
    bool only_moves; /* find only moves: all alternatives lose */
    /**
     * Asks the book about a move: as long as a game follows the book, its moves are not judged. May
     * be NULL.
     * @return an enum judge_book, or -1 with `err`
     */
    int (*in_book)(void *ctx, const struct position *pos, const struct move *mv, struct err *err);
    void *book_ctx;
};

struct judge;

/**
 * Opens a judge for one rule set, for use by one thread.
 * @return 0, 1 with `err`: the engine does not play these rules; -1 with `err`: as engine_open
 */
int judge_open(const struct rules *rules, const struct judge_options *options, struct judge **out,
               struct err *err);

/** Sets the limits of the next searches. */
void judge_set_limits(struct judge *judge, const struct engine_limits *limits);

/** Ends the current search, and allows no other; any thread. Its position stays unjudged. */
void judge_stop(struct judge *judge);

/** A question about a position: the value of its moves, or of some of them. */
struct judge_question {
    const struct move *moves; /* n legal moves; if n is 0, all */
    unsigned n;
    unsigned share; /* search with 1 / share of the limits */
    uint64_t key;   /* in the cache, tells questions about the same moves apart; 0: the usual one */
};

/** Judges a position. @return 1 judged, 0 stopped before, -1 with `err` */
int judge_ask(struct judge *judge, const struct position *pos,
              const struct judge_question *question, struct judgement *out, struct err *err);

/**
 * Judges one position.
 * @param only the only move to search; NULL: all
 * @return 1 judged, 0 stopped before, -1 with `err`
 */
int judge_position(struct judge *judge, const struct position *pos, const struct move *only,
                   struct judgement *out, struct err *err);

/**
 * Judges the best of some moves of a position.
 * @param moves legal, n of them, at least 1
 * @return 1 judged, 0 stopped before, -1 with `err`
 */
int judge_moves(struct judge *judge, const struct position *pos, const struct move *moves,
                unsigned n, struct judgement *out, struct err *err);

/** The options that the judge was opened with. */
const struct judge_options *judge_options(const struct judge *judge);

/** After a function has returned -1: whether it was the engine that failed. */
bool judge_engine_failed(const struct judge *judge);

/** Whether the deadline is over, judge_stop or `stopped` says so: nothing more is judged then. */
bool judge_is_stopped(const struct judge *judge);

/** Nodes searched so far. */
uint64_t judge_nodes(const struct judge *judge);

void judge_close(struct judge *judge);

/**
 * Derives the judgement of a position from that of the position after one of its moves.
 * @param out must not be `after`
 */
void judge_before(const struct judgement *after, const struct move *mv, struct judgement *out);

/** The expected result of chances: 1 a win, 0 a loss. */
static inline double judge_expected(struct wdl wdl)
{
    return (double)wdl.win + (double)wdl.draw / 2;
}

#endif
