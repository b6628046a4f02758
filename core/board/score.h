// SPDX-License-Identifier: MIT
/*
 * The scale of scores, shared by the engine, books, stores and protocols. Scores are seen from the
 * side to move. Their unit is a thousandth of a man (as it counts in the middle of a game with
 * equal numbers of men); scores at SCORE_FORCED_WIN and beyond tell how many plies a forced win
 * takes.
 */
#ifndef DAMA_CORE_BOARD_SCORE_H
#define DAMA_CORE_BOARD_SCORE_H

enum {
    SCORE_MAN = 1000,         /* a man: the unit of scores is a thousandth of it */
    SCORE_WON = 30000,        /* the game is already won; for a win in n plies, n less */
    SCORE_FORCED_WIN = 29000, /* from here on, and below its negative, the end is forced */
    /*
     * From here on, an endgame database knows that the position is won, but not how soon, or the
     * win may come too late under draw rules that count moves.
     */
    SCORE_KNOWN_WIN = 27000,
};

/** A score in men. */
static inline double score_in_men(int score) { return score / (double)SCORE_MAN; }

/** A score in hundredths of a man, for output; rounds halves away from 0, alike for both sides. */
static inline int score_hundredths(int score)
{
    return score < 0 ? -((5 - score) / 10) : (score + 5) / 10;
}

/**
 * The length of a forced win.
 * @return plies to the end: positive if the side to move wins, negative if it loses, 0 for any
 *        other score
 */
static inline int score_plies_to_win(int score)
{
    if (score >= SCORE_FORCED_WIN)
        return SCORE_WON - score;
    return score <= -SCORE_FORCED_WIN ? -(SCORE_WON + score) : 0;
}

/**
 * The same in moves of the winner, as people count. If the loser makes the last move, as in
 * antidraughts, the winner may have no move left to make: that counts as a win in one, too.
 * @return moves, with the sign as in score_plies_to_win
 */
static inline int score_moves_to_win(int score)
{
    int plies = score_plies_to_win(score);
    if (plies > 0)
        return (plies + 1) / 2;
    return plies == -1 ? -1 : plies / 2;
}

/**
 * The score of a position before a move, from the score of the position after it, where the other
 * side is to move: a forced win is one ply further away.
 */
static inline int score_before(int after)
{
    if (after >= SCORE_FORCED_WIN)
        return -(after - 1);
    return after <= -SCORE_FORCED_WIN ? -(after + 1) : -after;
}

#endif
