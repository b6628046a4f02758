// SPDX-License-Identifier: MIT
/*
 * Positions as text: each form and each deviation a row.
 * Source: PDN 3.0, "FEN"; the deviations are ones that real files have.
 */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "tests/lib/given.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define FULL \
 "W:Wa2,a3,b2,b3,c2,c3,d2,d3,e2,e3,f2,f3,g2,g3,h2,h3:Ba6,a7,b6,b7,c6,c7,d6,d7,e6,e7,f6,f7,g6,g7,h6,h7"

static const struct row {
    const char *name, *variant, *text;
    const char *written; /* the canonical form */
    unsigned odd;
} rows[] = {
    {"start", "international", "W:W31-50:B1-20", "W:W31-50:B1-20", 0},
    {"Black first", "international", "B:B1-20:W31-50", "B:W31-50:B1-20", 0},
    {"kings", "international", "W:WK5,32,33:BK46,1", "W:WK5,32,33:B1,K46", 0},
    {"two in a row are no range", "international", "W:W31,32:B1,2", "W:W31,32:B1,2", 0},
    {"three in a row are one", "international", "W:W31,32,33:B1,2", "W:W31-33:B1,2", 0},
    {"range of kings", "international", "W:WK31-33:B1", "W:WK31,K32,K33:B1", 0},
    {"range of one", "international", "W:W31-31:B1", "W:W31:B1", 0},
    {"kings break a range", "international", "W:W31-33,K34,35:B1", "W:W31-33,K34,35:B1", 0},
    {"unordered", "international", "W:W40,31:B9,1", "W:W31,40:B1,9", 0},
    {"empty list", "international", "W:WK5:B", "W:WK5:B", 0},
    {"empty list, first", "international", "W:W:B2", "W:W:B2", 0},
    {"list missing", "international", "W:WK5", "W:WK5:B", FEN_NO_LIST},
    {"no pieces", "international", "W:W:B", "W:W:B", FEN_EMPTY},
    {"all squares", "international",
     "B:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20:B",
     "B:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20:B", 0},

    {"D40 full stop", "international", "W:W31-50:B1-20.", "W:W31-50:B1-20", FEN_DOT},
    {"D40 blanks", "international", "W:W31, 32:B 1,2", "W:W31,32:B1,2", FEN_BLANKS},
    {"D39 line end inside", "international", "W:W31,\n32:B1,2", "W:W31,32:B1,2", FEN_BLANKS},
    {"blanks around it", "international", "  W:W31:B1 ", "W:W31:B1", 0},
    {"lower case", "international", "w:wk31:b1", "W:WK31:B1", FEN_LOWER_CASE},
    {"turn unknown", "international", "?:W31:B1", "W:W31:B1", FEN_TURN_UNKNOWN},
    {"turn unknown where Black starts", "english", "?:W31:B2", "B:W31:B2", FEN_TURN_UNKNOWN},
    {"a colour twice", "international", "W:W31:B1:W32", "W:W31,32:B1", FEN_COLOUR_TWICE},
    {"quotes", "international", "\"W:W31:B1\"", "W:W31:B1", FEN_QUOTES},
    {"one quote", "international", "W:W31:B1\"", "W:W31:B1", FEN_QUOTES},
    {"leading zeros", "international", "W:W031:B01", "W:W31:B1", FEN_LEADING_ZERO},
    {"comma at the end", "international", "W:W31,:B1,", "W:W31:B1", FEN_COMMA},
    {"en dash", "international",
     "W:W31\xe2\x80\x93"
     "33:B1",
     "W:W31-33:B1", FEN_OTHER_DASH},
    {"clocks of lidraughts", "international", "W:W31:B1:H0:F1", "W:W31:B1", FEN_COUNTERS},
    {"counters that mean nothing here", "international", "W:W31,K40:B1:+0+140", "W:W31,K40:B1",
     FEN_COUNTERS},
    {"man on the crowning row", "international", "W:W1:B50", "W:W1:B50", FEN_MAN_ON_CROWNING_ROW},
    {"more than at the start", "frysk", "W:W41-46:B1", "W:W41-46:B1", FEN_MANY_PIECES},

    {"letters", "russian", "W:Wa1,Kc3:Bb8,Kd8", "W:Wa1,Kc3:Bb8,Kd8", 0},
    {"letters are sorted by file", "russian", "W:Wc1,a3,b2:Bh8", "W:Wa3,b2,c1:Bh8", 0},
    {"letters in capitals", "turkish", "W:WA2,KB4:BH7", "W:Wa2,Kb4:Bh7", FEN_CAPITALS},
    {"letters in capitals that other programs give a sense", "turkish", "W:WA2,B3,G2:BKA7",
     "W:Wa2,b3,g2:BKa7", FEN_CAPITALS},
    {"range of letters", "turkish", "W:Wa2-d2:Bh7", "W:Wa2,b2,c2,d2:Bh7", FEN_LETTER_RANGE},
    {"range of letters on a board of dark squares", "russian", "W:Wa1-e1:Bh8", "W:Wa1,c1,e1:Bh8",
     FEN_LETTER_RANGE},
    {"full board", "turkish", FULL, FULL, 0},
    {"D41 numbers where letters are the rule", "russian", "W:W21-32:B1-12",
     "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8",
     FEN_OTHER_SQUARES},
    {"letters where numbers are the rule", "english", "B:Wa1,g1:Bb8", "B:W29,32:B1",
     FEN_OTHER_SQUARES},
    {"numbers from a8 on a full board", "turkish", "W:W41-56:B9-24", FULL, FEN_OTHER_SQUARES},
    {"numbers from a1 on a full board", "turkish", "W:W9-24:B41-56", FULL,
     FEN_OTHER_SQUARES | FEN_FROM_A1},
    {"PlayStrategy", "dameo", "W:Wa1,Kb1:Ba8,b7:H0:F1", "W:Wa1,Kb1:Ba8,b7", FEN_COUNTERS},
    {"spanish start", "spanish", "W:W1-12:B21-32", "W:W1-12:B21-32", 0},

    {"Frisian counters", "frisian", "W:W31,K40:B1,K10:+110+240", "W:W31,K40:B1,K10:+110+240", 0},
    {"Frisian counters of one side", "frisian", "W:W31,K40:B1:+0+340", "W:W31,K40:B1:+0+340", 0},
    {"Frisian counters, all 0", "frisian", "W:W31,K40:B1:+0+0", "W:W31,K40:B1", 0},
    {"Frisian counters without the square", "frisian", "W:W31,K40:B1:+0+2", "W:W31,K40:B1:+0+240",
     0},
    {"Frisian counters without the square of one of two kings", "frisian",
     "W:WK1,K2,40:BK50,10:+0+2", "W:WK1,K2,40:B10,K50", FEN_COUNTERS},
    {"Frisian counters of a king that is gone", "frisian", "W:WK1,K2,40:B10,20:H0:F30:+2+0",
     "W:WK1,K2,40:B10,20", FEN_COUNTERS},
    {"Frisian counters without a man", "frisian", "W:WK40:B1:+0+240", "W:WK40:B1", 0},
};

