// SPDX-License-Identifier: MIT
/*
 * Pictures of positions: text boards and SVG.
 */
#ifndef DAMA_CORE_BOARD_DIAGRAM_H
#define DAMA_CORE_BOARD_DIAGRAM_H

#include "core/board/move.h"

#include <stdio.h>

/** How a text board is drawn. */
enum diagram_style {
    DIAGRAM_LETTERS, /* letters for pieces, and a line that explains them */
    DIAGRAM_UNICODE, /* draughtsmen and box lines */
    DIAGRAM_SERVER,  /* as the network dama server draws it: *C* for Black's men, :C: for White's */
};

/** Zero is a large board of letters with White at the bottom. */
struct diagram_options {
    bool flipped;             /* Black at the bottom */
    bool small;               /* two characters a square instead of four */
    enum diagram_style style; /* of text */
    bool no_numbers;          /* no coordinates, no numbers in the squares of an SVG */
    /* a legal move to mark: its ends and captured pieces, except in small text; NULL: none */
    const struct move *marked;
};

/**
 * Prints a board as text, and below it whose turn it is. Check ferror(out) for errors.
 *
 *        A   B   C         b, B  Black's men and kings      [ ] the ends of the marked move
 *      +---+---+---+       w, W  White's                    ( ) what it captures
 *    3 | b |   | B | 3     .     an empty square that is in play
 *      +---+---+---+
 *
 * Numbered boards have the numbers of their edge squares around them.
 */
void diagram_text(const struct rules *rules, const struct position *pos,
                  const struct diagram_options *options, FILE *out);

/**
 * Prints a complete SVG document that looks like a printed draughts diagram. It uses no ids and no
 * embedded fonts. Its label for screen readers is its title: variant, side to move and FEN.
 */
void diagram_svg(const struct rules *rules, const struct position *pos,
                 const struct diagram_options *options, FILE *out);

#endif
