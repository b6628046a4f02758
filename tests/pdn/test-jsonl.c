// SPDX-License-Identifier: MIT
/* What JSON Lines refuse, and what they keep; that games come back is in test-formats. */
#include "core/base/array.h"
#include "core/base/pipeline.h"
#include "core/check/check.h"
#include "pdn/formats/json-read.h"
#include "pdn/formats/jsonl.h"
#include "pdn/pdn.h"
#include "tests/lib/game-equal.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static const struct {
    const char *line, *message; /* a finding begins so */
} faults[] = {
    {"{", "not valid JSON"},
    {"[]", "expected an object with \"dama\""},
    {"{\"moves\":[]}", "expected an object with \"dama\""},
    {"{\"dama\":2,\"moves\":[]}", "made by a newer dama"},
    {"{\"dama\":\"1\",\"moves\":[]}", "made by a newer dama"},
    {"{\"dama\":1}", "\"moves\" must be a list"},
    {"{\"dama\":1,\"moves\":{}}", "\"moves\" must be a list"},
    {"{\"dama\":1,\"moves\":[7]}", "expected a move, a setup, or an unknown move"},
    {"{\"dama\":1,\"moves\":[],\"tags\":3}", "\"tags\" must be"},
    {"{\"dama\":1,\"moves\":[],\"tags\":{\"White\":3}}", "a tag must be a name and a string"},
    {"{\"dama\":1,\"moves\":[],\"tags\":[[\"White\"]]}", "\"tags\" must be"},
    {"{\"dama\":1,\"moves\":[],\"variant\":\"chess\"}", ""},
    {"{\"dama\":1,\"moves\":[],\"start\":\"W:W1:B2\"}", "\"start\" without \"variant\""},
    {"{\"dama\":1,\"moves\":[],\"variant\":\"international\",\"start\":\"W:W99:B2\"}", ""},
    {"{\"dama\":1,\"moves\":[],\"result\":\"2-0\"}", "\"result\" must be"},
    {"{\"dama\":1,\"moves\":[{\"move\":\"32-28\",\"after\":[{\"nag\":256}]}]}",
     "expected a comment"},
    {"{\"dama\":1,\"moves\":[{\"move\":\"32-28\",\"after\":[{\"strength\":\"foo {x\"}]}]}",
     "expected a comment, a strength of ! and ?"},
    {"{\"dama\":1,\"moves\":[{\"move\":\"32-28\",\"after\":[{\"strength\":\"\"}]}]}",
     "expected a comment, a strength of ! and ?"},
    {"{\"dama\":1,\"moves\":[{\"move\":\"32-28\",\"after\":3}]}", "\"before\" and \"after\""},
    {"{\"dama\":1,\"moves\":[{\"move\":\"32-28\",\"number\":-1}]}", "\"number\" must be"},
    {"{\"dama\":1,\"moves\":[{\"move\":\"32-28\",\"after\":[{\"line\":0}]}]}",
     "\"line\" must be an index"},
    {"{\"dama\":1,\"moves\":[],\"lines\":[{\"moves\":[]}]}",
     "a line of \"lines\" is never referred to"},
    {"{\"dama\":1,\"before\":[{\"line\":0},{\"line\":0}],\"moves\":[],\"lines\":[{\"moves\":[]}]}",
     "a line of \"lines\" is referred to twice"},
    {"{\"dama\":1,\"before\":[{\"line\":0}],\"moves\":[],\"lines\":[{}]}",
     "\"moves\" must be a list"},
};

static struct arena arena;

static void names_the_fault(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct findings found = {.arena = &arena};
    struct game game = {.arena = &arena, .at = {"x", 1, 1}};
    struct err err = {0};
    size_t used;
    if (!json_is_built())
        skip();
    assert_int_equal(
        jsonl_parse(faults[i].line, strlen(faults[i].line), &used, &game, &found, &err), 1);
    assert_int_equal(used, strlen(faults[i].line));
    assert_int_equal(found.n, 1);
    assert_int_equal(found.first->code, FINDING_BAD_RECORD);
    struct text message = found.first->message;
    size_t n = strlen(faults[i].message);
    if (message.n < n || memcmp(message.s, faults[i].message, n) != 0)
        fail_msg("%.*s", TEXT_ARGS(message));
    arena_fini(&arena);
}

