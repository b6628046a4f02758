// SPDX-License-Identifier: MIT
/*
 * Moves as people write them: each spelling a row, and every legal move of random games written and
 * found again. Source: PDN 3.0, "Grammar" and "Long notation"; rows named D.. are deviations seen
 * in real files.
 */
#include "core/base/array.h"
#include "core/board/budget.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "tests/lib/effort.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define START ""
/* The document's example: a king on 47 has two ways to 36 that take different pieces. */
#define ROUND_TRIP "W:W38,42,43,50:B33,32,23,22,1,3"
#define TWO_WAYS   "W:WK47:B14,19,29,31,42"
#define COUP_TURC  "W:Wb5,c1,d1,d2,e1,h2:BKa5,b7,c6,d5"

static const struct row {
    const char *name, *variant, *fen, *text;
    const char *found; /* as Hub writes it; "" none, "2" that many */
    unsigned odd;
} rows[] = {
    {"quiet", "international", START, "32-28", "32-28", 0},
    {"one digit", "international", "B:W50:B1", "1-6", "1-6", 0},
    {"one digit and two", "international", "B:W50:B9", "9-13", "9-13", 0},
    {"two digits and one", "international", "W:W11:B50", "11-7", "11-7", 0},
    {"capture", "international", "W:W28:B23", "28x19", "28x19x23", 0},
    {"illegal", "international", START, "32-27x", "32-27", NOTATION_SUFFIX | NOTATION_X_QUIET},
    {"no such piece", "international", START, "28-23", "", 0},
    {"blocked", "international", START, "37-32", "", 0},
    {"capture is compulsory", "international", "W:W28,50:B23", "50-45", "", 0},

    {"PDN 3.0: long form by 24", "international", TWO_WAYS, "47x38x24x13x36", "47x36x19x29x31x42",
     0},
    {"PDN 3.0: long form by 20", "international", TWO_WAYS, "47x38x20x9x36", "47x36x14x29x31x42",
     0},
    {"PDN 3.0: squares left out", "international", TWO_WAYS, "47x24x36", "2", NOTATION_PATH},
    {"PDN 3.0: not right behind", "international", TWO_WAYS, "47x33x24x13x36", "47x36x19x29x31x42",
     NOTATION_PATH},
    {"PDN 3.0: short form is ambiguous", "international", TWO_WAYS, "47x36", "2", 0},
    {"way points that decide", "international", TWO_WAYS, "47x13x36", "2", NOTATION_PATH},
    {"one way point that decides", "international", TWO_WAYS, "47x9x36", "47x36x14x29x31x42",
     NOTATION_PATH},
    {"way point off the path", "international", TWO_WAYS, "47x45x36", "", 0},
    {"way points in the wrong order", "international", TWO_WAYS, "47x9x20x38x36",
     "47x36x14x29x31x42", NOTATION_UNORDERED},
    {"captured squares in brackets", "international", TWO_WAYS, "47x36 <42, 29, 14, 31>",
     "47x36x14x29x31x42", NOTATION_CAPTURED_LISTED},
    {"captured squares behind the move, Hub", "international", TWO_WAYS, "47x36x42x29x14x31",
     "47x36x14x29x31x42", NOTATION_CAPTURED_LISTED},
    {"captured squares between the ends", "international", TWO_WAYS, "47x42x29x14x31x36",
     "47x36x14x29x31x42", NOTATION_CAPTURED_LISTED},
    {"not all captured squares in brackets", "international", TWO_WAYS, "47x36 <42,29,14>", "",
     NOTATION_CAPTURED_LISTED},
    {"Hub, one piece", "international", "W:W28:B23", "28x19x23", "28x19x23",
     NOTATION_CAPTURED_LISTED},

    {"D10 leading zero", "international", "B:W50:B1", "01-07", "1-7", NOTATION_LEADING_ZERO},
    {"D11 blank behind the sign", "international", "B:W50:B1", "1- 7", "1-7", NOTATION_BLANKS},
    {"D11 blanks around the sign", "international", "W:W47:B42", "47 x 38", "47x38x42",
     NOTATION_BLANKS},
    {"D11 column layout", "international", "W:WK4:B9", " 4x 13", "4x13x9", NOTATION_BLANKS},
    {"D11 no-break space", "international", "B:W50:B1",
     "1-\xc2\xa0"
     "7",
     "1-7", NOTATION_BLANKS},
    {"D23 hyphen for a capture", "international", "W:W28:B23", "28-19", "28x19x23",
     NOTATION_HYPHEN_CAPTURE},
    {"D24 x for a quiet move", "english", START, "10x14", "10-14", NOTATION_X_QUIET},
    {"D25 colon for x", "international", "W:W28:B23", "28:19", "28x19x23",
     NOTATION_OTHER_CAPTURE_SIGN},
    {"D25 x for colon", "russian", "W:Wc3:Bd4", "c3xe5", "22x15x18", NOTATION_OTHER_CAPTURE_SIGN},
    {"D26 whole path though the ends do", "international", "W:W28:B23,14", "28x19x10",
     "28x10x14x23", NOTATION_LONG},
    {"D28 English capture in steps", "english", "B:B1:W6,15", "1x10x19", "1x19x6x15",
     NOTATION_LONG},
    {"D29 four digits", "english", START, "1115", "11-15", NOTATION_NO_SEPARATOR},
    {"D29 three digits, one of two ways", "international", "W:W31,50:B1", "3127", "31-27",
     NOTATION_NO_SEPARATOR},
    {"D29 three digits, first way", "international", "W:W11:B50", "117", "11-7",
     NOTATION_NO_SEPARATOR},
    {"D29 three digits, second way", "international", "B:W50:B1", "107", "", NOTATION_NO_SEPARATOR},
    {"D29 three digits, only one way is two squares", "english", "B:B1:W32", "106", "",
     NOTATION_NO_SEPARATOR},
    {"D29 three digits that legality cuts", "international", "B:W50:BK1", "123", "1-23",
     NOTATION_NO_SEPARATOR},
    {"D29 three digits that nothing cuts", "international", "B:W50:BK1,K11", "112", "2",
     NOTATION_NO_SEPARATOR},
    {"D49 en dash", "international", START,
     "32\xe2\x80\x93"
     "28",
     "32-28", NOTATION_OTHER_SIGN},
    {"D49 non-breaking hyphen", "international", START,
     "32\xe2\x80\x91"
     "28",
     "32-28", NOTATION_OTHER_SIGN},
    {"sign of multiplication", "international", "W:W28:B23",
     "28\xc3\x97"
     "19",
     "28x19x23", NOTATION_OTHER_SIGN},
    {"heavy sign of multiplication", "international", "W:W28:B23",
     "28\xe2\x9c\x96"
     "19",
     "28x19x23", NOTATION_OTHER_SIGN},
    {"horizontal bar", "international", START,
     "32\xe2\x80\x95"
     "28",
     "32-28", NOTATION_OTHER_SIGN},
    {"capital X", "international", "W:W28:B23", "28X19", "28x19x23", NOTATION_OTHER_SIGN},
    {"D51 squares as a set", "international", "W:WK47:B29,20", "24x15x29x47", "47x15x20x29",
     NOTATION_UNORDERED},
    {"D51 a set that fits two captures", "international", TWO_WAYS, "36x42x47", "",
     NOTATION_UNORDERED},
    {"D51 a round trip, cut off", "international", ROUND_TRIP, "38x29x18", "", NOTATION_UNORDERED},
    {"D51 a round trip without its last square", "international", ROUND_TRIP, "38x29x18x27",
     "38x38x22x23x32x33", NOTATION_UNORDERED},
    {"D51 a round trip by what it captures", "international", ROUND_TRIP, "22x23x32x33x38",
     "38x38x22x23x32x33", NOTATION_UNORDERED},
    {"D51 a way back that no capture takes", "english", "B:W11:B8", "8x15x8", "",
     NOTATION_UNORDERED},
    {"D51 a way back that no capture takes, from its end", "international", "W:W39:B33,23,14",
     "10x19x28x39x10", "", NOTATION_UNORDERED},
    {"D51 a way back to a square between", "international", "W:W39:B33,23,14", "39x28x19x10x28", "",
     NOTATION_UNORDERED},
    {"D51 each jump with both its squares", "international", "W:W39:B33,23,14", "39x28x28x19x19x10",
     "39x10x14x23x33", NOTATION_UNORDERED},
    {"D52 file and target", "russian", START, "gf4", "24-19", NOTATION_SHORT_LETTERS},
    {"D52 capture by file and target", "russian", "W:Wc3:Bd4", "ce5", "22x15x18",
     NOTATION_SHORT_LETTERS},
    {"D59 each jump by itself", "english", "B:B1:W6,15", "1x10 10x19", "1x19x6x15",
     NOTATION_STEPS | NOTATION_LONG},

    {"letters", "russian", START, "c3-d4", "22-18", 0},
    {"letters, capture", "russian", "W:Wc3:Bd4", "c3:e5", "22x15x18", 0},
    {"letters without a sign", "russian", START, "c3d4", "22-18", NOTATION_NO_SEPARATOR},
    {"capital letters", "turkish", START, "A3-A4", "41-33", NOTATION_CAPITALS},
    {"numbers where letters are the rule", "russian", START, "22-18", "22-18",
     NOTATION_OTHER_SQUARES},
    {"letters where numbers are the rule", "english", START, "b6-a5", "9-13",
     NOTATION_OTHER_SQUARES},
    {"letters up to j10", "international", "W:WK5:B50", "j10-i9", "5-10", NOTATION_OTHER_SQUARES},
    {"a10 is no square of ours", "international", "B:B1:W50", "b10-a9", "1-6",
     NOTATION_OTHER_SQUARES},
    {"numbers from a8 on a full board", "turkish", START, "41-33", "41-33", NOTATION_OTHER_SQUARES},
    {"numbers from a1 on a full board", "turkish", START, "17-25", "41-33",
     NOTATION_OTHER_SQUARES | NOTATION_FROM_A1},
    {"hyphen as the sign of captures", "thai", "W:W8:B11", "8-15", "8x15x11", 0},

    {"Dameo: line of two", "dameo", START, "d1-d4", "60-36", 0},
    {"Dameo: line along a diagonal", "dameo", START, "e1-g3", "61-47", 0},
    {"Dameo: the front man alone", "dameo", START, "e3-e4", "45-37", 0},
    {"Dameo: line without a sign", "dameo", COUP_TURC, "c1e3", "59-45", NOTATION_NO_SEPARATOR},
    {"Dameo: captor's file in brackets", "dameo", "B:Wb5,d1,d2,e1,e3,h2:BKa5,b7,c6,d5", "(ac5x)",
     "25x27x26", NOTATION_SHORT_LETTERS | NOTATION_SUFFIX},
    {"Dameo: hyphens for captures", "dameo", "W:Wc3:Bd3,e4", "c3-e3-e5", "43x29x37x44",
     NOTATION_HYPHEN_CAPTURE | NOTATION_LONG},
    {"Dameo: x behind", "dameo", "W:Wc3:Bd3", "c3-e3x", "43x45x44", NOTATION_SUFFIX},
    {"Dameo: two pieces in one line, right behind", "dameo", "W:WKe1:Be3,e6", "e1xe4xe7",
     "61x13x21x45", NOTATION_LONG},
    {"Dameo: two pieces in one line, elsewhere", "dameo", "W:WKe1:Be3,e6", "e1xe5xe7",
     "61x13x21x45", NOTATION_LONG},
    {"Dameo: from-to for each jump, crowning", "dameo", "W:Wd4:Bd5,d7", "d4d6 d6d8K", "36x4x12x28",
     NOTATION_NO_SEPARATOR | NOTATION_STEPS | NOTATION_SUFFIX | NOTATION_LONG},
    {"Croda: colon and all stops", "croda", "B:Wc3,c5,e2,f1,f3,h2:BKa5,c7,d6,e5,h4", "a5:d5",
     "25x28x27", NOTATION_OTHER_CAPTURE_SIGN},
    {"Croda: plus behind", "croda", "W:Wb4:Bb5,b7", "b4:b6:b8+", "34x2x10x26",
     NOTATION_OTHER_CAPTURE_SIGN | NOTATION_SUFFIX | NOTATION_LONG},
    {"Turkish: ends on the square of a piece removed at once", "turkish", "W:WKd1,c3:Bd3,f5,g4,f3",
     "d1xd3", "60x44x30x39x44x46", 0},
    {"Russian: single jump among longer ways", "russian", "B:Wc3,c7,Ke5,e7,f2,Kh8:BKa5,Ka7,Kb6",
     "b6:g1", "9x32x27", 0},
    {"Frisian: orthogonal jump up", "frisian", "W:W28:B18", "28x8", "28x8x18", 0},
    {"Frisian: orthogonal jump aside", "frisian", "W:W28:B29", "28x30", "28x30x29", 0},
};

