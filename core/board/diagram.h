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
    DIAGRAM_LETTERS, /* letters for pieces, and a line that says what they mean */
    DIAGRAM_UNICODE, /* draughtsmen and box lines */
    DIAGRAM_SERVER,  /* as the network dama server draws: *C* for Black's men, :C: for White's */
};

/** Zero is a large board of letters with White at the bottom. */
struct diagram_options {
    bool flipped;             /* Black at the bottom */
    bool small;               /* two characters a square instead of four */
    enum diagram_style style; /* of text */
    bool no_numbers;          /* nothing at the edge, no numbers in the squares of an SVG */
    /* legal in the position: its ends and what it captures; NULL none; not on small text */
    const struct move *marked;
};

/**
 * Prints a board as text, and below it whose turn it is. Whether that worked is told by
 * ferror(out).
 *
 *        A   B   C         b, B  Black's men and kings      [ ] where the marked move begins and ends
 *      +---+---+---+       w, W  White's                    ( ) what it captures
 *    3 | b |   | B | 3     .     an empty square that is played on
 *      +---+---+---+
 *
 * Boards with numbers have those of the edge squares around them.
 */
void diagram_text(const struct rules *rules, const struct position *pos,
                  const struct diagram_options *options, FILE *out);

/**
 * Prints a complete SVG document in the look of printed draughts diagrams. It names no id and no
 * font of its own.
 */
void diagram_svg(const struct rules *rules, const struct position *pos,
                 const struct diagram_options *options, FILE *out);

#endif
