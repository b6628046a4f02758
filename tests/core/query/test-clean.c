// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/query/clean.h"
#include "pdn/pdn.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const struct {
    const char *name, *in, *out; /* out: without the blank line at its end */
    struct clean_options options;
    struct clean_tag set; /* without a name: none */
} rows[] = {
    /* clang-format off */
    {"nothing", "1. 32-28! {a} *", "1. 32-28! {a}\n*", {0}, {{0}, {0}}},

    {"comments", "{a} 1. 32-28 {b} (1. 31-27 {c}) 19-23 *", "1. 32-28 (1. 31-27) 1... 19-23\n*",
     {.strip = STRIP_COMMENTS}, {{0}, {0}}},
    {"variations", "1. 32-28 {b} (1. 31-27 (1. 33-29)) 19-23 (18-22) *", "1. 32-28 {b} 1... 19-23\n*",
     {.strip = STRIP_VARIATIONS}, {{0}, {0}}},
    {"a variation before the first move", "(1. 31-27) 1. 32-28 *", "1. 32-28\n*",
     {.strip = STRIP_VARIATIONS}, {{0}, {0}}},
    {"NAGs and strengths, in variations too", "1. 32-28! $5 (1. 31-27?! (1. 33-29 $2)) *",
     "1. 32-28 (1. 31-27 (1. 33-29))\n*", {.strip = STRIP_NAGS}, {{0}, {0}}},
    {"clocks", "1. 32-28 {[%clk 1:00:00]} 19-23 {good [%emt 0:00:05] move} (18-22 {[%clock w1:00:00]}) *",
     "1. 32-28 19-23 {good move} (1... 18-22)\n*", {.strip = STRIP_CLOCKS}, {{0}, {0}}},
    {"clocks, not evaluations", "1. 32-28 {[%eval 0.1] [%clk 1:00:00]} *", "1. 32-28 {[%eval 0.1]}\n*",
     {.strip = STRIP_CLOCKS}, {{0}, {0}}},
    {"evaluations", "1. 32-28 {[%eval 0.1] [%depth 9] [%clk 1:00:00]} *", "1. 32-28 {[%clk 1:00:00]}\n*",
     {.strip = STRIP_EVALS}, {{0}, {0}}},
    {"both", "1. 32-28 {[%eval 0.1] [%clk 1:00:00]} *", "1. 32-28\n*",
     {.strip = STRIP_EVALS | STRIP_CLOCKS}, {{0}, {0}}},
    {"an empty comment stays", "1. 32-28 {} *", "1. 32-28 {}\n*", {.strip = STRIP_CLOCKS}, {{0}, {0}}},
    {"a drawing stays", "1. 32-28 {[%csl R12]} *", "1. 32-28 {[%csl R12]}\n*",
     {.strip = STRIP_EVALS | STRIP_CLOCKS}, {{0}, {0}}},

    {"a date", "[Date \"12 mei 1985\"]\n*", "[Date \"1985.05.12\"]\n\n*", {.normalise = CLEAN_DATES}, {{0}, {0}}},
    {"a year", "[EventDate \"1985\"]\n*", "[EventDate \"1985.?\?.?\?\"]\n\n*", {.normalise = CLEAN_DATES}, {{0}, {0}}},
    {"a date of two readings", "[Date \"05/04/1990\"]\n*", "[Date \"05/04/1990\"]\n\n*",
     {.normalise = CLEAN_DATES}, {{0}, {0}}},
    {"no date", "[Date \"summer\"]\n*", "[Date \"summer\"]\n\n*", {.normalise = CLEAN_DATES}, {{0}, {0}}},

    {"a round in words", "[Round \"Ronde 03.\"]\n*", "[Round \"3\"]\n\n*", {.normalise = CLEAN_ROUNDS}, {{0}, {0}}},
    {"a round with a board", "[Round \"3.1\"]\n*", "[Round \"3.1\"]\n\n*", {.normalise = CLEAN_ROUNDS}, {{0}, {0}}},
    {"round ten", "[Round \"r10\"]\n*", "[Round \"10\"]\n\n*", {.normalise = CLEAN_ROUNDS}, {{0}, {0}}},
    {"round nought", "[Round \"00\"]\n*", "[Round \"0\"]\n\n*", {.normalise = CLEAN_ROUNDS}, {{0}, {0}}},
    {"a round with a name", "[Round \"Final 3\"]\n*", "[Round \"Final 3\"]\n\n*", {.normalise = CLEAN_ROUNDS}, {{0}, {0}}},
    {"a dash for a round", "[Round \"-\"]\n*", "[Round \"?\"]\n\n*", {.normalise = CLEAN_ROUNDS}, {{0}, {0}}},
    {"an empty round", "[Round \"\"]\n*", "[Round \"?\"]\n\n*", {.normalise = CLEAN_ROUNDS}, {{0}, {0}}},
    {"no round", "1. 32-28 *", "1. 32-28\n*", {.normalise = CLEAN_ROUNDS}, {{0}, {0}}},

    {"a result with blanks", "[Result \"1 - 1\"]\n1-1", "[Result \"1-1\"]\n\n1-1", {.normalise = CLEAN_RESULTS}, {{0}, {0}}},
    {"the other set of results stays", "[Result \"1-0\"]\n1-0", "[Result \"1-0\"]\n\n1-0",
     {.normalise = CLEAN_RESULTS}, {{0}, {0}}},
    {"points of a match stay", "[Result \"12-0\"]\n*", "[Result \"12-0\"]\n\n12-0", {.normalise = CLEAN_RESULTS}, {{0}, {0}}},
    {"a result that only stands after the moves", "[Result \"?\"]\n1. 32-28 2-0", "[Result \"2-0\"]\n\n1. 32-28\n2-0",
     {.normalise = CLEAN_RESULTS}, {{0}, {0}}},
    {"an unknown result, and a known one after the moves", "[Result \"*\"]\n1. 32-28 0-1", "[Result \"0-1\"]\n\n1. 32-28\n0-1",
     {.normalise = CLEAN_RESULTS}, {{0}, {0}}},
    {"points of a match after the moves", "[Result \"?\"]\n1. 32-28 12-0", "[Result \"12-0\"]\n\n1. 32-28\n12-0",
     {.normalise = CLEAN_RESULTS}, {{0}, {0}}},
    {"an unknown result as a hyphen", "[Result \"-\"]\n1. 32-28 *", "[Result \"*\"]\n\n1. 32-28\n*",
     {.normalise = CLEAN_RESULTS}, {{0}, {0}}},
    {"a strange result stays", "[Result \"won\"]\n*", "[Result \"won\"]\n\n*", {.normalise = CLEAN_RESULTS}, {{0}, {0}}},

    {"missing tags", "[White \"A\"]\n2-0",
     "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\?\?\?.?\?.?\?\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n[Result \"2-0\"]\n\n2-0",
     {.normalise = CLEAN_TAGS}, {{0}, {0}}},
    {"no Result tag, but points of a match", "[White \"A\"]\n1. 32-28 12-0",
     "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\?\?\?.?\?.?\?\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n[Result \"12-0\"]\n\n1. 32-28\n12-0",
     {.normalise = CLEAN_TAGS}, {{0}, {0}}},
    {"an empty tag is missing", "[Event \"\"][Site \"s\"][Date \"d\"][Round \"1\"][White \"A\"][Black \"B\"][Result \"*\"]\n*",
     "[Event \"?\"]\n[Site \"s\"]\n[Date \"d\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n*",
     {.normalise = CLEAN_TAGS}, {{0}, {0}}},

    {"set a tag", "[Event \"old\"]\n*", "[Event \"new\"]\n\n*", {0}, {{"Event", 5}, {"new", 3}}},
    {"set a tag in small letters", "[Event \"old\"]\n*", "[Event \"new\"]\n\n*", {0}, {{"event", 5}, {"new", 3}}},
    {"add a tag", "[ECO \"1\"]\n*", "[Event \"new\"]\n[ECO \"1\"]\n\n*", {0}, {{"Event", 5}, {"new", 3}}},
    {"drop a tag, however it is written", "[event \"a\"][EVENT \"b\"][Site \"s\"]\n*", "[Site \"s\"]\n\n*", {0},
     {{"Event", 5}, {"", 0}}},
    {"a result that is set counts behind the moves", "[Result \"2-0\"]\n1. 32-28 2-0", "[Result \"1-1\"]\n\n1. 32-28\n1-1",
     {0}, {{"Result", 6}, {"1-1", 3}}},

    {"tags in order", "[Event \"e\"][White \"w\"][Result \"*\"][ECO \"1\"]\n*",
     "[Result \"*\"]\n[White \"w\"]\n[Event \"e\"]\n[ECO \"1\"]\n\n*", {.tag_order = "Result, White,Site"}, {{0}, {0}}},
    {"numbers from 1", "[FEN \"W:W32:B1\"]\n40. 32-28 1-6 *", "[FEN \"W:W32:B1\"]\n\n1. 32-28 1-6\n*",
     {.renumber = true}, {{0}, {0}}},

    {"moves after one that was left out are not illegal", "1. 32-28 19-23 2. - - 3. 33-29 *",
     "1. 32-28 19-23 2. - - 3. 33-29\n*", {.truncate_illegal = true}, {{0}, {0}}},
    {"moves of a game that dama does not play are not illegal", "[GameType \"27\"]\n1. 43-37 28-34 *",
     "[GameType \"27\"]\n\n1. 43-37 28-34\n*", {.truncate_illegal = true}, {{0}, {0}}},
    {"cut at a setup", "1. 32-28 /FEN \"W:W51:B1\"/ 31-26 {x} *",
     "1. 32-28 {not legal from here on: /FEN \"W:W51:B1\"/ 31-26 (x)}\n*", {.truncate_illegal = true}, {{0}, {0}}},
    {"a game that is cut has fewer plies", "[PlyCount \"2\"]\n1. 32-28 28-23 *",
     "1. 32-28 {not legal from here on: 28-23}\n*", {.truncate_illegal = true}, {{0}, {0}}},
    {"a legal game is not cut", "1. 32-28 {a} *", "1. 32-28 {a}\n*", {.truncate_illegal = true}, {{0}, {0}}},
    {"cut", "1. 32-28 {a} 1-50 {b} 2. 31-27 2-0", "1. 32-28 {a} {not legal from here on: 1-50 (b) 2. 31-27}\n2-0",
     {.truncate_illegal = true}, {{0}, {0}}},
    {"cut at the first move", "{a} 1. 32-1 19-23 *", "[Result \"*\"]\n\n{a} {not legal from here on: 32-1 19-23}\n*",
     {.truncate_illegal = true}, {{0}, {0}}},
    {"cut without a result", "1. 32-28 1-50", "1. 32-28 {not legal from here on: 1-50}\n*",
     {.truncate_illegal = true}, {{0}, {0}}},
    {"cut before stripped", "1. 32-28 {a} 1-50 *", "1. 32-28\n*",
     {.truncate_illegal = true, .strip = STRIP_COMMENTS}, {{0}, {0}}},
    {"an illegal variation stays", "1. 32-28 (1. 32-1) 19-23 *", "1. 32-28 (1. 32-1) 1... 19-23\n*",
     {.truncate_illegal = true}, {{0}, {0}}},
    /* clang-format on */
};

