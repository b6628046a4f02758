// SPDX-License-Identifier: MIT
/*
 * Where a file may be cut, and what the parser does with very much of something: linear time,
 * bounded memory.
 */
#include "core/base/array.h"
#include "pdn/pdn.h"
#include "tests/lib/game-equal.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static const struct {
    const char *name, *text;
    size_t target, cut;
} rows[] = {
    {"nothing", "", 1, 0},
    {"one game", "[White \"A\"]\n1. 32-28 *\n", 5, 0},
    {"behind a blank line", "[White \"A\"]\n*\n\n[White \"B\"]\n*\n", 1, 15},
    {"the last before the target", "[A \"\"]\n*\n\n[B \"\"]\n*\n\n[C \"\"]\n*\n", 21, 20},
    {"the target itself is a cut", "[A \"\"]\n*\n\n[B \"\"]\n*\n\n[C \"\"]\n*\n", 20, 20},
    {"the first behind the target", "[A \"\"]\n*\n\n[B \"\"]\n*\n\n[C \"\"]\n*\n", 3, 10},
    {"a blank line of blanks, CR LF", "[A \"\"]\r\n*\r\n \t\r\n[B \"\"]\r\n*", 1, 15},
    {"CR alone", "[A \"\"]\r*\r\r[B \"\"]\r*", 1, 10},
    {"a blank line in letters", "[A \"\"]\\r\n*\\r\n\\r\n[B \"\"]\n", 1, 16},
    {"behind a line that ends in a star", "[FEN \"\"] *\n[FEN \"\"] *\n", 1, 11},
    {"behind a line that ends in a result", "[A \"\"]\n32-28 1-1\n[B \"\"]", 1, 17},
    {"behind a result in halves", "[A \"\"]\n32-28 1/2-1/2\n[B \"\"]", 1, 21},
    {"not behind a result that another takes in", "[A \"\"]\n28 1+ - 1-0\n[B \"\"]", 1, 0},
    {"not behind a move", "[A \"\"]\n32-28\n[B \"\"]", 1, 0},
    {"not behind a move 1-10", "[A \"\"]\n1-10\n[B \"\"]", 1, 0},
    {"not inside a line", "[A \"\"]\n\n1. 32-28 1-1[B \"\"]\n", 1, 0},
    {"not between tags", "[Event \"x\"]\n\n[PlyCount \"1\"]\n", 1, 0},
    {"between tags where a game begins", "[White \"x\"]\n\n[Event \"1\"]\n", 1, 13},
    {"not before what is no tag", "[A \"\"]\n*\n\n[Empty]\n\n[Round 17]\n", 1, 0},
    {"not before FILENAME", "[A \"\"]\n*\n\n[FILENAME \"\"]\n", 1, 0},
    {"inside a comment", "[A \"\"]\n{ open\n\n[B \"\"]\n*", 1, 15},
    {"not before the first tags", "{preface}\n\n[A \"\"]\n*\n\n[B \"\"]\n*", 1, 21},
    {"no tags: behind a result, before number 1", "1. 32-28 1-1\n1. 33-28 19-23 2-0\n", 1, 13},
    {"no tags: before the blanks in front of number 1", "1. 32-28 1-1\n\n \t1. 33-28 19-23 2-0\n",
     1, 14},
    {"no tags: the last before the target", "1. 3-9 *\n\n1. 3-9 *\n\n1. 33-28 19-23 2-0\n", 25, 20},
    {"no tags but at the head", "[A \"x\"]\n[B \"\"]\n\n1. 32-28 1-1\n1. 33-28 19-23 2-0\n", 1, 29},
    {"no tags but odd ones at the head", "[A \"x]\n\n1. 32-28 1-1\n1. 33-28 19-23 2-0\n", 1, 0},
    {"no tags: not inside a comment", "1. 32-28 {won\n1-0\n1. 33-28 19-23} 2-0\n", 1, 0},
    {"no tags: not inside a variation", "1. 32-28 (31-27\n1-0\n1. 33-28 19-23) 2-0\n", 1, 0},
    {"no tags: not behind an end without a game", "*\n1. 32-28 19-23 1-1\n1. 33-28 19-23 2-0\n", 1,
     21},
    {"no tags: behind a clock in a comment", "1. 32-28 {[%clock w0:1]} 1-1\n1. 33-28 19-23 2-0\n",
     1, 29},
    {"no tags: not behind a tag in a comment", "1. 32-28 {[Event \"x\"]} 1-1\n1. 33-28 19-23 2-0\n",
     1, 0},
    {"no tags: not behind braces in braces", "1. 32-28 {{} *\n1. 33-28 19-23 } 2-0\n", 1, 0},
    {"no tags: not behind a line comment", "1. 32-28 ; 1-0\n1. 33-28 19-23 2-0\n", 1, 0},
    {"no tags: not behind a line comment after the end",
     "1. 32-28 1-0\n; 2-0\n1. 33-28 19-23 2-0\n1. 33-28 19-23 2-0\n", 1, 38},
    {"no tags: not inside a move", "1. 32-28 32- 1-0\n1. 33-28 19-23 2-0\n", 1, 0},
    {"no tags: not behind the heading of a game",
     "1. 32-28 1-1\n\nXu - Yz 12-05-1985 2-0\n1. 33-28 19-23 2-0\n1. 33-28 19-23 2-0\n", 1, 56},
    {"no tags: behind a result by itself", "1. 32-28 {a}\n1-1\n1. 33-28 19-23 2-0\n", 1, 17},
    {"no tags: not before a result", "1. 32-28 1-0\n1.5-0.5 19-23 20-24 2-0\n", 1, 0},
    {"no tags: not before another number", "1. 32-28 1-0\n2. 33-28 19-23 2-0 20-24\n", 1, 0},
    {"not before all of a tag is there", "[A \"\"]\n*\n\n[Bla", 1, 0},
};

