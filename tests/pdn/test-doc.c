// SPDX-License-Identifier: MIT
/*
 * DOC files as they most probably look: each row is a text and what it must become, written as PDN.
 */
#include "core/base/array.h"
#include "core/check/check.h"
#include "pdn/formats/doc.h"
#include "pdn/pdn.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static const struct {
    const char *name, *text, *pdn; /* games one after another */
} rows[] = {
    {"columns of moves", " 1.33-29 19-23  2.35-30 20-25\n 3.40-35 14-20  4.44-40 10-14? 0-0\n",
     "1. 33-29 19-23 2. 35-30 20-25 3. 40-35 14-20 4. 44-40 10-14?\n0-0\n\n"},
    {"tags of PDN",
     "[Event \"Open\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n1.32-28 2-0\n",
     "[Event \"Open\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n\n1. 32-28\n2-0\n\n"},
    {"a FEN of PDN", "[FEN \"B:W31:B20\"]\n1.20-24 31-27\n",
     "[FEN \"B:W31:B20\"]\n\n1... 20-24 2. 31-27\n*\n\n"},
    {"a FEN of PDN in small letters, and a second one",
     "[fen \"B:W31:B20\"]\n[FEN \"W:W32:B10\"]\n1.20-24 31-27\n",
     "[fen \"B:W31:B20\"]\n\n{[FEN \"W:W32:B10\"]} 1... 20-24 2. 31-27\n*\n\n"},
    {"tags in one line", "[White \"A\"] [Black \"B\"]\n1.32-28 2-0\n",
     "{[White \"A\"] [Black \"B\"]} 1. 32-28\n2-0\n\n"},
    {"blanks inside", " 1.32-28  19-23 2.28x19 14x23\n 3.31-27  9-14  4.36-31  3- 9\n",
     "1. 32-28 19-23 2. 28x19 14x23 3. 31-27 9-14 4. 36-31 3-9\n*\n\n"},
    {"typographic signs",
     "1.32\xE2\x80\x93"
     "28 19\xE2\x80\x94"
     "23 2.28\xC3\x97"
     "19 14x23 \xC2\xBD-\xC2\xBD\n",
     "1. 32-28 19-23 2. 28x19 14x23\n\xC2\xBD-\xC2\xBD\n\n"},
    {"results with blanks", "Xu - Yz  2 - 0\n1.32-28 19-23 2 - 0\nXu - Yz\n1.32-28 (12-0) 1/2 *\n",
     "[White \"Xu\"]\n[Black \"Yz\"]\n[Result \"2 - 0\"]\n\n1. 32-28 19-23\n2 - 0\n\n"
     "[White \"Xu\"]\n[Black \"Yz\"]\n\n1. 32-28 {12-0} {1/2}\n*\n\n"},
    {"numbers without a point",
     "Xu - Yz\n  1 32-28   19-23\n  2 28x19   14x23\n  3 37-32 12 13\nXu - Yz\n 1 33-29\n",
     "[White \"Xu\"]\n[Black \"Yz\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 {12 13}\n*\n\n"
     "[White \"Xu\"]\n[Black \"Yz\"]\n\n1. 33-29\n*\n\n"},
    {"names, date, result", "A. Jansen - B. de Boer  1-1\n12-5-1985\n1.32-28 19-23 1-1\n",
     "[Date \"1985.05.12\"]\n[White \"A. Jansen\"]\n[Black \"B. de Boer\"]\n[Result \"1-1\"]\n\n"
     "1. 32-28 19-23\n1-1\n\n"},
    {"keywords",
     "Wit: Jansen\nZwart: De Boer\nToernooi: Open\nPlaats: Delft\nRonde 3\nUitslag: 0-2\n1.32-28\n",
     "[Event \"Open\"]\n[Site \"Delft\"]\n[Round \"3\"]\n[White \"Jansen\"]\n[Black \"De Boer\"]\n"
     "[Result \"0-2\"]\n\n1. 32-28\n0-2\n\n"},
    {"titles and ratings", "GMI T. Sijbrands (1520) - MI X. Jansen\n1.32-28 *\n",
     "[White \"T. Sijbrands\"]\n[Black \"X. Jansen\"]\n[WhiteTitle \"GMI\"]\n[BlackTitle \"MI\"]\n"
     "[WhiteRating \"1520\"]\n\n1. 32-28\n*\n\n"},
    {"what is not known", "Eerste regel\nTweede regel\nDerde regel\n1.32-28 *\n",
     "[Event \"Eerste regel\"]\n[Site \"Tweede regel\"]\n\n{Derde regel} 1. 32-28\n*\n\n"},
    {"strengths and signs", "1.32-28! 19-23?! 2.28x19 14x23(?) 3.37-32 + 10-14 *\n",
     "1. 32-28! 19-23?! 2. 28x19 14x23? 3. 37-32 {+} 3... 10-14\n*\n\n"},
    {"a star after a blank is a sign where the game goes on",
     "1.32-28 * 19-23 * 2.28x19 *\n14x23 (13x24 * 3.37-32) 3.37-32 *\n 2-0\nXu - Yz\n1.33-29 *\n1.31-26 *\n",
     "1. 32-28 {*} 1... 19-23 {*} 2. 28x19 {*} 2... 14x23 (2... 13x24 {*} 3. 37-32)\n"
     "3. 37-32 {*}\n2-0\n\n[White \"Xu\"]\n[Black \"Yz\"]\n\n1. 33-29\n*\n\n1. 31-26\n*\n\n"},
    {"the result of the names is that of the game", "2-0\nXu - Yz 1-1\n1.33-29 1-1\n",
     "[White \"Xu\"]\n[Black \"Yz\"]\n[Result \"1-1\"]\n\n{2-0} 1. 33-29\n1-1\n\n"},
    {"comments and text",
     "1.32-28 {a} 19-23 [b] 2.28x19 en nu wint 12-18 niet. 14x23 \"c\" 3.37-32\n",
     "1. 32-28 {a} 1... 19-23 {b} 2. 28x19 {en nu wint 12-18 niet. 14x23 \"c\" 3.37-32}\n*\n\n"},
    {"brackets in brackets", "1.32-28 (niet 33-29 (zie 34-30)!) 19-23 {a {b} c} 2.28x19 (d 14x23\n",
     "1. 32-28 {niet 33-29 (zie 34-30)!} 1... 19-23 {a (b) c} 2. 28x19 {(d 14x23}\n*\n\n"},
    {"a bracket too few", "1.32-28 (niet 33-29 (zie 34-30) 19-23 2.28x19\n",
     "1. 32-28 {niet 33-29 (zie 34-30} 1... 19-23 2. 28x19\n*\n\n"},
    {"text before a move without a number",
     "1.32-28 goed 19-23 2.28x19 beter dan 12-18 14x23! 3.37-32 zwak. 1-7 4.41-37\n",
     "1. 32-28 {goed} 1... 19-23 2. 28x19 {beter dan 12-18} 2... 14x23! 3. 37-32\n{zwak. 1-7 4.41-37}\n*\n\n"},
    {"variations",
     "1.32-28 19-23 (18-23 2.33-29) 2.28x19 14x23 (13x24 (is ook goed) 3.37-32) 3.37-32\n",
     "1. 32-28 19-23 (1... 18-23 2. 33-29) 2. 28x19 14x23 (2... 13x24 {is ook goed}\n3. 37-32) 3. 37-32\n*\n\n"},
    {"two games by number", "1.32-28 19-23\n1.33-29 19-23\n",
     "1. 32-28 19-23\n*\n\n1. 33-29 19-23\n*\n\n"},
    {"two games by a rule", "1.32-28 19-23\n=====\nXu - Yz\n1.33-29\n",
     "1. 32-28 19-23\n*\n\n[White \"Xu\"]\n[Black \"Yz\"]\n\n1. 33-29\n*\n\n"},
    {"two games by a form feed", "1.32-28 19-23\f1.33-29\n",
     "1. 32-28 19-23\n*\n\n1. 33-29\n*\n\n"},
    {"two games by a result", "1.32-28 2-0\nWit: Jansen\n1.33-29 0-2\n",
     "1. 32-28\n2-0\n\n[White \"Jansen\"]\n\n1. 33-29\n0-2\n\n"},
    {"the time after a result",
     "1.32-28 19-23 0-2 (tijd 1.55/2.00)\nXu - Yz\n1.33-29 2-0 1.55/2.00",
     "1. 32-28 19-23 {(tijd 1.55/2.00)}\n0-2\n\n[White \"Xu\"]\n[Black \"Yz\"]\n\n"
     "1. 33-29 {1.55/2.00}\n2-0\n\n"},
    {"another game after a result", "1.32-28 0-2 1.33-29 2-0 Xu - Yz\n1. 31-27 1-1",
     "1. 32-28\n0-2\n\n1. 33-29\n2-0\n\n[White \"Xu\"]\n[Black \"Yz\"]\n\n1. 31-27\n1-1\n\n"},
    {"lines that end in CR", "Xu - Yz\rOpen\r1.32-28 19-23\r2.28x19 14x23 1-1\rAb - Cd\r1.33-29\r",
     "[Event \"Open\"]\n[White \"Xu\"]\n[Black \"Yz\"]\n\n1. 32-28 19-23 2. 28x19 14x23\n1-1\n\n"
     "[White \"Ab\"]\n[Black \"Cd\"]\n\n1. 33-29\n*\n\n"},
    {"lines that end in CR LF", "Xu - Yz\r\n1.32-28 19-23\r\nAb - Cd\r\n1.33-29\r\n",
     "[White \"Xu\"]\n[Black \"Yz\"]\n\n1. 32-28 19-23\n*\n\n"
     "[White \"Ab\"]\n[Black \"Cd\"]\n\n1. 33-29\n*\n\n"},
    {"two games by names", "1.32-28 19-23\nXu - Yz 1-1\nOpen\n1.33-29\n",
     "1. 32-28 19-23\n*\n\n[Event \"Open\"]\n[White \"Xu\"]\n[Black \"Yz\"]\n[Result \"1-1\"]\n\n"
     "1. 33-29\n1-1\n\n"},
    {"two games by keywords", "1.32-28 19-23\nUitslag: 2-0\nWit : Xu\nUitslag : 0-2\n1.33-29\n",
     "1. 32-28 19-23 {Uitslag:}\n2-0\n\n[White \"Xu\"]\n[Result \"0-2\"]\n\n1. 33-29\n0-2\n\n"},
    {"two positions",
     "Wit: 27 28 29\nZwart: 8 9 10\n1.27-22\n\nWit: 37 38 39\nZwart: 8 9 10\n1.37-32\n",
     "[FEN \"W:W27-29:B8-10\"]\n\n1. 27-22\n*\n\n[FEN \"W:W37-39:B8-10\"]\n\n1. 37-32\n*\n\n"},
    {"an illegal move, then another game", "1.32-28 19-23 2.28-40 14x23\nXu - Yz\n1.33-29\n",
     "1. 32-28 19-23 2. 28-40 {14x23}\n*\n\n[White \"Xu\"]\n[Black \"Yz\"]\n\n1. 33-29\n*\n\n"},
    {"names in a remark are no header", "1.32-28 19-23\nXu - Yz, Delft\n2.28x19 14x23\n",
     "1. 32-28 19-23 {Xu - Yz, Delft} 2. 28x19 14x23\n*\n\n"},
    {"a position", "Wit: 27 28 D5\nZwart: 16, 17, 18\n1.27-22\n",
     "[FEN \"W:WK5,27,28:B16-18\"]\n\n1. 27-22\n*\n\n"},
    {"kings in words", "Wit: 27 28 dam 5\nZwart: D8 dam 9 10\n1.27-22\n",
     "[FEN \"W:WK5,27,28:BK8,K9,10\"]\n\n1. 27-22\n*\n\n"},
    {"two pieces against three", "Stand:\nWit: 27 32 37\nZwart: 16 18\n1.27-22 18x27 2-0\n",
     "[FEN \"W:W27,32,37:B16,18\"]\n\n1. 27-22 18x27\n2-0\n\n"},
    {"a king against three", "Stelling\nZwart: dam 5\nWit: 27 32 K46\n1.27-22\n",
     "[FEN \"W:W27,32,K46:BK5\"]\n\n1. 27-22\n*\n\n"},
    {"a king against two", "DIAGRAM\nJansen - De Boer\nWit: 27 K46\nZwart: dam 5\n1.27-22\n",
     "[White \"Jansen\"]\n[Black \"De Boer\"]\n[FEN \"W:W27,K46:BK5\"]\n\n1. 27-22\n*\n\n"},
    {"a position of two pieces without moves", "Wit: 27 32 37\nZwart: 16\n",
     "[FEN \"W:W27,32,37:B16\"]\n\n*\n\n"},
    {"a king against a king", "Wit: K5\nZwart: dam 46\n1.5-10\n",
     "[FEN \"W:WK5:BK46\"]\n\n1. 5-10\n*\n\n"},
    {"a piece against a piece, announced", "Stand:\nWit: 31\nZwart: 16\n1.31-27\n",
     "[FEN \"W:W31:B16\"]\n\n1. 31-27\n*\n\n"},
    {"numbers for players", "Wit: 12\nZwart: 15\n1.32-28\n",
     "[White \"12\"]\n[Black \"15\"]\n\n1. 32-28\n*\n\n"},
    {"a number against a name", "Wit: 12 13\nZwart: Jansen\n1.32-28\n",
     "[White \"12 13\"]\n[Black \"Jansen\"]\n\n1. 32-28\n*\n\n"},
    {"a number for a player whose name is known", "Jansen - De Boer\nWit: 12\n1.32-28\n",
     "[White \"Jansen\"]\n[Black \"De Boer\"]\n\n{Wit: 12} 1. 32-28\n*\n\n"},
    {"a second list for a side", "Wit: 27\nWit: 28 29 30\nZwart: 8 9 10\n1.27-22\n",
     "[FEN \"W:W27:B8-10\"]\n\n{Wit: 28 29 30} 1. 27-22\n*\n\n"},
    {"a caption is no name", "Wit begint en wint\nWit: 27 28 32\nZwart: 16 17 18\n1.27-22\n",
     "[Event \"Wit begint en wint\"]\n[FEN \"W:W27,28,32:B16-18\"]\n\n1. 27-22\n*\n\n"},
    {"a name without a colon", "Wit Speelman\nZwart Beginner\n1.32-28\n",
     "[White \"Speelman\"]\n[Black \"Beginner\"]\n\n1. 32-28\n*\n\n"},
    {"Black begins", "Wit: 27 28 32\nZwart: 16 17 18\n1... 18-22\n",
     "[FEN \"B:W27,28,32:B16-18\"]\n\n1... 18-22\n*\n\n"},
    {"a caption says that Black begins",
     "Zwart begint en wint\nWit: 27 28 32\nZwart: 16 17 18\n1. 18-22\n",
     "[Event \"Zwart begint en wint\"]\n[FEN \"B:W27,28,32:B16-18\"]\n\n1... 18-22\n*\n\n"},
    {"a caption without moves", "Wit: 27 28 32\nZwart: 16 17 18\nZwart aan zet\n",
     "[Event \"Zwart aan zet\"]\n[FEN \"B:W27,28,32:B16-18\"]\n\n*\n\n"},
    {"a caption that does not say who begins",
     "Zwart wint\nWit: 27 28 32\nZwart: 16 17 18\n1.27-22\n",
     "[Event \"Zwart wint\"]\n[FEN \"W:W27,28,32:B16-18\"]\n\n1. 27-22\n*\n\n"},
    {"the first move says that Black begins", "Wit: 27 28 32\nZwart: 16 17 18\n1. 18-22\n",
     "[FEN \"B:W27,28,32:B16-18\"]\n\n1... 18-22\n*\n\n"},
    {"a second value of a tag stays",
     "Xu - Yz 2-0\nUitslag: 1-1\nPartij: 12\nToernooi: Open\n1.32-28\n",
     "[Event \"12\"]\n[White \"Xu\"]\n[Black \"Yz\"]\n[Result \"2-0\"]\n\n"
     "{Uitslag: 1-1} {Toernooi: Open} 1. 32-28\n2-0\n\n"},
    {"an illegal move", "1.32-28 19-23 2.28-40 14x23 3.37-32 2-0\n",
     "1. 32-28 19-23 2. 28-40 {14x23 3.37-32}\n2-0\n\n"},
    {"a list of too many squares", "Wit: 1 2 31-35-40\nZwart: 48 49 50\n1.32-28\n",
     "{Wit: 1 2 31-35-40} {Zwart: 48 49 50} 1. 32-28\n*\n\n"},
    {"a king without a square", "Wit: 31 32 33 D\nZwart: 1 2 3\n1.32-28\n",
     "{Wit: 31 32 33 D} {Zwart: 1 2 3} 1. 32-28\n*\n\n"},
    {"DOS' end within a comment", "1.32-28 2-0\n1.33-29 {a \x1A b}",
     "1. 32-28\n2-0\n\n1. 33-29 {{a}\n*\n\n"},
    {"the end of DOS files", "1.32-28 19-23\n\x1A rubbish", "1. 32-28 19-23\n*\n\n"},
    {"no games", "Just a letter.\n", "[Event \"Just a letter.\"]\n\n*\n\n"},
};