static void find_row(void **state)
{
    const struct row *row = *state;
    const struct rules *rules;
    struct position pos;
    struct err err = {0};
    struct written_move written;
    struct moves found;
    unsigned odd = 0;
    char hub[NOTATION_MOVE_SIZE] = "", count[8];
    assert_int_equal(rules_find(text_of(row->variant), &rules, &err), 0);
    position_start(rules, &pos);
    if (*row->fen)
        assert_int_equal(fen_read(rules, text_of(row->fen), (struct src_pos){0}, &pos, NULL, &err),
                         0);
    if (notation_parse(rules, text_of(row->text), &written, &err) != 0)
        fail_msg("%s", err.msg);
    moves_init(&found);
    assert_int_equal(notation_find(rules, &pos, &written, &found, &odd), 0);
    if (found.n == 1)
        notation_write(rules, &pos, &found.at[0], NOTATION_STYLE_HUB, hub);
    snprintf(count, sizeof count, "%u", found.n);
    assert_string_equal(found.n > 1 ? count : hub, row->found);
    if (found.n)
        assert_int_equal(odd, row->odd);
    moves_fini(&found);
}

static const struct bad_row {
    const char *name, *variant, *text, *message;
} bad_rows[] = {
    {"nothing", "international", "", "expected a square, found the end of the move"},
    {"one square", "international", "32", "expected a second square, found the end of the move"},
    {"a sign alone", "international", "-", "expected a move such as 32-28, found \"-\""},
    {"no second square", "international", "32-", "expected a square, found the end of the move"},
    {"square 51", "international", "32-51", "51 is not a square on this board (1 to 50)"},
    {"square 0", "international", "0-1", "0 is not a square on this board (1 to 50)"},
    {"square 33 on 32", "english", "33-29", "33 is not a square on this board (1 to 32)"},
    {"light square", "russian", "c3-c4", "c4 is not a playing square"},
    {"rank 9", "russian", "c3-d9", "d9 is not a playing square"},
    {"five digits", "international", "32281", "32281 is not a square on this board (1 to 50)"},
    {"three digits that are no squares", "international", "990",
     "990 is not a square on this board (1 to 50)"},
    {"a square without its letter", "russian", "7-d6",
     "some of its squares are in letters, some in numbers"},
    {"a landing without its letter", "russian", "h4xh6x8",
     "some of its squares are in letters, some in numbers"},
    {"a letter in numbers", "international", "32-c3",
     "some of its squares are in letters, some in numbers"},
    {"two signs", "international", "32--28", "expected a square, found \"-28\""},
    {"blank instead of a sign", "international", "32 28", "expected '-' or 'x', found \"28\""},
    {"something behind", "international", "32-28?", "expected the end of the move, found \"?\""},
    {"sign cut off by the end", "international", "32\xe2\x80",
     "expected '-' or 'x', found \"\xe2\x80\""},
    {"list not closed", "international", "47x36 <42,29",
     "expected ',' or '>', found the end of the move"},
    {"list with a hole", "international", "47x36 <42,,29>",
     "expected a captured square, found \",29>\""},
    {"list behind one square", "international", "47 <42>",
     "expected two squares before a list of captured ones, found \"<42>\""},
    {"file without target", "russian", "g", "expected a move such as c3-d4, found \"g\""},
    {"a word", "international", "resigns", "expected a move such as 32-28, found \"resigns\""},
    {"a word that begins with a file", "international", "junk",
     "expected a move such as 32-28, found \"junk\""},
    {"a word, 32 numbered squares", "english", "junk",
     "expected a move such as 22-18, found \"junk\""},
    {"a word, squares in letters", "russian", "gunk",
     "expected a move such as c3-d4, found \"gunk\""},
    {"a word, all squares in play", "turkish", "gunk",
     "expected a move such as c3-c4, found \"gunk\""},
};

