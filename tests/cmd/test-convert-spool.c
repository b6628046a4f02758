// SPDX-License-Identifier: MIT
/* What --sort, --split and --dedupe need to know about a game. */
#include "cmd/convert/convert.h"
#include "core/base/array.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What is kept of a game; it lives in the arena. */
static struct spool_entry *describe(const struct convert_settings *settings, const char *pdn,
                                    struct arena *arena)
{
    struct convert c = {.settings = settings};
    struct convert_worker w = {0};
    struct game game;
    struct spool_entry *entry = NULL;
    struct err err = {0};
    if (settings->split)
        assert_int_equal(split_read(text_of(settings->split), &c.split, &err), 0);
    if (settings->sort)
        assert_int_equal(sort_key_read(text_of(settings->sort), &c.sort, &err), 0);
    game_of_text(pdn, arena, &game);
    assert_int_equal(convert_describe(&c, &w, &game, arena, &entry, &err), 0);
    buffer_fini(&w.scratch);
    buffer_fini(&w.moves);
    buffer_fini(&w.names);
    return entry;
}

/* ---- names of files ---- */

#define NINETY \
 "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggghhhhhhhhhhiiiiiiiiii"
#define HUNDRED NINETY "jjjjjjjjjj"

static const struct {
    const char *name, *split, *tags, *file, *also; /* also: NULL none */
} rows[] = {
    /* clang-format off */
    {"small letters", "event", "[Event \"Club\"]", "club", NULL},
    {"no marks", "white", "[White \"D\xC3\xBCrer, Hans\"]", "durer,_hans", NULL},
    {"another script", "white", "[White \"\xD0\xA7\xD0\xB8\xD0\xB6\xD0\xBE\xD0\xB2\"]", "\xD1\x87\xD0\xB8\xD0\xB6\xD0\xBE\xD0\xB2", NULL},
    {"black", "black", "[White \"w\"][Black \"b\"]", "b", NULL},
    {"opening", "opening", "[Opening \"32-28 19-23\"]", "32-28_19-23", NULL},
    {"separators", "event", "[Event \"a/b\\\\c:d\"]", "a_b_c_d", NULL},
    {"wildcards and quotes", "event", "[Event \"*?<>|\\\"%x\"]", "_x", NULL},
    {"the folder above", "event", "[Event \"../../x\"]", "_.._x", NULL},
    {"a hidden file", "event", "[Event \".profile\"]", "profile", NULL},
    {"dots alone", "event", "[Event \"..\"]", "unknown", NULL},
    {"a dot at the end", "event", "[Event \"open.\"]", "open", NULL},
    {"blanks", "event", "[Event \"  an   open  \"]", "an_open", NULL},
    {"a tabulator", "event", "[Event \"a\tb\"]", "a_b", NULL},
    {"a device", "event", "[Event \"NUL\"]", "_nul", NULL},
    {"a device with a suffix", "event", "[Event \"con.2\"]", "_con.2", NULL},
    {"a port", "event", "[Event \"Com1\"]", "_com1", NULL},
    {"no port", "event", "[Event \"Comx\"]", "comx", NULL},
    {"nothing", "event", "[Event \"\"]", "unknown", NULL},
    {"no tag", "event", "[White \"w\"]", "unknown", NULL},
    {"a question mark", "white", "[White \"?\"]", "unknown", NULL},
    {"a dash", "event", "[Event \"-\"]", "unknown", NULL},
    {"an option", "event", "[Event \"--rf x\"]", "rf_x", NULL},
    {"an underscore at the end", "event", "[Event \"open?\"]", "open", NULL},
    {"any tag", "tag.ECO", "[ECO \"0123\"]", "0123", NULL},
    {"a tag of PDN", "site", "[Site \"Oosterhaven NED\"]", "oosterhaven_ned", NULL},
    {"variant", "variant", "[GameType \"25\"]", "russian", NULL},
    {"a hundred bytes", "event", "[Event \"" HUNDRED "\"]", HUNDRED, NULL},
    {"more than a hundred", "event", "[Event \"" HUNDRED "k\"]", NINETY "j-92bcfe97", NULL},
    {"year", "year", "[Date \"1985.05.12\"]", "1985", NULL},
    {"year in words", "year", "[Date \"12 mei 1985\"]", "1985", NULL},
    {"no year", "year", "[Date \"?\?\?\?.05.12\"]", "unknown", NULL},
    {"no date", "year", "[White \"w\"]", "unknown", NULL},
    {"both players", "player", "[White \"w\"][Black \"b\"]", "w", "b"},
    {"one player twice", "player", "[White \"W\"][Black \"w\"]", "w", NULL},
    {"an unknown player", "player", "[White \"w\"]", "w", "unknown"},
    {"by number: no name", "500", "[White \"w\"]", NULL, NULL},
    /* clang-format on */
};

