// SPDX-License-Identifier: MIT
/* What a check is to do, and what it may know from the text around a game. */
#ifndef DAMA_CORE_CHECK_CHECK_OPTIONS_H
#define DAMA_CORE_CHECK_CHECK_OPTIONS_H

#include "core/base/text.h"
#include "core/board/position.h"
#include "core/board/rules.h"

#include <stdbool.h>

/** Zero is a good start: all rules from the tags, findings without explanations. */
struct check_options {
    /* overrides the tags; NULL: use what the tags say, or else a guess */
    const struct rules *variant;
    /*
     * profile of draw rules; the variant's default is used if n is 0 or the variant has no such
     * profile
     */
    struct text draws;
    /*
     * only resolve moves: no findings except those that end a line (illegal, ambiguous, bad FEN) or
     * turn its board
     */
    bool quiet;
    bool uncrowned;          /* a man on its crowning row is only a warning, even with `quiet` */
    bool explain;            /* say why a move is illegal and what was probably meant */
    bool repairs;            /* add to findings the changes that would repair them */
    bool boards;             /* add to findings the position before the move */
    bool long_captures;      /* also find captures written with more of their path than is needed */
    bool result_terminators; /* also find games that end with their result, not with "*" */
    bool game_keys;          /* fill in game_key of findings */
    /*
     * if several moves fit and the rest of the game does not decide between them, take the first
     */
    bool lenient;
    /**
     * Looks up in an endgame database what the side to move achieves with best play: 1 a win, 0 a
     * draw, -1 a loss. Called by several threads. NULL: no database.
     * @return whether it is known
     */
    bool (*endgame)(void *ctx, const struct rules *rules, const struct position *pos, int *value);
    void *endgame_ctx;
};

/** What the text around a game says about its rules. Zero: nothing. */
struct check_neighbours {
    const struct rules *rules; /* those that most games with such tags name; NULL: none */
    bool small_board; /* no game names its rules, and nearly all squares are numbers up to 32 */
    bool slips;       /* nearly all, but not all */
    bool letters;     /* squares are written with letters */
    bool canadian;    /* they are played on a board of 12 by 12, which dama does not support */
};

#endif