static void takes_one_line_at_a_time(void **state)
{
    (void)state;
    static const char text[] = "\n  \n{\"dama\":1,\"moves\":[]}\r\n{\"dama\":1,\"moves\":[]}";
    size_t used;
    int games = 0;
    if (!json_is_built())
        skip();
    for (size_t at = 0; at < sizeof text - 1; at += used) {
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena, .at = {"x", 1, 1}};
        games += jsonl_parse(text + at, sizeof text - 1 - at, &used, &game, &found, NULL);
        assert_int_equal(found.n, 0);
        assert_true(used > 0);
    }
    assert_int_equal(games, 2);
    assert_int_equal(pipeline_split_lines(text, sizeof text - 1, 5), 4);
    assert_int_equal(pipeline_split_lines(text, sizeof text - 1, 1000), 27);
    assert_int_equal(pipeline_split_lines("abc", 3, 1000), 0);
    arena_fini(&arena);
}

/* Deeper than readers of JSON go, were variations nested. */
static void holds_any_depth(void **state)
{
    (void)state;
    enum { DEPTH = 20000 };
    struct buffer pdn = {0}, line = {0};
    struct checker *checker = checker_open(NULL);
    struct findings found = {.arena = &arena};
    struct game game = {.arena = &arena, .at = {"x", 1, 1}}, again = game;
    size_t used;
    char why[256] = "";
    if (!json_is_built())
        skip();
    buffer_add_string(&pdn, "32-28");
    for (unsigned i = 0; i < DEPTH; i++)
        buffer_add_string(&pdn, i % 2 ? " (31-27" : " (33-28");
    for (unsigned i = 0; i < DEPTH; i++)
        buffer_add_string(&pdn, ")");
    buffer_add_string(&pdn, " *");
    assert_int_equal(pdn_parse(pdn.s, pdn.n, &used, &game, &found, NULL), 1);
    assert_int_equal(check_game(checker, &game, &found, NULL), 0);
    assert_int_equal(jsonl_write(&game, false, &line, NULL), 0);
    found = (struct findings){.arena = &arena};
    assert_int_equal(jsonl_parse(line.s, line.n, &used, &again, &found, NULL), 1);
    assert_int_equal(found.n, 0);
    assert_int_equal(check_game(checker, &again, &found, NULL), 0);
    if (!game_equal(&game, &again, why, sizeof why))
        fail_msg("%s", why);
    checker_close(checker);
    buffer_fini(&pdn);
    buffer_fini(&line);
    arena_fini(&arena);
}

/* What would begin or end something else in PDN. */
static void becomes_sound_pdn(void **state)
{
    (void)state;
    static const char line[] = "{\"dama\":1,\"moves\":[{\"move\":\"32-28\",\"after\":"
                               "[{\"comment\":\"a {b} {c\"}]},{\"setup\":\"W:W31\\\"/ {\"}]}";
    struct findings found = {.arena = &arena};
    struct game game = {.arena = &arena, .at = {"x", 1, 1}};
    struct buffer out = {0};
    size_t used;
    if (!json_is_built())
        skip();
    assert_int_equal(jsonl_parse(line, sizeof line - 1, &used, &game, &found, NULL), 1);
    assert_int_equal(pdn_write(&game, NULL, &out, NULL), 0);
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, "1. 32-28 {a (b) (c} /FEN \"W:W31_/ {\"/\n*\n\n");
    buffer_fini(&out);
    arena_fini(&arena);
}

static const struct {
    const char *line, *value;
} members[] = {
    {"{\"dama\":1,\"judgements\":[{\"ply\":1},[]]}\n", "[{\"ply\":1},[]]"},
    {" { \"dama\" : 1 , \"judgements\" : [ 1 ] , \"x\" : 2 } ", "[ 1 ]"},
    {"{\"a\":{\"judgements\":[1]},\"judgements\":[2]}", "[2]"},
    {"{\"a\":\"}]\\\"\\\\\",\"judgements\":\"x,\"}", "\"x,\""},
    {"{\"a\":[\"judgements\",{\"b\":[\"]\"]}]}", ""},
    {"{\"judgements", ""},
    {"{\"judgements\":[\"", "[\""},
    {"{\"a\\", ""},
    {"[\"judgements\",\"a\":1]", ""},
    {"{", ""},
    {"", ""},
};

static void finds_a_member(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct text value = jsonl_member(text_of(members[i].line), "judgements");
    if (!text_is(value, members[i].value))
        fail_msg("%.*s", TEXT_ARGS(value));
}