static void refuse_row(void **state)
{
    const struct bad_row *row = *state;
    const struct rules *rules;
    struct err err = {0};
    struct written_move written;
    assert_int_equal(rules_find(text_of(row->variant), &rules, &err), 0);
    assert_int_equal(notation_parse(rules, text_of(row->text), &written, &err), -1);
    assert_string_equal(err.msg, row->message);
}

/* The move that a message gives as an example has squares of the variant. */
static void examples_have_squares(void **state)
{
    (void)state;
    for (unsigned i = 0; i < rules_count; i++) {
        struct written_move written;
        struct err err = {0};
        char text[16];
        assert_int_equal(notation_parse(rules_all[i], text_of("?"), &written, &err), -1);
        assert_int_equal(sscanf(err.msg, "expected a move such as %15[^,]", text), 1);
        assert_int_equal(notation_parse(rules_all[i], text_of(text), &written, &err), 0);
        assert_int_equal(written.odd, 0);
    }
}

/* The longest move there can be is read; one more square is not. */
static void many_squares(void **state)
{
    (void)state;
    char text[4 * NOTATION_SQUARES_MAX + 8] = "1";
    struct written_move written;
    struct err err = {0};
    for (unsigned i = 1; i < NOTATION_SQUARES_MAX; i++)
        strcat(text, "x1");
    assert_int_equal(notation_parse(rules_international, text_of(text), &written, &err), 0);
    assert_int_equal(written.n, NOTATION_SQUARES_MAX);
    strcat(text, "x1");
    assert_int_equal(notation_parse(rules_international, text_of(text), &written, &err), -1);
}

