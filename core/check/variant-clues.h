// SPDX-License-Identifier: MIT
/*
 * What the text of a game says about its board, before any rules are tried. Only core/check includes
 * this.
 */
#ifndef DAMA_CORE_CHECK_VARIANT_CLUES_H
#define DAMA_CORE_CHECK_VARIANT_CLUES_H

#include "core/check/checker.h"

/** What the text of the moves says about the board. Zero: nothing. */
struct variant_clues {
    unsigned letters, numbers; /* moves written with each */
    unsigned largest;          /* the largest number of a square, up to 99; also in the FEN */
    unsigned large;            /* moves with a square above 32 */
    bool fen_large;            /* the FEN has such a square */
    bool slips;       /* those squares are slips of the pen, and not counted in `largest` */
    bool fen_letters; /* the FEN has squares in letters */
    bool light;       /* a1 is dark, but there are squares of the other colour */
    unsigned above;   /* moves with a square from 51 to 72 */
    unsigned beyond;  /* moves with a number above 72 */
    char last_letter; /* the last letter of a square, in lower case; 0: none */
    bool begins_game; /* the line may be a whole game, not one that begins with `12... 19-23` */
};

/** Examines the FEN and the main line; leaves `slips` to the caller. */
struct variant_clues variant_clues_of(const struct checker *c);

#endif