static void assert_text(struct text t, const char *want)
{
    if (!want)
        assert_null(t.s);
    else if (!text_is(t, want))
        fail_msg("'%.*s' is not '%s'", TEXT_ARGS(t), want);
}

static void names_files(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct convert_settings settings = {.split = rows[i].split};
    struct arena arena = {0};
    struct buffer pdn = {0};
    buffer_printf(&pdn, "%s\n\n*", rows[i].tags);
    buffer_add_char(&pdn, '\0');
    const struct spool_entry *entry = describe(&settings, pdn.s, &arena);
    assert_text(entry->name, rows[i].file);
    assert_text(entry->also, rows[i].also);
    buffer_fini(&pdn);
    arena_fini(&arena);
}

/* Letters of two bytes: the name ends after a whole one. */
static void ends_after_a_letter(void **state)
{
    (void)state;
    struct convert_settings settings = {.split = "event"};
    struct arena arena = {0};
    struct buffer pdn = {0};
    buffer_add_string(&pdn, "[Event \"xx");
    for (unsigned i = 0; i < 60; i++)
        buffer_add_string(&pdn, "\xD1\x87");
    buffer_add_string(&pdn, "\"]\n\n*");
    buffer_add_char(&pdn, '\0');
    const struct spool_entry *entry = describe(&settings, pdn.s, &arena);
    assert_int_equal(entry->name.n, 99);
    assert_memory_equal(entry->name.s + 88, "\xD1\x87", 2);
    buffer_fini(&pdn);
    arena_fini(&arena);
}

/* ---- order ---- */

static const struct {
    const char *name, *sort, *a, *b;
    int order; /* of a and b: -1, 0, 1 */
} orders[] = {
    /* clang-format off */
    {"dates", "date", "[Date \"1985.05.12\"]", "[Date \"1985.10.01\"]", -1},
    {"dates in other forms", "date", "[Date \"12 mei 1985\"]", "[Date \"1985.05.12\"]", 0},
    {"a year before its days", "date", "[Date \"1985\"]", "[Date \"1985.01.01\"]", -1},
    {"an unknown date first", "date", "[White \"w\"]", "[Date \"1950\"]", -1},
    {"another date", "eventdate", "[EventDate \"12 mei 1985\"]", "[EventDate \"1985.10.01\"]", -1},
    {"numbers", "round", "[Round \"9\"]", "[Round \"10\"]", -1},
    {"numbers with dots", "round", "[Round \"3.10\"]", "[Round \"3.9\"]", 1},
    {"leading noughts", "round", "[Round \"03\"]", "[Round \"3\"]", 0},
    {"numbers in a text", "event", "[Event \"League 9, board 1\"]", "[Event \"League 10, board 1\"]", -1},
    {"no capitals, no marks", "white", "[White \"D\xC3\xBCrer\"]", "[White \"DURER\"]", 0},
    {"a question mark is nothing", "white", "[White \"?\"]", "[Black \"x\"]", 0},
    {"nothing comes first", "white", "[White \"?\"]", "[White \"a\"]", -1},
    {"a word before the longer one", "white", "[White \"jan\"]", "[White \"jansen\"]", -1},
    {"downwards", "-date", "[Date \"1985.05.12\"]", "[Date \"1985.10.01\"]", 1},
    {"a word behind the longer one", "-white", "[White \"jan\"]", "[White \"jansen\"]", 1},
    {"the second field", "date,round", "[Date \"1985\"][Round \"2\"]", "[Date \"1985\"][Round \"1\"]", 1},
    {"the first field counts more", "date,-round", "[Date \"1985\"][Round \"2\"]", "[Date \"1986\"][Round \"1\"]", -1},
    {"a field is a whole", "event,site", "[Event \"a\"][Site \"bc\"]", "[Event \"ab\"][Site \"c\"]", -1},
    {"blanks between", "date, -round", "[Date \"1985\"][Round \"2\"]", "[Date \"1985\"][Round \"1\"]", -1},
    {"plies", "plies", "[FEN \"W:W31:B1\"] 31-26", "[FEN \"W:W31:B1\"] 31-26 1-6", -1},
    {"variant", "variant", "[GameType \"20\"]", "[GameType \"25\"]", -1},
    /* clang-format on */
};

