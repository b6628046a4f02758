// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/game/result.h"
#include "core/query/filter.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static struct arena arena;
static struct game game;

static void add(const char *name, const char *value)
{
    game_add_tag(&game, text_of(name), text_of(value), 0);
}

/* Four moves, a comment, a variation with a NAG inside, and an illegal move at the end. */
static void add_moves(void)
{
    static const char *const moves[] = {"32-28", "19-23", "28x19", "1-50"};
    struct node **next = &game.line.first, *node = NULL;
    for (size_t i = 0; i < 4; i++) {
        node = game_new_node(&game);
        node->text = text_of(moves[i]);
        *next = node;
        next = &node->next;
    }
    node->state = NODE_ILLEGAL;
    struct item *comment = game_new_item(&game, ITEM_COMMENT), *line;
    comment->comment = text_of("a remark");
    game.line.first->items = comment;
    comment->next = line = game_new_item(&game, ITEM_LINE);
    line->line = game_new_line(&game);
    line->line->first = game_new_node(&game);
    line->line->first->text = text_of("31-27");
    line->line->first->items = game_new_item(&game, ITEM_NAG);
    line->line->first->items->nag = 1;
}

static int setup(void **state)
{
    (void)state;
    game = (struct game){.arena = &arena, .result = RESULT_WHITE};
    game.rules = rules_international;
    add("Event", "Suikertoernooi (finale)");
    add("Date", "1972.05.??");
    add("UTCDate", "1972.05.12");
    add("Round", "3");
    add("White", "Sijbr\xC3\xA1nds, Ton");
    add("Black", "Wiersma, Harm");
    add("WhiteRating", "1480");
    add("Eval", " -5");
    add("Id", "1234567890123456789");
    add("Result", "2-0");
    add("\xD0\xA2\xD1\x83\xD1\x80", "1/8");
    add_moves();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_fini(&arena);
    return 0;
}

static const struct {
    const char *expression;
    int answer;
} rows[] = {
    {"white ~ \"sijbrands\"", 1},
    {"white ~ sijbrands", 1},
    {"tag.\xD0\xA2\xD1\x83\xD1\x80 == \"1/8\"", 1},
    {"tag.\xD0\xA2\xD1\x83\xD1\x80=1/8 and plies", 1},
    {"tag.\xE6\xA3\x8B\xE6\x89\x8B = 1", 0},
    {"WHITE = 'SIJBRANDS, TON'", 1},
    {"white = \"Sijbrands\"", 0},
    {"white != \"Sijbrands\"", 1},
    {"white !~ \"Sijbrands\"", 0},
    {"black ~ /^Wiers/", 1},
    {"black ~ /^wiers/", 0},
    {"black ~ /^wiers/i", 1},
    {"event ~ /\\(finale\\)$/", 1},
    {"event ~ /a\\/b/", 0},
    {"event !~ /finale/", 0},
    {"event ~ /[(]finale[])]/", 1},
    {"event ~ /[[:alpha:]()]{6}[)]/", 1},
    {"event ~ /finale[\\1)]$/", 1},
    {"player ~ wiersma and player ~ ton", 1},
    {"player !~ wiersma", 0},
    {"player !~ kuperman", 1},
    {"player = \"Wiersma, Harm\"", 1},
    {"date >= 1972", 1},
    {"date > 1972", 0},
    {"date = 1972-05", 1},
    {"date < 1972.06", 1},
    {"date = 1972.05.01", 0}, /* the day is not known */
    {"date != 1972.05.01", 1},
    {"year = 1972", 1},
    {"year >= 1973", 0},
    {"eventdate < 1900", 0}, /* no such tag */
    {"eventdate != 1900", 1},
    {"utcdate >= 1972", 1},
    {"utcdate >= \"1972\"", 1},
    {"utcdate < 1972.05.13", 1},
    {"utcdate = 1972", 1},
    {"utcdate = 1972.05", 1},
    {"utcdate = 1973", 0},
    {"utcdate != 1972.05", 0},
    {"tag.utcdate = 1972", 1},
    {"tag.Eval = -5", 1},
    {"tag.Eval < 0", 1},
    {"tag.Eval < -5", 0},
    {"tag.Id = 1234567890123456789", 1},
    {"tag.Id > 1234567890123456788", 1},
    {"tag.Id != 1234567890123456789", 0},
    {"utcdate ~ 05.12", 1},
    {"utcdate = today", 0},
    {"result = \"2-0\"", 1},
    {"result = 2-0", 1},
    {"result = white", 1},
    {"result != draw", 1},
    {"result = 1-1", 0},
    {"result = *", 0},
    {"tag.result = \"2-0\"", 1},
    {"variant = standard", 1}, /* another name of international draughts */
    {"variant != international", 0},
    {"variant = turkish:promotion=stop", 0},
    {"variant ~ inter", 1},
    {"variant = \"\"", 0},
    {"plies = 4", 1},
    {"plies > 4", 0},
    {"moves <= 2", 1},
    {"round = 3", 1},
    {"round >= 4", 0},
    {"whiterating > 1400", 1},
    {"rating > 1500", 0},
    {"rating != 1480", 0}, /* both sides must differ */
    {"rating != 1500", 1},
    {"blackrating != 1480", 1},
    {"blackrating > 1", 0},
    {"comments", 1},
    {"comments = 1", 1},
    {"variations", 1},
    {"nags = 1", 1},
    {"illegal", 1},
    {"setup", 0},
    {"site = \"\"", 1}, /* no such tag */
    {"not setup", 1},
    {"not not setup", 0},
    {"setup and plies", 0},
    {"setup or plies", 1},
    {"setup or plies and setup", 0},
    {"(setup or plies) and not (setup and plies)", 1},
    {"setup or setup or year", 1},
    {"plies and plies and plies and setup", 0},
    {"white ~ \"a \\\"quote\\\"\"", 0},
    {"annotator=x", 0},
};

