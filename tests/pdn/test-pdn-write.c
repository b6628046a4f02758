// SPDX-License-Identifier: MIT
/* The strict writer: the one form of each game, and the options. */
#include "core/base/array.h"
#include "core/check/check.h"
#include "pdn/pdn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *name, *text, *written;
    bool checked; /* played through first, so that moves are written from what they are */
    struct pdn_write_options options;
} rows[] = {
    {"canonical form",
     "[Result \"2-0\"]\n[White \"A\"]\n[Event \"x\"]\n1.32-28 19-23 2. 28x19 14x23 3. 37-32! {comment}10-14 2-0",
     "[Event \"x\"]\n[White \"A\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32! {comment} 3... 10-14\n2-0\n\n",
     false,
     {0}},
    {"order of tags",
     "[Zebra \"1\"]\n[FEN \"W:W31:B1\"]\n[Black \"B\"]\n[Apple \"2\"]\n[Round \"3\"]\n*",
     "[Round \"3\"]\n[Black \"B\"]\n[FEN \"W:W31:B1\"]\n[Zebra \"1\"]\n[Apple \"2\"]\n\n*\n\n",
     false,
     {0}},
    {"escapes",
     "[Event \"the \\\"open\\\"\"]\n[Site \"C:\\dir\"]\n[Round \"a\\\\\"]\n*",
     "[Event \"the \\\"open\\\"\"]\n[Site \"C:\\dir\"]\n[Round \"a\\\\\"]\n\n*\n\n",
     false,
     {0}},
    {"no tags", "32-28 *", "1. 32-28\n*\n\n", false, {0}},
    {"a sign after a move is not the beginning of a path",
     "32-28:]9-23 *",
     "1. 32-28: 1... 9-23\n*\n\n",
     false,
     {0}},
    {"no path goes on after a control character",
     "1. 2x 2\x19x88-19 *",
     "1. 2x 2 1... x88-19\n*\n\n",
     false,
     {0}},
    {"tags alone", "[White \"A\"]", "[White \"A\"]\n\n*\n\n", false, {0}},
    {"variations",
     "1. 32-28 (1. 31-27 {a} 19-23 (18-23)) ({b} 33-28) 19-23 $7 2. 28x19 *",
     "1. 32-28 (1. 31-27 {a} 1... 19-23 (1... 18-23)) ({b} 1. 33-28) 1... 19-23 $7\n2. 28x19\n*\n\n",
     false,
     {.width = 79}},
    {"numbers of a variation that follows another move than it seems",
     "1. 34-30 {a} (1... 5-10) 20-25 (2. 32-28 16-21 40. 37-32) 2. 40-34 (3. 33-29 3... 25x23) *",
     "1. 34-30 {a} (1... 5-10) 1... 20-25 (2. 32-28 16-21 40. 37-32) 2. 40-34\n(2. 33-29 25x23)\n*\n\n",
     true,
     {0}},
    {"numbers go on from the first",
     "23... 19-23 24. 28x19 14x23 1. 33-28 *",
     "23... 19-23 24. 28x19 14x23 25. 33-28\n*\n\n",
     false,
     {0}},
    {"numbers go on from a setup",
     "1. 32-28 /FEN \"W:W31:B1\"/ 31-26 1-6 /FEN \"B:W31:B1\"/ 1-6 31-26 (31-27 /FEN \"W::\"/ 27-21) *",
     "1. 32-28 /FEN \"W:W31:B1\"/ 2. 31-26 1-6 /FEN \"B:W31:B1\"/ 3... 1-6 4. 31-26\n"
     "(4. 31-27 /FEN \"W::\"/ 5. 27-21)\n*\n\n",
     true,
     {0}},
    {"numbers written after a setup",
     "1. 32-28 /FEN \"W:W31:B1\"/ 1. 31-26 1-6 /FEN \"B::\"/ 40... 6-11 41. 26-21 *",
     "1. 32-28 /FEN \"W:W31:B1\"/ 1. 31-26 1-6 /FEN \"B::\"/ 40... 6-11 41. 26-21\n*\n\n",
     true,
     {0}},
    {"a setup after an unknown move",
     "1. 32-28 - /FEN \"W:W31:B1\"/ 31-26 *",
     "1. 32-28 - /FEN \"W:W31:B1\"/ 2. 31-26\n*\n\n",
     true,
     {0}},
    {"setup and unknown move",
     "1. 32-28 /FEN \"B::\"/ - *",
     "1. 32-28 /FEN \"B::\"/ 1... -\n*\n\n",
     false,
     {0}},
    {"strength", "1. 32-28 ! {c} ? *", "1. 32-28!? {c}\n*\n\n", false, {0}},
    {"narrow lines",
     "1. 32-28 {several words in a comment} 19-23 *",
     "1. 32-28\n{several words\nin a comment}\n1... 19-23\n*\n\n",
     false,
     {.width = 14}},
    {"comment folded and emptied",
     "1. 32-28 { a\n\n b } {} *",
     "1. 32-28 {a b} {}\n*\n\n",
     false,
     {0}},
    {"no tag begins in a comment's line",
     "1. 32-28 {aaaa 1-0 [Event \"x\"] b} *",
     "1. 32-28\n{aaaa\n1-0 [Event\n\"x\"] b}\n*\n\n",
     false,
     {.width = 10}},
    {"the tag's result ends the game",
     "[Result \"2-0\"]\n1. 32-28 1-1",
     "[Result \"2-0\"]\n\n1. 32-28\n2-0\n\n",
     false,
     {0}},
    {"no result in the tag",
     "[Result \"?\"]\n1. 32-28 1-1",
     "[Result \"?\"]\n\n1. 32-28\n1-1\n\n",
     false,
     {0}},
    {"points",
     "[Result \"4-6\"]\n1. 32-28 4-6",
     "[Result \"4-6\"]\n\n1. 32-28\n4-6\n\n",
     false,
     {0}},
    {"strict terminator",
     "[Result \"2-0\"]\n1. 32-28 2-0",
     "[Result \"2-0\"]\n\n1. 32-28\n*\n\n",
     false,
     {.strict = true}},
    {"strict, the result without a tag",
     "[White \"A\"]\n[ECO \"1\"]\n1. 32-28 2-0",
     "[White \"A\"]\n[Result \"2-0\"]\n[ECO \"1\"]\n\n1. 32-28\n*\n\n",
     true,
     {.strict = true}},
    {"strict, no tags",
     "1. 32-28 1-1",
     "[Result \"1-1\"]\n\n1. 32-28\n*\n\n",
     true,
     {.strict = true}},
    {"strict, the tag says nothing",
     "[Result \"*\"]\n1. 32-28 0-2",
     "[Result \"0-2\"]\n\n1. 32-28\n*\n\n",
     true,
     {.strict = true}},
    {"strict, tags as read",
     "[ECO \"1\"]\n[White \"A\"]\n1. 32-28 2-0",
     "[ECO \"1\"]\n[White \"A\"]\n[Result \"2-0\"]\n\n1. 32-28\n*\n\n",
     true,
     {.strict = true, .tags_as_read = true}},
    {"strict, no result", "1. 32-28 *", "1. 32-28\n*\n\n", true, {.strict = true}},
    {"results in the other style",
     "[Result \"2-0\"]\n[GameType \"20\"]\n1. 32-28 2-0",
     "[Result \"1-0\"]\n[GameType \"20\"]\n\n1. 32-28\n1-0\n\n",
     true,
     {.result_style = "1-0"}},
    {"draw in the other style",
     "[Result \"1/2-1/2\"]\n[GameType \"20\"]\n1. 32-28 1/2-1/2",
     "[Result \"1-1\"]\n[GameType \"20\"]\n\n1. 32-28\n1-1\n\n",
     true,
     {.result_style = "2-0"}},
    {"points of a match have no other style",
     "[Result \"7-5\"]\n[GameType \"20\"]\n1. 32-28 7-5",
     "[Result \"7-5\"]\n[GameType \"20\"]\n\n1. 32-28\n7-5\n\n",
     true,
     {.result_style = "2-0"}},
    {"played moves are mended",
     "[GameType \"20\"]\n01. 32-28 19- 23 02. 28-19 14:23 *",
     "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23\n*\n\n",
     true,
     {0}},
    {"letters",
     "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 *",
     "[GameType \"20\"]\n\n1. d4-e5 g7-f6 2. e5xg7 h8xf6\n*\n\n",
     true,
     {.algebraic = true}},
    {"whole paths",
     "[GameType \"20\"]\n[FEN \"W:W48:B43,33\"]\n1. 48x28 *",
     "[GameType \"20\"]\n[FEN \"W:W48:B43,33\"]\n\n1. 48x39x28\n*\n\n",
     true,
     {.style = NOTATION_STYLE_FULL}},
    {"what is illegal stays as it is",
     "[GameType \"20\"]\n1. 32-28 19- 24 2. 32-28 1- 7 *",
     "[GameType \"20\"]\n\n1. 32-28 19-24 2. 32-28 1- 7\n*\n\n",
     true,
     {0}},
    {"an illegal capture in brackets stays a move",
     "[Variant \"Dameo\"]\n\n1. (ac5x)! *",
     "[Variant \"Dameo\"]\n\n1. (ac5x)!\n*\n\n",
     false,
     {0}},
    {"a star alone ends no game", "(* \n1. 32-28 *", "1. 32-28\n*\n\n", false, {0}},
    {"unknown moves before a number, a setup and the end",
     "1. 32-28 - 2. - - /FEN \"W:W31:B1\"/ 3. 31-27 (3. -) - 4. - *",
     "1. 32-28 - 2. - - /FEN \"W:W31:B1\"/ 3. 31-27 (3. -) 3... - 4. -\n*\n\n",
     false,
     {0}},
    {"unknown moves that might be punctuation",
     "1. - 19-23 2. 28x19 - {a} 3. - $1 - *",
     "1. -- 19-23 2. 28x19 2... -- {a} 3. -- $1 -\n*\n\n",
     false,
     {0}},
    {"no line of a comment begins with the mark of a quoted e-mail, or with %",
     "1. 32-28 {aaaaaaaaaaaaaaaaaaa > b nearly 75 % good} *",
     "1. 32-28\n{aaaaaaaaaaaaaaaaaaa >\nb nearly 75 % good}\n*\n\n",
     false,
     {.width = 20}},
    {"a strength of no move", "1. 32-28! -? *", "1. 32-28! -?\n*\n\n", false, {0}},
    {"the strength of what was no move",
     "1. 32-28 19-23! -?",
     "1. 32-28 19-23! {?}\n*\n\n",
     false,
     {0}},
    {"strength behind a setup",
     "1. 32-28 /FEN \"B::\"/! 7-12 *",
     "1. 32-28 /FEN \"B::\"/ {!} 1... 7-12\n*\n\n",
     false,
     {0}},
    {"three digits behind their number",
     "317. 32-28\n318. 318 19-23 *",
     "317. 32-28 317... 318 318. 19-23\n*\n\n",
     false,
     {0}},
    {"a result in decimals with blanks",
     "32-28 1.0 - 1.0\n\n",
     "1. 32-28\n1.0 - 1.0\n\n",
     false,
     {0}},
    {"neither tags nor moves",
     "{unknown} 2-0",
     "[Result \"2-0\"]\n\n{unknown}\n2-0\n\n",
     false,
     {0}},
    {"neither tags nor moves nor a result",
     "{unknown} *",
     "[Result \"*\"]\n\n{unknown}\n*\n\n",
     false,
     {0}},
    {"a variation alone", "(31-27) 2-0", "(1. 31-27)\n2-0\n\n", false, {0}},
    {"tags of one name keep their order",
     "[RESULT \"1-0\"]\n[White \"A\"]\n[Result \"0-1\"]\n*",
     "[White \"A\"]\n[RESULT \"1-0\"]\n[Result \"0-1\"]\n\n0-1\n\n",
     false,
     {0}},
};

enum { ROWS = ARRAY_LEN(rows) };

static void writes(void **state)
{
    size_t i = (size_t)(uintptr_t)*state, used;
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    struct game game = {.arena = &arena};
    struct buffer out = {0};
    struct err err = {0};
    assert_int_equal(pdn_parse(rows[i].text, strlen(rows[i].text), &used, &game, &found, &err), 1);
    if (rows[i].checked) {
        struct checker *checker = checker_open(&(struct check_options){.quiet = true});
        assert_int_equal(check_game(checker, &game, &found, &err), 0);
        checker_close(checker);
    }
    assert_int_equal(pdn_write(&game, &rows[i].options, &out, &err), 0);
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, rows[i].written);
    buffer_fini(&out);
    arena_fini(&arena);
}

int main(void)
{
    static struct CMUnitTest tests[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){
            .name = rows[i].name, .test_func = writes, .initial_state = (void *)(uintptr_t)i};
    return cmocka_run_group_tests_name("pdn-write", tests, NULL, NULL);
}
