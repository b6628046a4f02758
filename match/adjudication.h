// SPDX-License-Identifier: MIT
/*
 * Ends games when the scores of the players agree about the result, or one player's own score says
 * that it is lost. A move without a score resets all counts except the one of moves at which the
 * other player called its own position lost.
 */
#ifndef DAMA_MATCH_ADJUDICATION_H
#define DAMA_MATCH_ADJUDICATION_H

#include "match/referee.h"

/** Zero is the beginning of a game. */
struct adjudication_state {
    unsigned draw, win[2]; /* plies in a row with such a score; win: by the side ahead */
    unsigned behind[2];    /* moves of each side in a row with a losing score */
    struct referee_verdict verdict;
};

/**
 * Takes the score of a move.
 * @param side  who made it
 * @param moves moves of each side made so far
 * @param score from that side's view, thousandths of a man; INT32_MIN: none
 */
void adjudication_add(struct adjudication_state *state, const struct adjudication *rules,
                      enum side side, unsigned moves, int score);

/** @return how the game has ended; reason REASON_NONE while it goes on */
struct referee_verdict adjudication_verdict(const struct adjudication_state *state);

#endif
