// SPDX-License-Identifier: MIT
/*
 * The answer of an endgame database about a position.
 */
#ifndef DAMA_CORE_EGDB_VALUE_H
#define DAMA_CORE_EGDB_VALUE_H

#include "core/board/position.h"

/** The value for the side to move with best play. Unknown is not a draw. */
enum egdb_value { EGDB_UNKNOWN, EGDB_LOSS, EGDB_DRAW, EGDB_WIN };

struct egdb_answer {
    enum egdb_value value;
    bool has_plies; /* for a win or a loss: the distance is known */
    unsigned plies; /* to the end of the game with best play; 0: it is over */
};

/** @return "unknown", "loss", "draw", "win" */
const char *egdb_value_word(enum egdb_value value);

static inline enum egdb_value egdb_value_turned(enum egdb_value value)
{
    return value == EGDB_UNKNOWN ? EGDB_UNKNOWN : (enum egdb_value)(EGDB_UNKNOWN + 4 - (int)value);
}

/** Whether an answer is a win or loss of known distance. */
static inline bool egdb_value_has_distance(const struct egdb_answer *answer)
{
    return answer->has_plies && (answer->value == EGDB_WIN || answer->value == EGDB_LOSS);
}

/** The value for a side to move that has no move. */
static inline enum egdb_value egdb_value_stuck(const struct rules *rules)
{
    return rules->goal == GOAL_LOSE ? EGDB_WIN : EGDB_LOSS;
}

/**
 * Decides positions that are in no slice: a side has no pieces, or has the king that ends the game.
 * @param answer set; unknown if the position is in a slice
 * @return whether the position is in no slice
 */
bool egdb_value_decided(const struct rules *rules, const struct position *pos,
                        struct egdb_answer *answer);

/**
 * Updates the best answer with that of a move.
 * @param best  the best of the moves so far, for the side to move; starts as {EGDB_UNKNOWN}
 * @param after the answer for the other side after the move
 * @return false if `after` is unknown: then only a win makes `best` certain
 */
bool egdb_value_improve(struct egdb_answer *best, const struct egdb_answer *after);

#endif
