// SPDX-License-Identifier: MIT
/*
 * Pictures of positions: text boards and SVG.
 */
#ifndef DAMA_CORE_BOARD_DIAGRAM_H
#define DAMA_CORE_BOARD_DIAGRAM_H

#include "core/board/position.h"

#include <stdio.h>

struct diagram_options {
    bool flipped;    /* Black at the bottom */
    bool small;      /* two characters a square instead of four */
    bool unicode;    /* draughtsmen and box lines instead of ASCII */
    bool no_numbers; /* nothing at the edge, no numbers in SVG squares */
    square from, to; /* a move to mark; SQUARE_NONE both where there is none */
};

/** Prints a board as text. Whether that worked is told by ferror(out). */
void diagram_text(const struct rules *rules, const struct position *pos,
                  const struct diagram_options *options, FILE *out);

/** Prints a complete SVG document in the look of printed draughts diagrams. */
void diagram_svg(const struct rules *rules, const struct position *pos,
                 const struct diagram_options *options, FILE *out);

#endif