/* What goes along with a game, and what of that is left out. */
static const struct {
    const char *line;
    unsigned kept;
    const char *added;
    unsigned left;
} besides[] = {
    {"{\"dama\":1,\"a\" : [1, {\"b\":2}] ,\"judgements\":[3]}", GAME_JUDGEMENTS | GAME_MEMBERS,
     ",\"a\":[1, {\"b\":2}],\"judgements\":[3]", 0},
    {"{\"dama\":1,\"a\":1,\"judgements\":[3]}", GAME_MEMBERS, ",\"a\":1", GAME_JUDGEMENTS},
    {"{\"dama\":1,\"a\":1,\"judgements\":[3]}", GAME_JUDGEMENTS, ",\"judgements\":[3]",
     GAME_MEMBERS},
    {"{\"dama\":1,\"moves\":[],\"source\":{\"game\":1},\"isodate\":\"1\"}", GAME_MEMBERS, "", 0},
    {"{\"dama\":1,\"mov\\u0065s\":[],\"a\":1}", GAME_MEMBERS, ",\"a\":1", GAME_MEMBERS},
};

static void keeps_members(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct buffer out = {0};
    assert_int_equal(jsonl_keep_members(text_of(besides[i].line), besides[i].kept, &out),
                     besides[i].left);
    if (!text_is(buffer_text(&out), besides[i].added))
        fail_msg("%.*s", (int)out.n, out.s);
    buffer_fini(&out);
}

/* A fault of one member, and what the game holds all the same, as PDN. */
static const struct {
    const char *name, *members, *pdn;
} kept[] = {
    {"a start that is no FEN is the tag",
     "\"variant\":\"international\",\"start\":\"startpos\",\"tags\":{\"White\":\"A\"},"
     "\"terminator\":\"2-0\",\"moves\":[\"32-28\"]",
     "[White \"A\"]\n[FEN \"startpos\"]\n\n1. 32-28\n2-0\n\n"},
    {"a tag that is a number",
     "\"tags\":{\"White\":\"A\",\"Round\":3,\"Black\":\"B\"},\"moves\":[\"32-28\",\"19-23\"]",
     "[Round \"3\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. 32-28 19-23\n*\n\n"},
    {"a tag that is nothing", "\"tags\":[[\"White\"],[\"Black\",\"B\"]],\"moves\":[\"32-28\"]",
     "[Black \"B\"]\n\n1. 32-28\n*\n\n"},
    {"a result of no kind", "\"result\":\"win\",\"terminator\":\"2-0\",\"moves\":[\"32-28\"]",
     "1. 32-28\n2-0\n\n"},
    {"an item of no kind",
     "\"moves\":[{\"move\":\"32-28\",\"after\":[{\"nag\":300},{\"comment\":\"a\"}]},\"19-23\"]",
     "1. 32-28 {a} 1... 19-23\n*\n\n"},
    {"a move of no kind", "\"moves\":[\"32-28\",7,\"33-29\"]", "1. 32-28 - 2. 33-29\n*\n\n"},
};

static void keeps_the_rest(void **state)
{
    size_t i = (size_t)(uintptr_t)*state, used;
    struct findings found = {.arena = &arena};
    struct game game = {.arena = &arena, .at = {"x", 1, 1}};
    struct buffer line = {0}, out = {0};
    struct err err = {0};
    if (!json_is_built())
        skip();
    buffer_printf(&line, "{\"dama\":1,%s}", kept[i].members);
    assert_int_equal(jsonl_parse(line.s, line.n, &used, &game, &found, &err), 1);
    assert_int_equal(found.n, 1);
    assert_int_equal(pdn_write(&game, NULL, &out, &err), 0);
    buffer_add(&out, "", 1);
    assert_string_equal(out.s, kept[i].pdn);
    buffer_fini(&line);
    buffer_fini(&out);
    arena_fini(&arena);
}

int main(void)
{
    ROWS_BY_INDEX(members, line, finds_a_member);
    ROWS_BY_INDEX(besides, line, keeps_members);
    ROWS_BY_INDEX(faults, line, names_the_fault);
    ROWS_BY_INDEX(kept, name, keeps_the_rest);
    ROWS_SINGLE(takes_one_line_at_a_time);
    ROWS_SINGLE(holds_any_depth);
    ROWS_SINGLE(becomes_sound_pdn);
    return rows_run("jsonl");
}
