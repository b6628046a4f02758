// SPDX-License-Identifier: MIT
/*
 * Boards as text, compared as a whole, and SVG, by what must be in it and what must not.
 * Source of the look: help of the network dama server.
 */
#include "core/base/array.h"
#include "core/board/diagram.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static const struct row {
    const char *name, *variant, *fen, *move; /* move NULL: none is marked */
    bool flipped, small;
    enum diagram_style style;
    bool no_numbers;
    const char *board;
} rows[] = {
    {"letters, small", "english", "B:W32,K30:BK1,2", NULL, false, true, DIAGRAM_LETTERS, false,
     "        1   2   3   4\n"
     "    +----------------+\n"
     "    |   B   b   .   .| 4\n"
     "  5 | .   .   .   .  |\n"
     "    |   .   .   .   .| 12\n"
     " 13 | .   .   .   .  |\n"
     "    |   .   .   .   .| 20\n"
     " 21 | .   .   .   .  |\n"
     "    |   .   .   .   .| 28\n"
     " 29 | .   W   .   w  |\n"
     "    +----------------+\n"
     "      29  30  31  32\n"
     "w white man, W white king, b black man, B black king\n"
     "Black to move\n"},
    {"small, numbers", "english", "B:W32,K30:BK1,2", NULL, false, true, DIAGRAM_SERVER, false,
     "        1   2   3   4\n"
     "    +----------------+\n"
     "    |  *K  *C  ::  ::| 4\n"
     "  5 |::  ::  ::  ::  |\n"
     "    |  ::  ::  ::  ::| 12\n"
     " 13 |::  ::  ::  ::  |\n"
     "    |  ::  ::  ::  ::| 20\n"
     " 21 |::  ::  ::  ::  |\n"
     "    |  ::  ::  ::  ::| 28\n"
     " 29 |::  :K  ::  :C  |\n"
     "    +----------------+\n"
     "      29  30  31  32\n"
     "Black to move\n"},
    {"small, numbers from the bottom right, flipped", "spanish", "W:WK1:B32", NULL, true, true,
     DIAGRAM_SERVER, false,
     "      1   2   3   4\n"
     "    +----------------+\n"
     "  1 |:K  ::  ::  ::  |\n"
     "    |  ::  ::  ::  ::| 8\n"
     "  9 |::  ::  ::  ::  |\n"
     "    |  ::  ::  ::  ::| 16\n"
     " 17 |::  ::  ::  ::  |\n"
     "    |  ::  ::  ::  ::| 24\n"
     " 25 |::  ::  ::  ::  |\n"
     "    |  ::  ::  ::  *C| 32\n"
     "    +----------------+\n"
     "        29  30  31  32\n"
     "White to move\n"},
    {"small, letters, flipped", "turkish", "W:WKa2:Bc7", NULL, true, true, DIAGRAM_SERVER, false,
     "      H G F E D C B A\n"
     "    +----------------+\n"
     "  1 |  ::  ::  ::  ::| 1\n"
     "  2 |::  ::  ::  :: K| 2\n"
     "  3 |  ::  ::  ::  ::| 3\n"
     "  4 |::  ::  ::  ::  | 4\n"
     "  5 |  ::  ::  ::  ::| 5\n"
     "  6 |::  ::  ::  ::  | 6\n"
     "  7 |  ::  ::  *C  ::| 7\n"
     "  8 |::  ::  ::  ::  | 8\n"
     "    +----------------+\n"
     "      H G F E D C B A\n"
     "White to move\n"},
    {"small, Unicode, bare", "dameo", "W:Wa1,Ka8:Bh2,Kh8", NULL, false, true, DIAGRAM_UNICODE, true,
     "┌────────────────┐\n"
     "│ ⛁░░  ░░  ░░  ░⛃│\n"
     "│░░  ░░  ░░  ░░  │\n"
     "│  ░░  ░░  ░░  ░░│\n"
     "│░░  ░░  ░░  ░░  │\n"
     "│  ░░  ░░  ░░  ░░│\n"
     "│░░  ░░  ░░  ░░  │\n"
     "│  ░░  ░░  ░░  ░⛂│\n"
     "│░⛀  ░░  ░░  ░░  │\n"
     "└────────────────┘\n"
     "White to move\n"},
    {"large, a move marked", "italian", "W:W23,K30:B1", "23-19", false, false, DIAGRAM_SERVER,
     false,
     "      1       2       3       4\n"
     "    +---+---+---+---+---+---+---+---+\n"
     "  1 |*C*|   |:::|   |:::|   |:::|   |\n"
     "    +---+---+---+---+---+---+---+---+\n"
     "    |   |:::|   |:::|   |:::|   |:::| 8\n"
     "    +---+---+---+---+---+---+---+---+\n"
     "  9 |:::|   |:::|   |:::|   |:::|   |\n"
     "    +---+---+---+---+---+---+---+---+\n"
     "    |   |:::|   |:::|   |:::|   |:::| 16\n"
     "    +---+---+---+---+---+---+---+---+\n"
     " 17 |:::|   |:::|   [:::]   |:::|   |\n"
     "    +---+---+---+---+---+---+---+---+\n"
     "    |   |:::|   |:::|   [:C:]   |:::| 24\n"
     "    +---+---+---+---+---+---+---+---+\n"
     " 25 |:::|   |:::|   |:::|   |:::|   |\n"
     "    +---+---+---+---+---+---+---+---+\n"
     "    |   |:::|   |:K:|   |:::|   |:::| 32\n"
     "    +---+---+---+---+---+---+---+---+\n"
     "         29      30      31      32\n"
     "White to move\n"},
};