static void sorts(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct convert_settings settings = {.sort = orders[i].sort};
    struct arena arena[2] = {{0}, {0}};
    struct text key[2];
    for (unsigned k = 0; k < 2; k++) {
        struct buffer pdn = {0};
        buffer_printf(&pdn, "%s\n\n*", k ? orders[i].b : orders[i].a);
        buffer_add_char(&pdn, '\0');
        key[k] = describe(&settings, pdn.s, &arena[k])->sort;
        buffer_fini(&pdn);
    }
    int order = memcmp(key[0].s, key[1].s, key[0].n < key[1].n ? key[0].n : key[1].n);
    if (order == 0)
        order = (key[0].n > key[1].n) - (key[0].n < key[1].n);
    assert_int_equal((order > 0) - (order < 0), orders[i].order);
    arena_fini(&arena[0]);
    arena_fini(&arena[1]);
}

/* ---- copies ---- */

static void labels_a_game(void **state)
{
    (void)state;
    struct convert_settings settings = {.dedupe = DEDUPE_EXACT};
    struct arena arena = {0};
    const struct spool_entry *entry = describe(
        &settings,
        "[Event \"e\"][Date \"?\"][Round \"3\"][White \"Vries, A. de\"][Black \"b\"]\n1. 32-28 *",
        &arena);
    assert_text(entry->label, "Vries, A. de - b, e, 3");
    assert_text(entry->game.white, "vries");
    assert_int_equal(entry->game.moves.n, SPOOL_PLY);
    assert_null(entry->name.s);
    arena_fini(&arena);
}

/*
 * The routes of two captures of the same pieces are one move; another piece taken is another move.
 */
static void tells_moves_apart(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {
        {"1. 32-28 19-23 2. 28x19 14x23 *", "{other words} 32-28 19-23 28x23x19 14x19x23! 2-0",
         true},
        {"1. 32-28 19-23 2. 28x19 14x23 *", "1. 32-28 19-23 2. 28x19 13x24 *", false},
        {"1. 32-28 *", "[FEN \"W:W31-50:B1-20\"]\n1. 32-28 *", true},
        {"1. 32-28 *", "[FEN \"W:W31-50:B1-19\"]\n1. 32-28 *", false},
        {"1. 32-28 1-50 *", "1. 32-28 1-49 *", false}, /* illegal moves as they are written */
        {"1. 32-28 1-50 *", "1. 32-28 1-50 {a} *", true},
        {"[GameType \"25\"] 1. c3-d4 *", "[GameType \"26\"] 1. c3-d4 *", false},
    };
    struct convert_settings settings = {.dedupe = DEDUPE_EXACT};
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        struct arena arena = {0};
        const struct spool_entry *a = describe(&settings, pairs[i].a, &arena),
                                 *b = describe(&settings, pairs[i].b, &arena);
        bool same = memcmp(&a->game.content, &b->game.content, sizeof a->game.content) == 0;
        if (same != pairs[i].same)
            fail_msg("%s and %s", pairs[i].a, pairs[i].b);
        arena_fini(&arena);
    }
}

static const struct {
    const char *name, *round, *text;
} rounds[] = {
    {"a number", "3", "3."},
    {"words and a nought", "Ronde 03", "3."},
    {"a dot at the end", "3.", "3."},
    {"a board", "03.10", "3.10."},
    {"a board in words", "3 (board 5)", "3."},
    {"nought", "0", "0."},
    {"no number", "Final", ""},
    {"unknown", "?", ""},
    {"a long number", "1234567890123.1", "123456789.1."},
    {"many numbers", "1.2.3.4.5", "1.2.3.4."},
};

