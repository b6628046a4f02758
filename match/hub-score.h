// SPDX-License-Identifier: MIT
/*
 * Scores of Hub's programs: near 100 men a forced end, its plies told in hundredths below that; near
 * 90 men one from a database. Source: what Scan and its relatives do.
 */
#ifndef DAMA_MATCH_HUB_SCORE_H
#define DAMA_MATCH_HUB_SCORE_H

/**
 * A score as our engine would tell it: ENGINE_MATE less the plies, ENGINE_KNOWN_WIN, or
 * thousandths of a man below that.
 * @param thousandths of a man, as the program tells it
 */
int hub_score(int thousandths);

#endif