static void answers(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    setup(NULL);
    struct filter *filter = NULL;
    struct err err = {0};
    if (filter_compile("--where", text_of(rows[i].expression), &filter, &err))
        fail_msg("%u: %s", err.at.col, err.msg);
    assert_int_equal(filter_matches(filter, &game), rows[i].answer);
    filter_free(filter);
    teardown(NULL);
}

static const struct {
    const char *expression;
    unsigned col;
    const char *message; /* begins so */
} faults[] = {
    {"", 1, "expected a tag's name"},
    {"white", 6, "expected one of = != ~ !~ < <= > >= after a tag's name, found the end"},
    {"white ~", 8, "expected a value, found the end"},
    {"white ? x", 7, "expected one of"},
    {"white ~ \"x", 9, "unclosed quote"},
    {"white ~ /x", 9, "unclosed regular expression"},
    {"white ~ /(/", 9, "invalid regular expression '/(/'"},
    {"white ~ /a{9}{9}{9}{9}{9}/", 9, "this regular expression is too large"},
    {"white ~ /a++++++++++++++++++++/", 9, "this regular expression is too large"},
    {"white ~ /a++++++++++/", 9, "this regular expression is too large"},
    {"white ~ /(([)][)][)]a{200}){200}){200}/", 9, "this regular expression is too large"},
    {"white ~ /(([]()][^])][[:alpha:])]a{99}){99}){99}/", 9,
     "this regular expression is too large"},
    {"white ~ /[/", 9, "invalid regular expression '/[/'"},
    {"white ~ /[^/", 9, "invalid regular expression '/[^/'"},
    {"white ~ /[[:/", 9, "invalid regular expression '/[[:/'"},
    {"white ~ /(a)\\1/", 9,
     "this regular expression is too large, or has a back reference such as \\1"},
    {"plies > 3.5", 9, "expected a number, found '3.5'"},
    {"date = 1972.13", 8, "expected a date such as 1972, 1972.05 or 1972.05.01, found '1972.13'"},
    {"result = \"3 - 0\"", 10,
     "expected a result: 2-0, 1-1, 0-2, 0-0, *, white, black, draw, both-lost or unknown, found "
     "'3 - 0'"},
    {"plies > many", 9, "expected a number, found 'many'"},
    {"white > 3", 7, "expected one of = != ~ !~ after a name, found '> 3'"},
    {"player <= 'A'", 8, "expected one of = != ~ !~ after a name"},
    {"plies ~ 4", 7, "expected one of = != < <= > >="},
    {"date > yesterday", 8, "expected a date such as 1972"},
    {"date > ????", 8, "expected a date"},
    {"result = 3-7", 10, "expected a result"},
    {"result < 2-0", 8, "expected = or !="},
    {"variant = rusian", 11, "unknown variant \"rusian\"; did you mean \"russian\"?"},
    {"setup = 1", 7, "expected no comparison"},
    {"round > \"abc\"", 9, "expected a number or a date"},
    {"eventdate > 5", 13, "expected a date such as 1972"},
    {"(plies", 1, "unclosed parenthesis"},
    {"(plies x)", 8, "expected \"and\", \"or\" or \")\", found 'x'"},
    {"plies x", 7, "expected \"and\", \"or\" or the end, found 'x'"},
    {"plies and", 10, "expected a tag's name"},
    {"plies and or setup", 11, "expected a condition, found 'or'"},
    {"not", 4, "expected a tag's name"},
    {"plies)", 6, "expected \"and\", \"or\" or the end"},
    {"tag. = 1", 6, "expected a tag's name"},
    {"tag.\xD0 = 1", 5, "expected a tag's name"},
    {"white and \xE2\x80\x9Cx\xE2\x80\x9D", 7, "expected one of"},
    {"\xD0\xA2\xD1\x83\xD1\x80 = 1", 1,
     "'\xD0\xA2\xD1\x83\xD1\x80' is not a tag of PDN; did you mean 'Round'? (write tag."},
    {"plys > 3", 1,
     "'plys' is neither a tag of PDN nor player, variant, date, result, year, "
     "rating, plies, moves, comments, nags, variations, illegal or setup; write "
     "tag.plys for a tag that PDN does not define"},
    {"plies > 3 and dat >= 1972", 15, "'dat' is not a tag of PDN; did you mean 'date'?"},
};