static void reads_rounds(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct convert_settings settings = {.dedupe = DEDUPE_EXACT};
    struct arena arena = {0};
    struct buffer pdn = {0};
    buffer_printf(&pdn, "[Round \"%s\"]\n\n*", rounds[i].round);
    buffer_add_char(&pdn, '\0');
    assert_text(describe(&settings, pdn.s, &arena)->game.round, rounds[i].text);
    buffer_fini(&pdn);
    arena_fini(&arena);
}

static void tells_events_apart(void **state)
{
    (void)state;
    struct convert_settings settings = {.dedupe = DEDUPE_EXACT};
    struct arena arena = {0};
    int64_t cup = describe(&settings, "[Event \"Cup, 3rd\"] *", &arena)->game.event;
    assert_true(cup == describe(&settings, "[Event \"CUP  3rd\"] *", &arena)->game.event);
    assert_true(cup != describe(&settings, "[Event \"Cup, 4th\"] *", &arena)->game.event);
    assert_true(describe(&settings, "[Event \"?\"] *", &arena)->game.event == 0);
    assert_true(describe(&settings, "*", &arena)->game.event == 0);
    arena_fini(&arena);
}

/* What two games say is the same wherever it stands, and however its lines are broken. */
static void describes_what_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {
        {"{one two} 1. 32-28 {three} *", "1. 32-28 {three } {one\n  two} *", true},
        {"1. 32-28 {one} *", "1. 32-28 {One} *", false},
        {"1. 32-28 {one} *", "1. 32-28 {one} {one} *", false},
        {"1. 32-28 (31-27 {a} 19-23) *", "1. 32-28 {a} (31-27 19-23) *", true},
        {"1. 32-28 (31-27 19-23) *", "1. 32-28 (31-27 18-23) *", false},
        {"1. 32-28 $1 19-23 *", "1. 32-28 $2 19-23 *", false},
        {"1. 32-28 $1 19-23 *", "1. 32-28 19-23 $1 *", false},
        {"1. 32-28! *", "1. 32-28 *", false},
        {"1. 32-28 {} *", "1. 32-28 *", true},
    };
    struct convert_settings settings = {.dedupe = DEDUPE_EXACT};
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        struct arena arena = {0};
        const struct spool_entry *a = describe(&settings, pairs[i].a, &arena),
                                 *b = describe(&settings, pairs[i].b, &arena);
        if (text_same(a->game.said, b->game.said) != pairs[i].same)
            fail_msg("%s and %s", pairs[i].a, pairs[i].b);
        arena_fini(&arena);
    }
}

/* The longer copy is better, then the one that says more, then the one that knows more. */
static void scores_copies(void **state)
{
    (void)state;
    static const char *const better[] = {
        "1. 32-28 19-23 *",
        "[Event \"?\"]\n1. 32-28 {a} {b} (31-27) $1 *",
        "[Event \"e\"][Site \"s\"][White \"w\"][Black \"b\"]\n1. 32-28 {c} 2-0",
        "[Event \"e\"]\n1. 32-28 {c} *",
        "[Event \"e\"][ECO \"1\"][X \"1\"]\n1. 32-28 {} *",
        "[Event \"e\"]\n1. 32-28 *",
        "1. 32-28 *",
    };
    struct convert_settings settings = {.dedupe = DEDUPE_EXACT};
    uint32_t before = UINT32_MAX;
    for (size_t i = 0; i < ARRAY_LEN(better); i++) {
        struct arena arena = {0};
        uint32_t score = describe(&settings, better[i], &arena)->game.score;
        assert_true(score < before);
        before = score;
        arena_fini(&arena);
    }
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, names_files);
    ROWS_BY_INDEX(orders, name, sorts);
    ROWS_SINGLE(ends_after_a_letter);
    ROWS_SINGLE(labels_a_game);
    ROWS_SINGLE(tells_moves_apart);
    ROWS_BY_INDEX(rounds, name, reads_rounds);
    ROWS_SINGLE(tells_events_apart);
    ROWS_SINGLE(describes_what_is_said);
    ROWS_SINGLE(scores_copies);
    return rows_run("convert-spool");
}
