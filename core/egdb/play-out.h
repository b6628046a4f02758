// SPDX-License-Identifier: MIT
/*
 * The best moves that an endgame database knows, and how a game ends when both sides play them: the
 * database does not know the draw rules, which may come before a win.
 */
#ifndef DAMA_CORE_EGDB_PLAY_OUT_H
#define DAMA_CORE_EGDB_PLAY_OUT_H

#include "core/board/draw.h"
#include "core/egdb/egdb.h"

/** A legal move and what it leads to, for the side that makes it. */
struct egdb_choice {
    unsigned number; /* in the order of the moves */
    struct move move;
    struct egdb_answer answer;
};

/**
 * Lists the legal moves, the best first: a sooner win, a later loss, what is unknown last. A win of
 * unknown distance comes after the others, a loss before them.
 * @param out owned by the caller (free), in any case
 * @return how many, or -1: out of memory
 */
int egdb_choices(struct egdb *egdb, const struct rules *rules, const struct position *pos,
                 struct egdb_choice **out);

enum egdb_outcome {
    EGDB_OUTCOME_UNKNOWN, /* distances are missing, or it is neither won nor lost */
    EGDB_OUTCOME_WON,
    EGDB_OUTCOME_DRAWN, /* the draw rules come first */
};

/**
 * Plays a position that is won for one side to its end, with the best moves of both, the first of
 * those that are equally good. Where that ends in a draw, the winner tries others that win equally
 * soon; the loser does not look for one that draws.
 * @param tries   moves that the winner may try besides the first, all in all; 0: to be on the safe
 *                side
 * @param history of the game up to `start`; the moves are added, for the caller to drop again
 * @param plies   how many were added; 0 where `start` itself is drawn
 */
enum egdb_outcome egdb_play_out(struct egdb *egdb, const struct rules *rules,
                                const struct position *start, unsigned tries,
                                struct history *history, unsigned *plies);

#endif