static const struct bad_row {
    const char *name, *variant, *text, *message;
    unsigned line, col; /* of the fault, where the text begins at 3:11 */
} bad_rows[] = {
    {"nothing", "international", "", "expected the side to move, W or B, found the end of the FEN",
     3, 11},
    {"no side", "international", "31-50", "expected the side to move, W or B, found \"31-50\"", 3,
     11},
    {"a side alone", "international", "W",
     "expected ':' and a list of pieces, found the end of the FEN", 3, 12},
    {"no colour", "international", "W:31", "expected a colour, W or B, found \"31\"", 3, 13},
    {"null move", "international", "B::", "expected a colour, W or B, found \":\"", 3, 13},
    {"clocks alone", "international", "W:H0:F1",
     "expected a list of pieces, found the end of the FEN", 3, 18},
    {"square 51", "international", "W:W31,51:B1", "51 is not a square on this board (1 to 50)", 3,
     17},
    {"square 0", "international", "W:W0:B1", "0 is not a square on this board (1 to 50)", 3, 14},
    {"very large number", "international", "W:W99999999999999999999:B1",
     "99999999999999999999 is not a square on this board (1 to 50)", 3, 14},
    {"ten by ten for eight by eight", "english", "W:W31-50:B1-20",
     "50 is not a square on this board (1 to 32)", 3, 17},
    {"square twice", "international", "W:W31,31:B1", "square 31 is listed twice", 3, 17},
    {"square twice, both colours", "international", "W:W31:B31", "square 31 is listed twice", 3,
     18},
    {"square twice, within a range", "international", "W:W31-35,33:B1", "square 33 is listed twice",
     3, 20},
    {"range downwards", "international", "W:W35-31:B1", "the range 35-31 does not run upwards", 3,
     14},
    {"range across ranks", "turkish", "W:Wa2-b3:Bh7", "the range a2-b3 does not run upwards", 3,
     14},
    {"range without an end", "international", "W:W31-:B1", "expected a square, found \":B1\"", 3,
     17},
    {"light square", "russian", "W:Wa1,b1:Bh8", "b1 is not a playing square", 3, 17},
    {"rank 9", "turkish", "W:Wa9:Bh8", "a9 is not a playing square", 3, 14},
    {"letters and numbers", "russian", "W:Wa1:B12", "expected a square, found \"a1:B12\"", 3, 14},
    {"captured man of lidraughts", "international", "W:W31,G28:B1",
     "\"G\" marks a piece in the middle of a capture; a position between moves is required", 3, 17},
    {"capturing man of PlayStrategy", "dameo", "W:Aa1:Bh8",
     "expected a colour, W or B, found \"Aa1:Bh8\"", 3, 13},
    {"captured king of PlayStrategy", "dameo", "W:Wa1,Pb2:Bh8",
     "\"P\" marks a piece in the middle of a capture; a position between moves is required", 3, 17},
    {"a word", "international", "W:W31,man:B1", "expected a square, found \"man:B1\"", 3, 17},
    {"behind a line end", "international", "W:W31,\n 51:B1",
     "51 is not a square on this board (1 to 50)", 4, 2},
    {"counter of 4", "frisian", "W:W31,K40:B1:+0+440",
     "expected a number of king moves from 0 to 3, found \"440\"", 3, 27},
    {"counter without a king", "frisian", "W:W31,K40:B1:+0+231",
     "the counter of White's king moves does not name the square of a king", 3, 24},
    {"counter of one side alone", "frisian", "W:W31,K40:B1:+0",
     "expected '+' and the king moves of a side, found the end of the FEN", 3, 26},
};