static const struct write_row {
    const char *name, *variant, *fen, *hub, *text;
    enum notation_style style;
} write_rows[] = {
    {"short, quiet", "international", START, "32-28", "32-28", NOTATION_STYLE_SHORT},
    {"short, capture of two", "international", "W:W28:B23,14", "28x10x14x23", "28x10",
     NOTATION_STYLE_SHORT},
    {"full, capture of two", "international", "W:W28:B23,14", "28x10x14x23", "28x19x10",
     NOTATION_STYLE_FULL},
    {"ambiguous, by 24", "international", TWO_WAYS, "47x36x19x29x31x42", "47x38x24x13x36",
     NOTATION_STYLE_SHORT},
    {"ambiguous, by 20", "international", TWO_WAYS, "47x36x14x29x31x42", "47x38x20x9x36",
     NOTATION_STYLE_SHORT},
    {"Russian sign", "russian", "W:Wc3:Bd4", "22x15x18", "c3:e5", NOTATION_STYLE_SHORT},
    {"Thai sign", "thai", "W:W8:B11", "8x15x11", "8-15", NOTATION_STYLE_SHORT},
    {"line of men", "dameo", START, "60-36", "d1-d4", NOTATION_STYLE_SHORT},
    {"full board, all landing squares", "dameo", "W:Wc3:Bd3,e4", "43x29x37x44", "c3xe3xe5",
     NOTATION_STYLE_FULL},
    {"king straight on, right behind", "dameo", "W:WKe1:Be3,e6", "61x13x21x45", "e1xe4xe7",
     NOTATION_STYLE_FULL},
};

