// SPDX-License-Identifier: MIT
/*
 * Scores of Hub programs. A score near 100 men is a forced win or loss, whose distance in plies is
 * given as hundredths below 100; one near 90 men comes from a database. Source: what Scan and its
 * relatives do.
 */
#ifndef DAMA_MATCH_HUB_SCORE_H
#define DAMA_MATCH_HUB_SCORE_H

/**
 * A score as our engine would report it: SCORE_WON less the plies, SCORE_KNOWN_WIN, or
 * thousandths of a man below that.
 * @param thousandths of a man, as the program reports the score
 */
int hub_score(int thousandths);

#endif