static const struct check_row {
    const char *name, *variant, *text, *message; /* "": it can be */
} check_rows[] = {
    {"the start can be", "international", "W:W31-50:B1-20", ""},
    {"one side gone can be", "international", "W:W:BK1", ""},
    {"no pieces cannot be", "international", "W:W:B", "there are no pieces"},
    {"White's man on his crowning row", "international", "W:W5:B50,7",
     "White's man on 5 would have been crowned there"},
    {"Black's man on his crowning row", "turkish", "W:Wa2:Ba1",
     "Black's man on a1 would have been crowned there"},
    {"king there can be", "international", "W:WK5:B7", ""},
    {"21 men", "international", "W:W30-50:B1",
     "White has 21 pieces; in international draughts, a side has at most 20"},
    {"13 men", "english", "W:W32:B1-13",
     "Black has 13 pieces; in English draughts, a side has at most 12"},
    {"counters can be", "frisian", "W:W31,K40:B1,K10:+110+240", ""},
};

static const struct src_pos here = {.file = "x.pdn", .line = 3, .col = 11};

static void read_row(void **state)
{
    const struct row *row = *state;
    const struct rules *rules = rules_named(row->variant);
    struct position pos;
    struct err err = {0};
    unsigned odd = 0;
    char text[FEN_SIZE];
    if (fen_read(rules, text_of(row->text), here, &pos, &odd, &err) != 0)
        fail_msg("%s", err.msg);
    assert_int_equal(fen_write(rules, &pos, text), strlen(row->written));
    assert_string_equal(text, row->written);
    assert_int_equal(odd, row->odd);
}

