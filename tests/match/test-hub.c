// SPDX-License-Identifier: MIT
/* Lines of the Hub protocol, taken apart and written. */
#include "core/base/array.h"
#include "match/protocol/hub-driver.h"
#include "match/protocol/hub-variant.h"
#include "match/protocol/hub.h"
#include "tests/lib/rows.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What is read is shown as "command|name=<value>|flag". */
static const struct {
    const char *name, *line, *shown;
} line_rows[] = {
    {"line: command alone", "hub", "hub"},
    {"line: with its end", "hub\n", "hub"},
    {"line: CR LF", "ping\r\n", "ping"},
    {"line: flag", "go think", "go|think"},
    {"line: value", "level depth=9", "level|depth=<9>"},
    {"line: two values", "level moves=75 time=900", "level|moves=<75>|time=<900>"},
    {"line: quoted", "pos pos=Wbw moves=\"32-28 17-22\"", "pos|pos=<Wbw>|moves=<32-28 17-22>"},
    {"line: quoted and empty", "pos pos=W moves=\"\"", "pos|pos=<W>|moves=<>"},
    {"line: empty without quotes",
     "set-param name=book-file value=", "set-param|name=<book-file>|value=<>"},
    {"line: equals sign in quotes", "set-param value=\"a=b\"", "set-param|value=<a=b>"},
    {"line: blanks about =", "level depth = 9", "level|depth=<9>"},
    {"line: blanks about = and quotes", "pos moves = \"1-6\" pos = W", "pos|moves=<1-6>|pos=<W>"},
    {"line: blanks and tabs everywhere", " \t go \t think \t", "go|think"},
    {"line: blank", "", ""},
    {"line: only blanks", "  \t\r\n", ""},
    {"line: comma stays", "level time=291,587", "level|time=<291,587>"},
    {"line: UTF-8", "id author=\"J\xc3\xa9r\xc3\xb4me\"", "id|author=<J\xc3\xa9r\xc3\xb4me>"},
    {"line: no blank behind a quote", "x a=\"1\"b=2", "x|a=<1>|b=<2>"},
};

static const struct {
    const char *name, *line, *says;
} bad_rows[] = {
    {"bad: quote left open", "pos moves=\"32-28", "quote"},
    {"bad: no name", "level =9", "missing name"},
    {"bad: quote for a name", "level \"depth\"=9", "missing name"},
    {"bad: no command", "=9", "missing command"},
    {"bad: quote for a command", "\"hub\"", "missing command"},
    {"bad: control character", "go \x01", "missing name"},
};

static void show(const struct hub_line *line, char *buf)
{
    buf += sprintf(buf, "%.*s", TEXT_ARGS(line->command));
    for (unsigned i = 0; i < line->n; i++) {
        buf += sprintf(buf, "|%.*s", TEXT_ARGS(line->arguments[i].name));
        if (line->arguments[i].has_value)
            buf += sprintf(buf, "=<%.*s>", TEXT_ARGS(line->arguments[i].value));
    }
}

static void line_row(void **state)
{
    size_t i = (size_t)*state;
    struct hub_line line;
    struct err err = {0};
    char shown[400];
    if (hub_parse(text_of(line_rows[i].line), &line, &err))
        fail_msg("%s", err.msg);
    show(&line, shown);
    assert_string_equal(shown, line_rows[i].shown);
}

static void bad_row(void **state)
{
    size_t i = (size_t)*state;
    struct hub_line line;
    struct err err = {0};
    assert_int_equal(hub_parse(text_of(bad_rows[i].line), &line, &err), -1);
    assert_non_null(strstr(err.msg, bad_rows[i].says));
}

static void arguments_are_bounded(void **state)
{
    (void)state;
    char text[400] = "x";
    struct hub_line line;
    for (int i = 0; i < HUB_ARGUMENTS; i++)
        strcat(text, " a=1");
    assert_int_equal(hub_parse(text_of(text), &line, NULL), 0);
    assert_int_equal(line.n, HUB_ARGUMENTS);
    strcat(text, " a");
    assert_int_equal(hub_parse(text_of(text), &line, NULL), -1);
}

