// SPDX-License-Identifier: MIT
/*
 * Games on a page, to be played through in any browser without a network: the games are written as
 * data, which the script in page.js shows.
 *
 *     html_page_begin(&out, "Title", HTML_PAGE_HEADING);
 *     html_games_begin(&games, &out);
 *     html_games_add(&games, game, err);   // any number
 *     html_games_end(&games);
 *     html_games_fini(&games);             // on every path
 *     html_page_end(&out);
 *
 * A game is an object:
 *     board  index into "boards"
 *     start  a character for each square: w W b B or a point
 *     turn   0 White, 1 Black
 *     number of the first move
 *     result as written, "" where there is none
 *     tags   [[name, value], ...]
 *     nodes  [parent, text, from, to, [captured], crowns, {more}], node 0 is the start
 *     left   moves at the end of the main line that cannot be shown, where there are any
 *     before comment of a game without a move
 * Squares count from 0 in the order of their printed numbers; from is -1 where the move is not
 * known. More: c comment, q comment before the first move of a line, n marks, e evaluation in
 * hundredths of a man and m moves to a win, both from White's view, w [win, draw, loss] of White in
 * thousandths, v [verdict, loss of expected result, 1 if a novelty] of dama-annotate, x the
 * expected result of a line that it adds, f what it found in a composition by a line, k ms left, t
 * ms used, b the board where it was set up, s whose turn it is there and o the number written at
 * the next move.
 */
#ifndef DAMA_REPORT_HTML_GAME_H
#define DAMA_REPORT_HTML_GAME_H

#include "core/base/buffer.h"
#include "core/game/game.h"

/** Zero, except for the fields that html_games_begin sets. */
struct html_games {
    struct buffer *out;
    unsigned n;
    const struct rules **boards; /* used so far; owned */
    unsigned n_boards, room_boards;
};

/** Begins the data. @param out borrowed until html_games_fini */
void html_games_begin(struct html_games *games, struct buffer *out);

/**
 * Adds a game with its variations, comments, marks, clocks and evaluations, as far as it is legal.
 * @return 0, or -1 with `err`: out of memory, the game's rules are not known
 */
int html_games_add(struct html_games *games, const struct game *game, struct err *err);

/** Ends the data. The games are shown at this place of the page. */
void html_games_end(struct html_games *games);

void html_games_fini(struct html_games *games);

#endif