static void names_the_fault(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct filter *filter = NULL;
    struct err err = {0};
    assert_int_equal(filter_compile("--where", text_of(faults[i].expression), &filter, &err), -1);
    assert_null(filter);
    assert_string_equal(err.at.file, "--where");
    if (strncmp(err.msg, faults[i].message, strlen(faults[i].message)) != 0)
        fail_msg("\"%s\"", err.msg);
    assert_int_equal(err.at.col, faults[i].col);
}

static void bounds_the_depth(void **state)
{
    (void)state;
    struct buffer b = {0};
    struct filter *filter = NULL;
    struct err err = {0};
    for (unsigned i = 0; i < 10000; i++)
        buffer_add_char(&b, '(');
    assert_int_equal(filter_compile("--where", buffer_text(&b), &filter, &err), -1);
    for (unsigned i = 0; i < 100000; i++)
        buffer_add_string(&b, "not ");
    assert_int_equal(filter_compile("--where", buffer_text(&b), &filter, &err), -1);
    buffer_fini(&b);
}

enum { FAULTS = ARRAY_LEN(faults) };

int main(void)
{
    ROWS_BY_INDEX(rows, expression, answers);
    for (size_t i = 0; i < FAULTS; i++)
        rows_add(*faults[i].expression ? faults[i].expression : "nothing", NULL, names_the_fault,
                 (const void *)(uintptr_t)i);
    ROWS_SINGLE(bounds_the_depth);
    return rows_run("filter");
}