static void cleans(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct clean_options options = rows[i].options;
    struct pdn_write_options width = {.width = 1000, .tags_as_read = options.tag_order != NULL};
    struct arena arena = {0};
    struct buffer out = {0};
    struct game game;
    struct err err = {0};
    options.set = &rows[i].set;
    options.n_set = rows[i].set.name.n > 0;
    game_of_text(rows[i].in, &arena, &game);
    if (strcmp(rows[i].name, "nothing") == 0)
        assert_false(clean_wants(&options));
    assert_int_equal(clean_game(&options, &game, NULL, &err), 0);
    assert_int_equal(pdn_write(&game, &width, &out, &err), 0);
    out.n -= 2;
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, rows[i].out);
    buffer_fini(&out);
    arena_fini(&arena);
}

/* Without its source, as from a collection, the tree is written out. */
static void cuts_a_game_without_source(void **state)
{
    (void)state;
    struct clean_options options = {.truncate_illegal = true};
    struct arena arena = {0};
    struct game game;
    struct clean_report report = {0};
    game_of_text("1. 32-28 1-50! {b} $5 (19-23 {c} (20-24)) 2. 31-27 /FEN \"W::\"/ 2-0", &arena,
                 &game);
    game.source = (struct text){0};
    assert_int_equal(clean_game(&options, &game, &report, NULL), 0);
    assert_true(report.truncated);
    assert_true(text_is(game.line.first->items->comment,
                        "not legal from here on: 1-50! (b) $5 (19-23 (c) (20-24)) 31-27 "
                        "/FEN \"W::\"/"));
    assert_int_equal(clean_game(&options, &game, &report, NULL), 0);
    assert_false(report.truncated);
    arena_fini(&arena);
}

static void reads_words(void **state)
{
    (void)state;
    unsigned bits = 0;
    struct err err = {0};
    assert_int_equal(clean_strip_read(text_of("comments, NAGS"), &bits, &err), 0);
    assert_int_equal(bits, STRIP_COMMENTS | STRIP_NAGS);
    assert_int_equal(clean_strip_read(text_of("evals"), &bits, &err), 0);
    assert_int_equal(bits, STRIP_COMMENTS | STRIP_NAGS | STRIP_EVALS);
    bits = 0;
    assert_int_equal(clean_normalise_read(text_of("all"), &bits, &err), 0);
    assert_int_equal(bits, CLEAN_ALL);
    assert_int_equal(clean_normalise_read(text_of("dates,"), &bits, &err), -1);
    assert_string_equal(
        err.msg, "expected one of all, dates, rounds, results, tags, tag-names, text, found ''");
    err = (struct err){0};
    assert_int_equal(clean_strip_read(text_of("remarks"), &bits, &err), -1);
    assert_string_equal(
        err.msg, "expected one of comments, variations, nags, clocks, evals, found 'remarks'");
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, cleans);
    ROWS_SINGLE(cuts_a_game_without_source);
    ROWS_SINGLE(reads_words);
    return rows_run("clean");
}
