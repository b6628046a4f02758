// SPDX-License-Identifier: MIT
/*
 * What can be counted in a game.
 */
#ifndef DAMA_CORE_GAME_FACTS_H
#define DAMA_CORE_GAME_FACTS_H

#include "core/game/game.h"

struct facts {
    unsigned plies;      /* of the main line */
    unsigned moves;      /* in all lines, setups not among them */
    unsigned comments;   /* in all lines, as everything below */
    unsigned nags;       /* with strengths */
    unsigned variations; /* lines beside the main one */
    unsigned setups;
    unsigned illegal;  /* moves that the rules do not allow */
    unsigned unknown;  /* moves that the source does not know */
    unsigned unplayed; /* moves behind those two, and those of a game whose rules are not known */
};

/** Counts. @return 0, or -1: out of memory */
int facts_count(const struct game *game, struct facts *out);

/** Whether the main line has a move that is illegal, or could not be tried. */
bool facts_broken(const struct game *game);

#endif