static void write_row(void **state)
{
    const struct write_row *row = *state;
    const struct rules *rules;
    struct position pos;
    struct err err = {0};
    struct moves list;
    char text[NOTATION_MOVE_SIZE];
    bool written = false;
    assert_int_equal(rules_find(text_of(row->variant), &rules, &err), 0);
    position_start(rules, &pos);
    if (*row->fen)
        assert_int_equal(fen_read(rules, text_of(row->fen), (struct src_pos){0}, &pos, NULL, &err),
                         0);
    moves_init(&list);
    assert_int_equal(moves_generate(rules, &pos, &list), 0);
    for (unsigned i = 0; i < list.n; i++) {
        notation_write(rules, &pos, &list.at[i], NOTATION_STYLE_HUB, text);
        if (strcmp(text, row->hub) != 0)
            continue;
        assert_int_equal(notation_write(rules, &pos, &list.at[i], row->style, text),
                         strlen(row->text));
        assert_string_equal(text, row->text);
        written = true;
    }
    assert_true(written);
    moves_fini(&list);
}

static const struct square_row {
    const char *name, *variant, *first, *last;
    int file, rank; /* of number 1 */
} square_rows[] = {
    {"squares of international: 1 is b10", "international", "1", "50", 1, 9},
    {"squares of english: 1 is b8", "english", "1", "32", 1, 7},
    {"squares of italian: 1 is a8", "italian", "1", "32", 0, 7},
    {"squares of spanish: 1 is h1", "spanish", "1", "32", 7, 0},
    {"squares of thai: 1 is g1", "thai", "1", "32", 6, 0},
    {"squares of russian: 1 is b8", "russian", "b8", "g1", 1, 7},
    {"squares of turkish: 1 is a8", "turkish", "a8", "h1", 0, 7},
};

