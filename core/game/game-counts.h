// SPDX-License-Identifier: MIT
/*
 * The numbers of moves, comments and other parts of a game.
 */
#ifndef DAMA_CORE_GAME_GAME_COUNTS_H
#define DAMA_CORE_GAME_GAME_COUNTS_H

#include "core/game/game.h"

struct game_counts {
    unsigned plies;      /* of the main line */
    unsigned moves;      /* in all lines, without setups */
    unsigned comments;   /* in all lines, as is everything below */
    unsigned braces;     /* comments with a closing brace inside */
    unsigned nags;       /* including strengths */
    unsigned variations; /* lines other than the main one */
    unsigned setups;
    unsigned illegal;  /* moves that the rules do not allow */
    unsigned unknown;  /* moves that the source does not give */
    unsigned unplayed; /* moves after illegal or unknown ones, and all in a game of unknown rules */
};

/** Counts the parts of a game. @return 0, or -1: out of memory */
int game_counts_of(const struct game *game, struct game_counts *out);

#endif