static void refuse_row(void **state)
{
    const struct bad_row *row = *state;
    const struct rules *rules = rules_named(row->variant);
    struct position pos;
    struct err err = {0};
    assert_int_equal(fen_read(rules, text_of(row->text), here, &pos, NULL, &err), -1);
    assert_string_equal(err.msg, row->message);
    assert_string_equal(err.at.file, "x.pdn");
    assert_int_equal(err.at.line, row->line);
    assert_int_equal(err.at.col, row->col);
}

static void check_row(void **state)
{
    const struct check_row *row = *state;
    const struct rules *rules = rules_named(row->variant);
    struct position pos;
    struct err err = {0};
    assert_int_equal(fen_read(rules, text_of(row->text), here, &pos, NULL, &err), 0);
    assert_int_equal(fen_check(rules, &pos, here, &err), *row->message ? -1 : 0);
    assert_string_equal(err.msg, row->message);
    bool odd_man = strstr(row->message, "would have been crowned") != NULL;
    assert_int_equal(fen_check_loosely(rules, &pos, here, NULL),
                     *row->message && !odd_man ? -1 : 0);
}

/* Positions that no FEN can say. */
static void check_broken(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("frisian");
    struct position pos = {.pieces = {1, 1}};
    assert_int_equal(fen_check(rules, &pos, here, NULL), -1);
    pos = (struct position){.pieces = {1, 0}, .kings = 2};
    assert_int_equal(fen_check(rules, &pos, here, NULL), -1);
    pos = (struct position){.pieces = {(bitboard)1 << 5, 0}}; /* a gap between ranks */
    assert_int_equal(fen_check(rules, &pos, here, NULL), -1);
    pos = (struct position){
        .pieces = {3, 0}, .kings = 1, .king_moves = {1, 0}, .king_square = {1, 0}};
    assert_int_equal(fen_check(rules, &pos, here, NULL), -1);
    pos.king_square[WHITE] = 0;
    assert_int_equal(fen_check(rules, &pos, here, NULL), 0);
}

/* The longest FEN that can be written fits its buffer. */
static void longest(void **state)
{
    (void)state;
    for (unsigned i = 0; i < rules_count; i++) {
        const struct rules *rules = rules_all[i];
        struct position pos = {.kings = rules->board->playing}, again;
        char text[FEN_SIZE];
        for (unsigned n = 1; n <= rules->board->squares; n++)
            pos.pieces[n % 2] |= (bitboard)1 << notation_square_numbered(rules, n);
        assert_true(fen_write(rules, &pos, text) < FEN_SIZE - 16);
        assert_int_equal(fen_read(rules, text_of(text), here, &again, NULL, NULL), 0);
        assert_true(position_same(&pos, &again));
    }
}

/* Each variant's start, as its row writes it and as its row has it in bits. */
static void starts(void **state)
{
    (void)state;
    for (unsigned i = 0; i < rules_count; i++) {
        const struct rules *rules = rules_all[i];
        struct position start, read;
        char text[FEN_SIZE];
        unsigned odd;
        position_start(rules, &start);
        assert_int_equal(fen_read(rules, text_of(rules->start), here, &read, &odd, NULL), 0);
        assert_int_equal(odd, 0);
        assert_true(position_same(&start, &read));
        assert_int_equal(fen_check(rules, &read, here, NULL), 0);
        fen_write(rules, &start, text);
        assert_string_equal(text, rules->start);
    }
}

int main(void)
{
    ROWS_BY_ADDRESS(rows, name, read_row);
    ROWS_BY_ADDRESS(bad_rows, name, refuse_row);
    ROWS_BY_ADDRESS(check_rows, name, check_row);
    rows_add("positions that cannot be", NULL, check_broken, NULL);
    rows_add("longest FEN", NULL, longest, NULL);
    rows_add("start positions", NULL, starts, NULL);
    return rows_run("fen");
}