static void name_squares(void **state)
{
    const struct square_row *row = *state;
    const struct rules *rules;
    struct err err = {0};
    char name[4];
    assert_int_equal(rules_find(text_of(row->variant), &rules, &err), 0);
    unsigned squares = rules->board->squares;
    assert_int_equal(notation_square_numbered(rules, 1),
                     board_at(rules->board, row->file, row->rank));
    notation_square(rules, notation_square_numbered(rules, 1), name);
    assert_string_equal(name, row->first);
    notation_square(rules, notation_square_numbered(rules, squares), name);
    assert_string_equal(name, row->last);
    assert_int_equal(notation_square_numbered(rules, 0), SQUARE_NONE);
    assert_int_equal(notation_square_numbered(rules, squares + 1), SQUARE_NONE);
    assert_int_equal(notation_square_numbered(rules, 1000), SQUARE_NONE);
    for (unsigned n = 1; n <= squares; n++)
        assert_int_equal(notation_number_of(rules, notation_square_numbered(rules, n)), n);
}

/* A generator of our own, so that a failure comes again. */
static unsigned next_random(uint64_t *seed)
{
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return (unsigned)(*seed >> 33);
}

/* Words that stand alone, and what notation_read says of those that name no single move. */
static const struct read_row {
    const char *name, *fen, *text;
    unsigned moves;      /* that the word can mean */
    const char *message; /* NULL: it is read */
} read_rows[] = {
    {"a move", "", "32-28", 1, NULL},
    {"not legal", "", "32-29", 0, "'32-29' is not a legal move"},
    {"several captures", TWO_WAYS, "47x36", 2, "'47x36' is ambiguous: 2 moves fit"},
    {"no move", "", "32-51", 0, "'32-51': 51 is not a square on this board (1 to 50)"},
    {"a long word is cut short", "",
     "32-28-32-28-32-28-32-28-32-28-32-28-32-28-32-28-32-28-32-28-32-28", 0,
     "'32-28-32-28-32-28-32-28-32-28-32-28-32-28-32-28-32-28-32-28-' is not a legal move"},
    {"a word is not cut within a character", "",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaéé", 0,
     "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa': expected a move such as "
     "32-28, found \"aaaaaaaaaaaaaaaaaaaaaaaa\""},
};

