// SPDX-License-Identifier: MIT
/* What a check is asked for, and what it may be told about the text around a game. */
#ifndef DAMA_CORE_CHECK_CHECK_OPTIONS_H
#define DAMA_CORE_CHECK_CHECK_OPTIONS_H

#include "core/base/text.h"
#include "core/board/position.h"
#include "core/board/rules.h"

#include <stdbool.h>

/** Zero is a good start: all rules from the tags, findings without explanations. */
struct check_options {
    /* overrides the tags; NULL: the tags, else the guess of PDN's rules */
    const struct rules *variant;
    /* profile of draw rules; n 0, or none of a variant's own: the variant's default */
    struct text draws;
    /* resolve only: no findings but those that end a line (illegal, ambiguous, bad FEN) */
    bool quiet;
    bool explain;       /* work out why a move is illegal and what was meant */
    bool repairs;       /* add to findings the changes that mend them */
    bool boards;        /* add to findings the position before the move */
    bool strict;        /* also find what only --strict minds */
    bool long_captures; /* also find captures with more of their path than is needed */
    bool game_keys;     /* fill in game_key of findings */
    /* of several fitting moves that the rest of the game does not tell apart, take the first */
    bool lenient;
    /**
     * What the side to move gets in a position with best play, where an endgame database knows it:
     * 1 a win, 0 a draw, -1 a loss. Several threads ask. NULL: nobody is asked.
     * @return whether it is known
     */
    bool (*endgame)(void *ctx, const struct rules *rules, const struct position *pos, int *value);
    void *endgame_ctx;
};

/** What the text around a game says about the rules it is played by. Zero: nothing. */
struct check_neighbours {
    const struct rules *rules; /* that most of the games with tags name; NULL: none has */
    bool small_board;          /* nobody names any, and all squares are numbers up to 32 */
    bool letters;              /* squares are written in letters */
    bool canadian; /* they are played on a board of 12 by 12, which dama does not know */
};

#endif
