// SPDX-License-Identifier: MIT
/*
 * The scale of scores: what the engine, books, stores and protocols mean by a number. Scores are
 * seen from the side to move. Their unit is a thousandth of a man (in the middle of a game, against
 * as many men); scores at SCORE_FORCED_WIN and beyond tell how many plies a forced win takes.
 */
#ifndef DAMA_CORE_BOARD_SCORE_H
#define DAMA_CORE_BOARD_SCORE_H

enum {
    SCORE_WON = 30000,        /* of a game that is already won; of a win in n plies: n less */
    SCORE_FORCED_WIN = 29000, /* from here on, and below its negative, the end is forced */
    /*
     * From here on an endgame database knows the win, but not how soon, or not soon enough for
     * counted moves.
     */
    SCORE_KNOWN_WIN = 27000,
};

/** A score in hundredths of a man, as it is written; halves go away from 0, so that sides are alike. */
static inline int score_hundredths(int score)
{
    return score < 0 ? -((5 - score) / 10) : (score + 5) / 10;
}

/**
 * The length of a forced win.
 * @return plies to the end: positive where the side to move wins, negative where it loses, 0 for
 *        any other score
 */
static inline int score_plies_to_win(int score)
{
    if (score >= SCORE_FORCED_WIN)
        return SCORE_WON - score;
    return score <= -SCORE_FORCED_WIN ? -(SCORE_WON + score) : 0;
}

/**
 * The same in moves of the winner, as people count. Where the loser makes the last move, as in
 * antidraughts, the winner may have none left to make: that is a win in one, too.
 * @return as of score_plies_to_win()
 */
static inline int score_moves_to_win(int score)
{
    int plies = score_plies_to_win(score);
    if (plies > 0)
        return (plies + 1) / 2;
    return plies == -1 ? -1 : plies / 2;
}

/**
 * The score of a position by the score of the one after its move, for the other side: a forced win
 * is one ply further away.
 */
static inline int score_before(int after)
{
    if (after >= SCORE_FORCED_WIN)
        return -(after - 1);
    return after <= -SCORE_FORCED_WIN ? -(after + 1) : -after;
}

#endif