static void reads_word(void **state)
{
    const struct read_row *row = *state;
    struct err err = {0}, why = {0};
    struct position pos;
    struct moves found;
    struct move move;
    position_start(rules_international, &pos);
    if (*row->fen)
        assert_int_equal(
            fen_read(rules_international, text_of(row->fen), (struct src_pos){0}, &pos, NULL, &err),
            0);
    moves_init(&found);
    assert_int_equal(notation_read_all(rules_international, &pos, text_of(row->text), &found, &why),
                     row->moves ? 0 : 1);
    assert_int_equal(found.n, row->moves);
    assert_int_equal(notation_read(rules_international, &pos, text_of(row->text), &move, &err),
                     row->message ? 1 : 0);
    assert_string_equal(err.msg, row->message ? row->message : "");
    if (!row->message)
        assert_true(move_same(&move, &found.at[0]));
    moves_fini(&found);
}

static void check_round_trip(const struct rules *rules, const struct position *pos,
                             const struct move *mv, enum notation_style style)
{
    char text[NOTATION_MOVE_SIZE], fen[FEN_SIZE];
    struct written_move written;
    struct moves found;
    struct err err = {0};
    unsigned odd = 0;
    unsigned n = notation_write(rules, pos, mv, style, text);
    moves_init(&found);
    fen_write(rules, pos, fen);
    if (notation_parse(rules, (struct text){text, n}, &written, &err) != 0)
        fail_msg("%s: %s: %s", fen, text, err.msg);
    assert_int_equal(notation_find(rules, pos, &written, &found, &odd), 0);
    if (found.n != 1 || !move_same(&found.at[0], mv))
        fail_msg("%s: %s fits %u moves", fen, text, found.n);
    if (style == NOTATION_STYLE_SHORT
            ? odd
            : style == NOTATION_STYLE_FULL && odd & ~(unsigned)NOTATION_LONG)
        fail_msg("%s: %s is odd: %x", fen, text, odd);
    moves_fini(&found);
}

/* A board strewn with pieces, many of them kings: long and ambiguous captures. */
static void strew(const struct rules *rules, uint64_t *seed, struct position *pos)
{
    *pos = (struct position){.turn = (uint8_t)(next_random(seed) % 2)};
    unsigned own = 1 + next_random(seed) % 4, foes = 1 + next_random(seed) % 14;
    for (unsigned i = 0; i < own + foes; i++) {
        square sq = notation_square_numbered(rules, 1 + next_random(seed) % rules->board->squares);
        unsigned side = i < own ? pos->turn : !pos->turn;
        bitboard bit = (bitboard)1 << sq;
        if ((pos->pieces[WHITE] | pos->pieces[BLACK]) & bit)
            continue;
        bool king = next_random(seed) % 8 < (i < own ? 7 : 2) || rules->board->crowning[side] & bit;
        pos->pieces[side] |= bit;
        if (king)
            pos->kings |= bit;
    }
}

