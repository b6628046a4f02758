// SPDX-License-Identifier: MIT
/*
 * The best moves by an endgame database, and how a game ends when both sides play them: the
 * database ignores the draw rules, which may end the game before a win.
 */
#ifndef DAMA_CORE_EGDB_PLAY_OUT_H
#define DAMA_CORE_EGDB_PLAY_OUT_H

#include "core/board/history.h"
#include "core/egdb/egdb.h"

/** A legal move and its value, for the side that makes it. */
struct egdb_choice {
    unsigned number; /* index in the order of moves_generate */
    struct move move;
    struct egdb_answer answer;
};

/**
 * Lists the legal moves, the best first: wins, the soonest first, draws, then losses, the latest
 * first, then unknown moves. A win of unknown distance comes after other wins, such a loss before
 * other losses.
 * @param out owned by the caller (free), in any case
 * @return how many, or -1: out of memory
 */
int egdb_choices(struct egdb *egdb, const struct rules *rules, const struct position *pos,
                 struct egdb_choice **out);

enum egdb_outcome {
    EGDB_OUTCOME_UNKNOWN, /* distances are missing, or the position is neither won nor lost */
    EGDB_OUTCOME_WON,
    EGDB_OUTCOME_DRAWN, /* the draw rules end the game before the win */
};

/**
 * Plays a position that is won for one side to its end, with the best moves of both sides, and of
 * equally good ones the first. If that ends in a draw, the winner tries other moves that win
 * equally soon; the loser does not look for one that draws.
 * @param tries   how many moves in all the winner may try besides the first ones; 0: none
 * @param history of the game up to `start`; the moves are added, for the caller to drop again
 * @param plies   set to the number of moves added; 0 if `start` itself is drawn
 */
enum egdb_outcome egdb_play_out(struct egdb *egdb, const struct rules *rules,
                                const struct position *start, unsigned tries,
                                struct history *history, unsigned *plies);

#endif