static void cuts(void **state)
{
    size_t i = (size_t)(uintptr_t)*state, n = strlen(rows[i].text);
    char *text = malloc(n ? n : 1); /* without a NUL */
    assert_non_null(text);
    memcpy(text, rows[i].text, n);
    assert_int_equal(pdn_split(text, n, rows[i].target), rows[i].cut);
    free(text);
}

/*
 * `head`, `unit` so many times, `tail`: read, written, and read again. The time limit of the test
 * run is what fails.
 */
static void survives(const char *head, const char *unit, size_t times, const char *tail,
                     unsigned least_findings)
{
    struct buffer text = {0}, out = {0};
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    struct err err = {0};
    buffer_add_string(&text, head);
    for (size_t i = 0; i < times; i++)
        buffer_add_string(&text, unit);
    buffer_add_string(&text, tail);
    unsigned games = 0;
    for (size_t at = 0, used; at < text.n; at += used) {
        struct game game = {.arena = &arena};
        int rc = pdn_parse(text.s + at, text.n - at, &used, &game, &found, &err);
        assert_in_range(rc, 0, 1);
        assert_in_range(used, 1, text.n - at);
        buffer_clear(&out);
        if (rc == 1 && games++ < 100)
            assert_int_equal(pdn_write(&game, NULL, &out, &err), 0);
    }
    assert_in_range(found.n, least_findings, 1000000);
    buffer_fini(&text);
    buffer_fini(&out);
    arena_fini(&arena);
}

static void nests_ten_thousand_deep(void **state)
{
    (void)state;
    survives("", "32-28 (", 10000, "", 1);
    struct buffer text = {0}, out = {0};
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    for (unsigned i = 0; i < 10000; i++)
        buffer_add_string(&text, "(32-28 ");
    for (unsigned i = 0; i < 10000; i++)
        buffer_add_char(&text, ')');
    buffer_add_string(&text, " *");
    struct game game = {.arena = &arena}, again = {.arena = &arena};
    size_t used;
    char why[200];
    assert_int_equal(pdn_parse(text.s, text.n, &used, &game, &found, NULL), 1);
    assert_int_equal(pdn_write(&game, NULL, &out, NULL), 0);
    assert_int_equal(pdn_parse(out.s, out.n, &used, &again, &found, NULL), 1);
    assert_true(game_equal(&game, &again, why, sizeof why));
    buffer_fini(&text);
    buffer_fini(&out);
    arena_fini(&arena);
}

static void nests_deeper_than_allowed(void **state)
{
    (void)state;
    survives("32-28 ", "(32-28 ", 200000, "", 1);
}

static void reads_much_of_one_thing(void **state)
{
    (void)state;
    enum { MANY = 200000 };
    survives("1. 32-28 {", "words ", MANY, "} *", 0);
    survives("1. 32-28 {a", "        ", MANY, "[b]} *", 0);
    survives("1. 32-28 {", "words ", MANY, "", 1);
    survives("1. 32-28 ", "- 0:12 ", MANY, "", 1);
    survives("1. ", "0:12 - {} ", MANY, "", 1);
    survives("1. ", "- {} 1. 0:12 ", MANY, "*", 1);
    survives("", "{", MANY, "", 1);
    survives("", "{{}", MANY, "", 1);
    survives("", "{ { } *\n", MANY, "", 1);
    survives("", ")", MANY, "", 1);
    survives("", "()", MANY, "", 1);
    survives("", "(words ", MANY, "", 1);
    survives("32-28 ", "! ", MANY, "", 1);
    survives("", "[A \"x", MANY, "", 1);
    survives("", "foo [A \"y\n", MANY, "", 1);
    survives("", "[A \"x] [B \"y] ", MANY, "", 1);
    survives("", "[A \"x\"]\n\n", MANY, "", 0);
    survives("", "[A \"x\"] 32-28\n", MANY, "", 0);
    survives("", "> ", MANY, "", 1);
    survives("1. 32-28 1-1 ", "{c} ", MANY, "33-28", 0);
    survives("", "1-6*{c}", MANY, "", 1);
    survives("", "01. ", MANY, "", 1);
}

/* Many findings of one kind, after one of each kind that is counted. */
static void lists_a_thousand_findings(void **state)
{
    (void)state;
    static const char many_kinds[] =
        "*\n[Event \"x\\y\"]\n[A  \"b\"]\n[B \xe2\x80\x9c\x63\xe2\x80\x9d]\n\n"
        "1. 32-28 01. 19-23 2.. 28x19 14x23 3. 31-27 ! ; c\n"
        "17-22 a.l. \\n \x01 \x1a [/pdn] , (18-22* 3-8) (18-23 1-0 19-24)";
    enum { MOST = 1100, MANY = 20000 };
    struct buffer text = {0};
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    struct game game = {.arena = &arena};
    size_t used;
    buffer_add_string(&text, many_kinds);
    for (unsigned i = 0; i < MANY; i++)
        buffer_add_string(&text, " }");
    buffer_add_string(&text, " *");
    assert_int_equal(pdn_parse(text.s, text.n, &used, &game, &found, NULL), 1);
    assert_int_equal(used, text.n);
    assert_in_range(found.n, 1000, MOST);
    buffer_fini(&text);
    arena_fini(&arena);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, cuts);
    ROWS_SINGLE(nests_ten_thousand_deep);
    ROWS_SINGLE(nests_deeper_than_allowed);
    ROWS_SINGLE(reads_much_of_one_thing);
    ROWS_SINGLE(lists_a_thousand_findings);
    return rows_run("pdn-split");
}