static const struct svg_row {
    const char *name, *variant, *fen, *move;
    bool no_numbers;
    unsigned circles, texts, paths;
} svg_rows[] = {
    {"SVG of the start", "international", "W:W31-50:B1-20", NULL, false, 40, 50, 1},
    {"SVG without numbers", "international", "W:W31-50:B1-20", NULL, true, 40, 0, 1},
    {"SVG of kings", "international", "W:WK31,32:BK1", NULL, true, 5, 0, 1},
    {"SVG with letters", "russian", "W:Wa1:Bh8", NULL, false, 2, 16, 1},
    {"SVG of a capture", "international", "W:W28:B14,23", "28x10", true, 3, 0, 4},
    {"SVG of a quiet move", "dameo", "W:Wd1,d2:Bh8", "d1-d3", true, 3, 0, 2},
};

static void set_up(const char *variant, const char *fen, const char *move,
                   const struct rules **rules, struct position *pos, struct move *mv)
{
    struct err err = {0};
    struct written_move written;
    struct moves found;
    unsigned odd;
    assert_int_equal(rules_find(text_of(variant), rules, &err), 0);
    assert_int_equal(fen_read(*rules, text_of(fen), (struct src_pos){0}, pos, NULL, &err), 0);
    if (!move)
        return;
    moves_init(&found);
    assert_int_equal(notation_parse(*rules, text_of(move), &written, &err), 0);
    assert_int_equal(notation_find(*rules, pos, &written, &found, &odd), 0);
    assert_int_equal(found.n, 1);
    *mv = found.at[0];
    moves_fini(&found);
}

static void draw_row(void **state)
{
    const struct row *row = *state;
    const struct rules *rules;
    struct position pos;
    struct move mv;
    char *text;
    size_t n;
    set_up(row->variant, row->fen, row->move, &rules, &pos, &mv);
    struct diagram_options options = {.flipped = row->flipped,
                                      .small = row->small,
                                      .style = row->style,
                                      .no_numbers = row->no_numbers,
                                      .marked = row->move ? &mv : NULL};
    FILE *out = open_memstream(&text, &n);
    diagram_text(rules, &pos, &options, out);
    fclose(out);
    assert_string_equal(text, row->board);
    free(text);
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;
    while ((text = strstr(text, what)) != NULL)
        n++, text++;
    return n;
}

static void svg_row(void **state)
{
    const struct svg_row *row = *state;
    const struct rules *rules;
    struct position pos;
    struct move mv;
    char *text;
    size_t n;
    set_up(row->variant, row->fen, row->move, &rules, &pos, &mv);
    struct diagram_options options = {.no_numbers = row->no_numbers,
                                      .marked = row->move ? &mv : NULL};
    FILE *out = open_memstream(&text, &n);
    diagram_svg(rules, &pos, &options, out);
    fclose(out);
    assert_int_equal(count(text, "<circle"), row->circles);
    assert_int_equal(count(text, "<text"), row->texts);
    assert_int_equal(count(text, "<path"), row->paths);
    assert_int_equal(count(text, "<g"), count(text, "</g>"));
    assert_int_equal(count(text, " id="), 0); /* so that several fit on one page */
    assert_non_null(strstr(text, row->fen));
    assert_int_equal(count(text, " role=\"img\" aria-label=\""), 1); /* for screen readers */
    assert_int_equal(count(text, row->fen), 2);                      /* in label and title */
    free(text);
}

int main(void)
{
    ROWS_BY_ADDRESS(rows, name, draw_row);
    ROWS_BY_ADDRESS(svg_rows, name, svg_row);
    return rows_run("diagram");
}