static void arguments_are_found(void **state)
{
    (void)state;
    struct hub_line line;
    assert_int_equal(hub_parse(text_of("pos start moves=\"\" pos=x"), &line, NULL), 0);
    assert_non_null(hub_find(&line, "start"));
    assert_null(hub_find(&line, "star"));
    assert_null(hub_value(&line, "start").s); /* a flag has no value */
    assert_non_null(hub_value(&line, "moves").s);
    assert_int_equal(hub_value(&line, "moves").n, 0);
    assert_true(text_is(hub_value(&line, "pos"), "x"));
    assert_null(hub_value(&line, "none").s);
}

static const struct {
    const char *name, *value;
    int rc;
    int64_t ms;
} seconds_rows[] = {
    {"seconds: whole", "900", 0, 900000},
    {"seconds: point", "890.2", 0, 890200},
    {"seconds: comma", "291,587", 0, 291587},
    {"seconds: no whole part", ".5", 0, 500},
    {"seconds: no fraction", "5.", 0, 5000},
    {"seconds: finer than ms", "0.0019", 0, 1},
    {"seconds: negative", "-0.5", 0, -500},
    {"seconds: plus", "+1", 0, 1000},
    {"seconds: nothing", "", -1, 0},
    {"seconds: letters", "1x", -1, 0},
    {"seconds: two points", "1.2.3", -1, 0},
    {"seconds: point alone", ".", -1, 0},
    {"seconds: minus alone", "-", -1, 0},
    {"seconds: exponent", "1e3", -1, 0},
    {"seconds: infinite", "inf", -1, 0},
    {"seconds: huge", "99999999999999999999", -1, 0},
    {"seconds: eleven years", "350000000", -1, 0},
};

static void seconds_row(void **state)
{
    size_t i = (size_t)*state;
    int64_t ms;
    struct err err = {0};
    assert_int_equal(hub_seconds(text_of(seconds_rows[i].value), "time", &ms, &err),
                     seconds_rows[i].rc);
    if (seconds_rows[i].rc == 0)
        assert_int_equal(ms, seconds_rows[i].ms);
    else
        assert_non_null(strstr(err.msg, "time"));
}

static void whole_numbers(void **state)
{
    (void)state;
    int64_t n;
    assert_int_equal(hub_int(text_of("64"), 1, 64, "x", &n, NULL), 0);
    assert_int_equal(n, 64);
    assert_int_equal(hub_int(text_of("-3"), -3, 64, "x", &n, NULL), 0);
    assert_int_equal(n, -3);
    assert_int_equal(hub_int(text_of("9223372036854775807"), 1, INT64_MAX, "x", &n, NULL), 0);
    assert_true(n == INT64_MAX);
    assert_int_equal(hub_int(text_of("9223372036854775808"), 1, INT64_MAX, "x", &n, NULL), -1);
    assert_int_equal(hub_int(text_of("-"), -3, 64, "x", &n, NULL), -1);
    assert_int_equal(hub_int(text_of("65"), 1, 64, "x", &n, NULL), -1);
    assert_int_equal(hub_int(text_of("0"), 1, 64, "x", &n, NULL), -1);
    assert_int_equal(hub_int(text_of("1.5"), 1, 64, "x", &n, NULL), -1);
    assert_int_equal(hub_int(text_of(""), 1, 64, "x", &n, NULL), -1);
}

static void expect(struct buffer *buf, const char *want)
{
    buffer_add_char(buf, '\0');
    assert_string_equal(buf->s, want);
    buffer_clear(buf);
}

static void values_are_quoted_where_needed(void **state)
{
    (void)state;
    struct buffer buf = {0};
    hub_add_string(&buf, "move", "32-28");
    expect(&buf, " move=32-28");
    hub_add_string(&buf, "pv", "32-28 17-22");
    expect(&buf, " pv=\"32-28 17-22\"");
    hub_add_string(&buf, "value", "");
    expect(&buf, " value=\"\"");
    hub_add_string(&buf, "a", "b=c");
    expect(&buf, " a=\"b=c\"");
    hub_add_string(&buf, "a", "say \"x\"\n");
    expect(&buf, " a=\"say 'x' \"");
    hub_add_error(&buf, "bad \"move\"");
    expect(&buf, "error message=\"bad 'move'\"\n");
    buffer_fini(&buf);
}