static void becomes(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct arena arena = {0};
    struct buffer out = {0};
    struct checker *checker = checker_open(&(struct check_options){.quiet = true});
    const char *text = rows[i].text;
    size_t n = strlen(text);
    for (size_t at = 0, used; at < n; at += used) {
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena, .at = {"x.doc", 1, 1}};
        int rc = doc_parse(text + at, n - at, &used, &game, &found, NULL);
        assert_true(rc >= 0 && used > 0);
        if (rc == 0)
            continue;
        assert_int_equal(check_game(checker, &game, &found, NULL), 0);
        assert_int_equal(pdn_write(&game, NULL, &out, NULL), 0);
    }
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, rows[i].pdn);
    checker_close(checker);
    buffer_fini(&out);
    arena_fini(&arena);
}

/*
 * Texts that are long in one way each. The test's own time limit fails where the reader's time is
 * quadratic.
 */
static const struct {
    const char *name, *head, *again, *tail;
    unsigned times;
} long_rows[] = {
    {"brackets that are never closed", "1.32-28 ", "( { [ \" x ", "", 200000},
    {"brackets that are closed once", "1.32-28 ", "(", ")", 200000},
    {"numbers in a text", "1.32-28 en ", "19-23 3.1-2 ", "", 100000},
    {"comments on one move", "1.32-28 ", "{a} ", "", 400000},
    {"signs behind one move", "1.32-28 ", "+ ", "", 400000},
    {"strengths behind one move", "1.32-28 ", "! ", "", 400000},
    {"variations on one move", "1.32-28 ", "(33-29) ", "", 100000},
    {"lines before the moves", "a\nb\n", "c d e f\n", "1.32-28", 200000},
    {"lines of names", "1.32-28 ", "\nXu - Yz", "\n2.1-6", 100000},
    {"games", "", "1.32-28\n=====\n", "", 100000},
    {"games on one line", "", "1.32-28 19-23 1.31-26 ", "", 100000},
    {"games on one line with results", "", "1.32-28 19-23 2-0 ", "1.31-26", 100000},
    {"games with an open bracket", "", "1.32-28 {\n=====\n", "", 100000},
    {"a list of squares", "Wit: 1 2 3", "1234567890", "\nZwart: 48 49 50\n1.32-28", 100000},
    {"a list of kings", "Wit: 1 2 3", "D", "\nZwart: 48 49 50\n1.32-28", 1000000},
};

static void takes_linear_time(void **state)
{
    size_t i = (size_t)(uintptr_t)*state, used;
    struct buffer text = {0};
    buffer_add_string(&text, long_rows[i].head);
    for (unsigned k = 0; k < long_rows[i].times; k++)
        buffer_add_string(&text, long_rows[i].again);
    buffer_add_string(&text, long_rows[i].tail);
    for (size_t at = 0; at < text.n; at += used) {
        struct arena arena = {0};
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena};
        assert_int_equal(doc_parse(text.s + at, text.n - at, &used, &game, &found, NULL), 1);
        assert_true(used > 0);
        arena_fini(&arena);
    }
    buffer_fini(&text);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, becomes);
    ROWS_BY_INDEX(long_rows, name, takes_linear_time);
    return rows_run("doc");
}