static void check_position(const struct rules *rules, const struct position *pos)
{
    struct moves list;
    moves_init(&list);
    assert_int_equal(moves_generate(rules, pos, &list), 0);
    for (unsigned i = 0; i < list.n; i++)
        for (int style = NOTATION_STYLE_SHORT; style <= NOTATION_STYLE_HUB; style++)
            check_round_trip(rules, pos, &list.at[i], (enum notation_style)style);
    moves_fini(&list);
}

static void round_trips(void **state)
{
    enum { PLIES = 150 };
    const unsigned strewn = effort(400, 20), games = effort(6, 1);
    const struct rules *rules = *state;
    uint64_t seed = 20260629;
    struct position pos;
    for (unsigned i = 0; i < strewn; i++) {
        strew(rules, &seed, &pos);
        check_position(rules, &pos);
    }
    for (unsigned game = 0; game < games; game++) {
        position_start(rules, &pos);
        for (unsigned ply = 0; ply < PLIES; ply++) {
            struct moves list;
            moves_init(&list);
            assert_int_equal(moves_generate(rules, &pos, &list), 0);
            if (list.n) {
                check_position(rules, &pos);
                move_play(rules, &pos, &list.at[next_random(&seed) % list.n]);
            }
            moves_fini(&list);
        }
    }
}

/* With the legal moves at hand, writing them costs no more than listing them once did. */
static void many_moves_of_a_position(void **state)
{
    (void)state;
    const struct rules *armenian;
    struct position pos;
    struct moves list;
    struct budget once = {1000000}, written = {1000000};
    struct err err = {0};
    const struct text fen =
        text_of("W:WKc1,Kc2,Kb5,Ka7,Kb7,Kc7:Be2,g2,c3,d3,e3,b4,g4,a5,c5,e5,c6,f6,"
                "d7,f7,g7");
    char mine[NOTATION_MOVE_SIZE], plain[NOTATION_MOVE_SIZE];
    assert_int_equal(rules_find(text_of("armenian"), &armenian, &err), 0);
    assert_int_equal(fen_read(armenian, fen, (struct src_pos){0}, &pos, NULL, &err), 0);
    moves_init(&list);
    budget_begin(&once);
    assert_int_equal(moves_generate(armenian, &pos, &list), 0);
    assert_int_equal(list.n, 315);
    budget_begin(&written);
    for (unsigned i = 0; i < list.n; i++)
        notation_write_one_of(armenian, &pos, &list.at[i], &list, NOTATION_STYLE_SHORT, mine);
    budget_end();
    assert_true(once.steps < 1000000);
    assert_true(written.steps >= once.steps);
    for (unsigned i = 0; i < list.n; i += 50) {
        notation_write_one_of(armenian, &pos, &list.at[i], &list, NOTATION_STYLE_SHORT, mine);
        notation_write(armenian, &pos, &list.at[i], NOTATION_STYLE_SHORT, plain);
        assert_string_equal(mine, plain);
    }
    struct budget none = {1};
    budget_begin(&none);
    notation_write(armenian, &pos, &list.at[0], NOTATION_STYLE_FULL, mine);
    budget_end();
    assert_string_equal(mine, "c1xa1"); /* without a way */
    moves_fini(&list);
}

int main(void)
{
    static char names[64][64];
    ROWS_BY_ADDRESS(rows, name, find_row);
    ROWS_BY_ADDRESS(bad_rows, name, refuse_row);
    ROWS_BY_ADDRESS(read_rows, name, reads_word);
    ROWS_BY_ADDRESS(write_rows, name, write_row);
    ROWS_BY_ADDRESS(square_rows, name, name_squares);
    rows_add("examples in messages", NULL, examples_have_squares, NULL);
    rows_add("64 squares and one more", NULL, many_squares, NULL);
    rows_add("many moves of a position", NULL, many_moves_of_a_position, NULL);
    for (unsigned i = 0; i < rules_count; i++) {
        snprintf(names[i], sizeof names[i], "round trips of %s", rules_all[i]->name);
        rows_add(names[i], NULL, round_trips, rules_all[i]);
    }
    return rows_run("notation");
}