static void numbers_have_a_point_in_every_locale(void **state)
{
    (void)state;
    struct buffer buf = {0};
    setlocale(LC_ALL, "nl_NL.UTF-8");
    hub_add_real(&buf, "score", -1234, 1000, 2);
    expect(&buf, " score=-1.23");
    hub_add_real(&buf, "score", -4, 1000, 2);
    expect(&buf, " score=0.00");
    hub_add_real(&buf, "time", 3906, 1000, 3);
    expect(&buf, " time=3.906");
    hub_add_real(&buf, "x", 5, 1, 0);
    expect(&buf, " x=5");
    hub_add_int(&buf, "nodes", 31261613);
    expect(&buf, " nodes=31261613");
    setlocale(LC_ALL, "C");
    buffer_fini(&buf);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    static const char *const values[] = {"", "x", "a b", "=", "1-6", "\xc3\xa9", "  ", "a\tb"};
    for (size_t i = 0; i < ARRAY_LEN(values); i++) {
        struct buffer buf = {0};
        struct hub_line line;
        buffer_add_string(&buf, "x");
        hub_add_string(&buf, "v", values[i]);
        hub_add_int(&buf, "n", 7);
        assert_int_equal(hub_parse(buffer_text(&buf), &line, NULL), 0);
        assert_int_equal(line.n, 2);
        if (!strchr(values[i], '\t')) /* which becomes a blank */
            assert_true(text_is(line.arguments[0].value, values[i]));
        buffer_fini(&buf);
    }
}

static void random_bytes_are_survived(void **state)
{
    (void)state;
    static const char alphabet[] = "hub pos=\"W1-6 \t\r\n\x01\xff=\"";
    srand(3);
    for (int i = 0; i < 200000; i++) {
        char text[64];
        size_t n = (size_t)rand() % sizeof text;
        struct hub_line line;
        for (size_t k = 0; k < n; k++)
            text[k] = alphabet[(size_t)rand() % (sizeof alphabet - 1)];
        if (hub_parse((struct text){text, n}, &line, NULL))
            continue;
        for (unsigned k = 0; k < line.n; k++)
            assert_true(line.arguments[k].name.n > 0);
    }
}

static const struct {
    const char *name, *values, *variant;
    bool plays;
} variant_rows[] = {
    {"variant: Scan plays normal", "normal killer bt frisian losing", "international", true},
    {"variant: Scan plays losing", "normal killer bt frisian losing", "antidraughts", true},
    {"variant: Scan does not play frysk", "normal killer bt frisian losing", "frysk", false},
    {"variant: the beginning of a word is none", "normal frisian-old", "frisian", false},
    {"variant: any value", "", "russian", true},
    {"variant: a reading of one it has", "turkish", "turkish:promotion=stop", true},
    {"variant: only another reading", "turkish:promotion=continue", "turkish:promotion=stop",
     false},
};

static void variant_row(void **state)
{
    size_t i = (size_t)*state;
    const struct rules *rules;
    struct err err = {0};
    assert_int_equal(rules_find(text_of(variant_rows[i].variant), &rules, &err), 0);
    assert_int_equal(hub_plays(text_of(variant_rows[i].values), rules), variant_rows[i].plays);
}

static const struct {
    const char *name, *word, *spelling;
} word_rows[] = {
    {"word: Hub's own", "bt", "breakthrough"},
    {"word: Hub's own, as dama's", "killer", "killer"},
    {"word: dama's", "russian", "russian"},
    {"word: with a reading", "turkish:promotion=stop", "turkish:promotion=stop"},
};

static void word_row(void **state)
{
    size_t i = (size_t)*state;
    const struct rules *rules;
    struct err err = {0};
    assert_int_equal(hub_variant_find(text_of(word_rows[i].word), &rules, &err), 0);
    assert_string_equal(rules_spelling(rules), word_rows[i].spelling);
    assert_string_equal(hub_variant(rules), word_rows[i].word);
}

static void every_variant_is_listed_once(void **state)
{
    (void)state;
    struct buffer words = {0};
    unsigned n = 0;
    hub_variant_list(&words);
    for (struct text rest = buffer_text(&words), word; (word = hub_next_word(&rest)).n; n++) {
        const struct rules *rules;
        struct err err = {0};
        assert_int_equal(hub_variant_find(word, &rules, &err), 0);
        assert_true(text_is(word, hub_variant(rules)));
    }
    assert_int_equal(n, rules_count);
    buffer_fini(&words);
}

