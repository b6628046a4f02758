// SPDX-License-Identifier: MIT
/*
 * Pictures of positions: text boards and SVG.
 */
#ifndef DAMA_CORE_BOARD_DIAGRAM_H
#define DAMA_CORE_BOARD_DIAGRAM_H

#include "core/board/move.h"

#include <stdio.h>

/** Zero is a large ASCII board with White at the bottom. */
struct diagram_options {
    bool flipped;    /* Black at the bottom */
    bool small;      /* two characters a square instead of four */
    bool unicode;    /* draughtsmen and box lines instead of ASCII */
    bool no_numbers; /* nothing at the edge, no numbers in the squares of an SVG */
    const struct move *
        marked; /* legal in the position: its ends and what it captures; NULL none; not on small text */
};

/**
 * Prints a board as text, in the look of the network dama server. Whether that worked is told by ferror(out).
 *
 *        A   B   C         *C* Black's man         [ ] where the marked move begins and ends
 *      +---+---+---+        C  White's man         ( ) what it captures
 *    3 |*C*|   |*K*| 3     :C: the same, on a dark square
 *      +---+---+---+       *K*  K  :K: kings
 *
 * Boards with numbers have those of the edge squares around them.
 */
void diagram_text(const struct rules *rules, const struct position *pos,
                  const struct diagram_options *options, FILE *out);

/** Prints a complete SVG document in the look of printed draughts diagrams. It names no id and no font of its own. */
void diagram_svg(const struct rules *rules, const struct position *pos,
                 const struct diagram_options *options, FILE *out);

#endif
