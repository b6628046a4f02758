// SPDX-License-Identifier: MIT
/*
 * Scores of Hub's programs. One near 100 men is a forced win or loss, its distance in plies given as
 * hundredths below 100; one near 90 men comes from a database. Source: what Scan and its relatives
 * do.
 */
#ifndef DAMA_MATCH_HUB_SCORE_H
#define DAMA_MATCH_HUB_SCORE_H

/**
 * A score as our engine would report it: SCORE_WON less the plies, SCORE_KNOWN_WIN, or
 * thousandths of a man below that.
 * @param thousandths of a man, as the program reports it
 */
int hub_score(int thousandths);

#endif