#define CLOCK(left, credit) .limit = HUB_CLOCK, .time = left, .inc = credit
static const struct {
    const char *name;
    struct hub_level level;
    const char *second, *first; /* in version 2 and in version 1 */
} level_rows[] = {
    {"level: without end", {.limit = HUB_ENDLESS}, "level infinite", "time 86400000"},
    {"level: nodes", {.limit = HUB_NODES, .nodes = 5000}, "level nodes=5000", "time 86400000"},
    {"level: more nodes than Hub counts",
     {.limit = HUB_NODES, .nodes = UINT64_MAX},
     "level nodes=9223372036854775807",
     "time 86400000"},
    {"level: depth", {.limit = HUB_DEPTH, .depth = 9}, "level depth=9", "depth 9"},
    {"level: move time",
     {.limit = HUB_MOVE_TIME, .time = 250},
     "level move-time=0.250",
     "time 250"},
    {"level: move time in whole seconds",
     {.limit = HUB_MOVE_TIME, .time = 250, .whole_seconds = true},
     "level move-time=1",
     "time 250"},
    {"level: clock", {CLOCK(60000, 0)}, "level time=60.000", "level 0 60000 0"},
    {"level: clock, with moves",
     {CLOCK(60000, 0), .moves = 20},
     "level moves=20 time=60.000",
     "level 20 60000 0"},
    {"level: clock, the increment credited already",
     {CLOCK(60000, 500)},
     "level time=59.500 inc=0.500",
     "level 0 59500 500"},
    {"level: clock, in whole seconds",
     {CLOCK(60900, 1500), .whole_seconds = true},
     "level time=59 inc=1",
     "level 0 59400 1500"},
    {"level: clock, in whole seconds half of one",
     {CLOCK(60900, 500), .whole_seconds = true},
     "level time=60",
     "level 0 60400 500"},
    {"level: clock, in whole seconds no more than is left",
     {CLOCK(1500, 1000), .whole_seconds = true},
     "level time=1",
     "level 0 500 1000"},
    {"level: clock, less left than the increment",
     {CLOCK(2000, 6000)},
     "level time=0.001 inc=1.999",
     "level 0 1 1999"},
    {"level: clock, in whole seconds less left than the increment",
     {CLOCK(2700, 6000), .whole_seconds = true},
     "level time=1 inc=1",
     "level 0 1 2699"},
    {"level: clock, just the increment left",
     {CLOCK(6000, 6000)},
     "level time=0.001 inc=5.999",
     "level 0 1 5999"},
    {"level: clock, just more than the increment left",
     {CLOCK(6001, 6000)},
     "level time=0.001 inc=6.000",
     "level 0 1 6000"},
    {"level: clock, the flag is down before an increment",
     {CLOCK(-7, 6000)},
     "level time=0.001",
     "level 0 1 0"},
    {"level: clock, the flag is down", {CLOCK(-7, 0)}, "level time=0.001", "level 0 1 0"},
};

static void level_row(void **state)
{
    size_t i = (size_t)*state;
    struct buffer buf = {0};
    hub_add_level(&buf, 2, &level_rows[i].level);
    expect(&buf, level_rows[i].second);
    hub_add_level(&buf, 1, &level_rows[i].level);
    expect(&buf, level_rows[i].first);
    buffer_fini(&buf);
}

static void refusals_may_be_explained(void **state)
{
    (void)state;
    assert_true(hub_refuses_position(text_of("illegal move")));
    assert_true(hub_refuses_position(text_of("bad position: expected 32 squares")));
    assert_false(hub_refuses_position(text_of("bad positional sense")));
    assert_false(hub_refuses_position(text_of("bad command: bad position")));
    assert_false(hub_refuses_position((struct text){0}));
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(arguments_are_bounded),
        cmocka_unit_test(arguments_are_found),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(values_are_quoted_where_needed),
        cmocka_unit_test(numbers_have_a_point_in_every_locale),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(random_bytes_are_survived),
        cmocka_unit_test(refusals_may_be_explained),
        cmocka_unit_test(every_variant_is_listed_once),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(line_rows, name, line_row);
    ROWS_BY_INDEX(bad_rows, name, bad_row);
    ROWS_BY_INDEX(seconds_rows, name, seconds_row);
    ROWS_BY_INDEX(variant_rows, name, variant_row);
    ROWS_BY_INDEX(word_rows, name, word_row);
    ROWS_BY_INDEX(level_rows, name, level_row);
    return rows_run("hub");
}
