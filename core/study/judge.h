// SPDX-License-Identifier: MIT
/*
 * Judging the moves of a game: the value of the best move in each position, and that of the move
 * played.
 *
 * Each position is searched by itself, without what was learned from others and without the game
 * that led to it, so that a judgement depends only on the position and the limits: transpositions
 * and other games can share it, and it is the same however many games are judged at a time. Where
 * the rules treat both sides alike, a position with Black to move is searched as its mirror image.
 *
 *     position i ── search ──▶ best line and its score       a single reply is not searched
 *     position i + 1, searched as well, gives the value of the move played; where that is much
 *     less than the best move's, the move is searched once more from position i, so that both have
 *     the same depth: scores of odd and even depths differ, and good moves would look like mistakes
 */
#ifndef DAMA_CORE_STUDY_JUDGE_H
#define DAMA_CORE_STUDY_JUDGE_H

#include "core/egdb/egdb.h"
#include "core/engine/ops.h"
#include "core/game/game.h"

enum {
    JUDGE_PLIES = 2000, /* of a game that are judged at most; the rest is ignored */
    JUDGE_LINE = 16,    /* moves kept of the better line */
    JUDGE_OTHERS = 7,   /* lines kept besides the best one */
    JUDGE_SHORT = 8,    /* moves kept of each of those */
};

/** Another line than the best one. */
struct judged_line {
    int score;
    struct wdl wdl;
    unsigned n; /* at least 1 */
    struct move line[JUDGE_SHORT];
};

/** The result of searching a position, for the side to move. */
struct judgement {
    int score;      /* as the engine's */
    struct wdl wdl; /* what the score means */
    unsigned depth; /* plies */
    uint64_t nodes; /* spent on it */
    bool exact;     /* by the rules or an endgame database: more search changes nothing */
    unsigned n;     /* moves of the line; 0 only where the game is over */
    struct move line[JUDGE_LINE];
    unsigned n_others; /* the next best moves' lines, best first, where they were asked for */
    struct judged_line others[JUDGE_OTHERS];
};

enum judge_flag {
    JUDGED = 1 << 0,          /* the fields below are filled */
    JUDGED_SINGLE = 1 << 1,   /* the only legal move: nothing to decide */
    JUDGED_BOOK = 1 << 2,     /* in the book: not judged */
    JUDGED_ONLY = 1 << 3,     /* the move played, and all others lose */
    JUDGED_EXACT = 1 << 4,    /* both values are certain */
    JUDGED_NOVELTY = 1 << 6,  /* the first move that the book does not have */
    JUDGED_OTHER = 1 << 5,    /* left out by the settings: side, range of moves, decided */
    JUDGED_EXERCISE = 1 << 7, /* one winning combination, and nothing else wins: exercise.h */
};

/** A ply of the main line. Values are the mover's. */
struct judged_ply {
    unsigned flags;        /* enum judge_flag */
    struct judgement best; /* of the position before the move */
    int score;             /* of the move played */
    struct wdl wdl;        /* likewise */
};

/** A store of judgements for reuse, called by all threads. */
struct judge_cache {
    /**
     * Looks a position up.
     * @param pos    as it was searched
     * @param key    of the position, with the moves it was limited to
     * @param limits the least effort that must have gone into it
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

struct judge_options {
    const struct engine_ops *ops; /* the engine; borrowed */
    void *ops_ctx;                /* for ops->open */
    struct engine_options engine;
    struct engine_limits limits;     /* of each position: nodes, depth or move_ms */
    unsigned multi;                  /* lines to find, JUDGE_OTHERS + 1 at most; 0: one */
    const struct judge_cache *cache; /* NULL: none; borrowed */
    struct egdb *egdb;               /* positions in it are not searched; NULL: none; borrowed */
    double verify;   /* loss of expected result from which the move played is searched itself */
    bool only_moves; /* find moves to which all alternatives lose */
    /** Whether a move is in the book: such moves from the start on are not judged. May be NULL. */
    bool (*in_book)(void *ctx, const struct position *pos, const struct move *mv);
    void *book_ctx;
    int64_t deadline;      /* monotonic ms; 0: none. What is not searched by then stays unjudged */
    bool (*stopped)(void); /* asked between searches; may be NULL */
};

/** Which plies are judged. Zero: all. */
struct judge_range {
    unsigned from, to; /* move numbers, from 1; to 0: to the end */
    bool side[2];      /* of White, of Black; both false: of both */
    double decided; /* skip moves that leave the expected result within this of 0 or 1; 0: none */
};

struct judge;

/**
 * Opens a judge for one rule set; one thread each.
 * @return 0, 1 with `err`: the engine does not play these rules; -1 with `err`: as engine_open
 */
int judge_open(const struct rules *rules, const struct judge_options *options, struct judge **out,
               struct err *err);

/** Sets the limits of the next searches. */
void judge_set_limits(struct judge *judge, const struct engine_limits *limits);

/**
 * Ends the current search, or the next one; any thread. Its position stays unjudged if `stopped`
 * says so or the deadline is over.
 */
void judge_stop(struct judge *judge);

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

/**
 * Judges the main line of a checked game, as far as it is legal, from its end to its start.
 * @param plies room for JUDGE_PLIES + 1; filled for the n legal plies, and plies[n].best for the
 *        position after them
 * @param redo  plies to judge again, a bool each; NULL: all that have no JUDGED flag yet
 * @return 1 all is judged, 0 stopped before, -1 with `err`
 */
int judge_game(struct judge *judge, const struct game *game, const struct judge_range *range,
               const bool *redo, struct judged_ply *plies, unsigned *n, struct err *err);

/** Whether the engine failed, after a function has returned -1. */
bool judge_engine_failed(const struct judge *judge);

/** Whether the deadline is over, or `stopped` says so: nothing more is judged then. */
bool judge_is_stopped(const struct judge *judge);

/** Nodes searched so far. */
uint64_t judge_nodes(const struct judge *judge);

void judge_close(struct judge *judge);

/** The expected result of chances: 1 a win, 0 a loss. */
static inline double judge_expected(struct wdl wdl)
{
    return (double)wdl.win + (double)wdl.draw / 2;
}

/** The loss of expected result by the move played, at least 0; 0 where it is unknown. */
double judge_loss(const struct judged_ply *ply);

#endif
