// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/query/opening-count.h"
#include "core/query/opening.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char file[] = "\xef\xbb\xbf# a comment\r\n"
                           "variant: international\r\n"
                           "\n"
                           "33-29 19-23 35-30 = By moves\r\n"
                           "1. 32-28 1... 18-23 = With numbers\n"
                           "W:W31-50:B1-18,20,23 = By position\n"
                           "32-28 = First\n"
                           "32-28 = Second = third\n"
                           "variant: russian\n"
                           "c3-d4 = Russian\n";

static const struct {
    const char *name, *pdn, *opening; /* NULL: none */
} rows[] = {
    {"by moves", "1. 33-29 19-23 2. 35-30 *", "By moves"},
    {"by other moves", "1. 35-30 19-23 2. 33-29 20-24 *", "By moves"},
    {"on the way only", "1. 33-29 19-23 *", NULL},
    {"with numbers", "1. 32-28 18-23 *", "With numbers"},
    {"by position", "[FEN \"W:W31-50:B1-18,20,23\"]\n\n1. 33-28 *", "By position"},
    {"the later line counts", "1. 32-28 19-23 *", "Second = third"},
    {"no moves", "[White \"w\"]\n\n*", NULL},
    {"an illegal move", "1. 33-29 19-23 2. 35-20 3. 35-30 *", NULL},
    {"in a variation", "1. 33-29 19-23 2. 34-30 (2. 35-30) *", NULL},
    {"other rules", "[GameType \"25\"]\n\n1. c3-d4 *", "Russian"},
    {"the same squares, other rules", "[GameType \"24\"]\n\n*", NULL},
};

static struct openings *read_file(void)
{
    struct openings *openings = NULL;
    struct err err = {0};
    if (openings_parse("file", file, sizeof file - 1, &openings, &err))
        fail_msg("%u:%u: %s", err.at.line, err.at.col, err.msg);
    return openings;
}

static void names(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct openings *openings = read_file();
    struct arena arena = {0};
    struct game game;
    game_of_text(rows[i].pdn, &arena, &game);
    struct text found = openings_find(openings, &game);
    if (!rows[i].opening)
        assert_null(found.s);
    else if (!text_is(found, rows[i].opening))
        fail_msg("'%.*s'", TEXT_ARGS(found));
    arena_fini(&arena);
    openings_close(openings);
}

static const struct {
    const char *name, *text;
    unsigned line, col;
    const char *message; /* begins so */
} faults[] = {
    {"no sign", "32-28 name", 1, 1, "expected moves or a FEN, \"=\" and a name"},
    {"no name", "\n32-28 =", 2, 1, "expected moves or a FEN, \"=\" and a name"},
    {"no moves", "= name", 1, 1, "expected moves or a FEN, \"=\" and a name"},
    {"lines that end in CR alone", "32-28 = name\r= name\r", 2, 1, "expected moves or a FEN"},
    {"an illegal move", "32-28 32-28 = name", 1, 7, "'32-28' is not a legal move"},
    {"no move", "32-28 why = name", 1, 7, "'why': "},
    {"no square", "32-99 = name", 1, 1, "'32-99': "},
    {"no variant", "variant: chess\n", 1, 1, ""},
    {"a FEN without squares", "W:W99:B1 = name", 1, 0, ""},
    {"moves of other rules", "variant: russian\n32-28 = name", 2, 1, "'32-28'"},
};

static void names_the_fault(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct openings *openings = NULL;
    struct err err = {0};
    const char *text = faults[i].text;
    assert_int_equal(openings_parse("file", text, strlen(text), &openings, &err), -1);
    assert_null(openings);
    assert_string_equal(err.at.file, "file");
    assert_int_equal(err.at.line, faults[i].line);
    if (faults[i].col)
        assert_int_equal(err.at.col, faults[i].col);
    if (strncmp(err.msg, faults[i].message, strlen(faults[i].message)) != 0)
        fail_msg("\"%s\"", err.msg);
}

/* A position that comes late in the game is looked for no more. */
static void looks_so_far(void **state)
{
    (void)state;
    static const char late[] = "W:WK47:B1,K4 = Late";
    struct openings *openings = NULL;
    assert_int_equal(openings_parse("late", late, sizeof late - 1, &openings, NULL), 0);
    for (unsigned plies = OPENING_PLIES - 4; plies <= OPENING_PLIES; plies += 4) {
        struct arena arena = {0};
        struct buffer pdn = {0};
        struct game game;
        buffer_add_string(&pdn, "[FEN \"W:WK33:B1,K18\"]\n\n");
        for (unsigned i = 0; i < plies; i += 4)
            buffer_add_string(&pdn, "33-39 18-13 39-33 13-18 ");
        buffer_add_string(&pdn, "33-47 18-4 *");
        buffer_add_char(&pdn, '\0');
        game_of_text(pdn.s, &arena, &game);
        assert_int_equal(game_plies(&game), plies + 2);
        assert_int_equal(openings_find(openings, &game).s != NULL, plies + 2 <= OPENING_PLIES);
        buffer_fini(&pdn);
        arena_fini(&arena);
    }
    openings_close(openings);
}

static void an_empty_file(void **state)
{
    (void)state;
    struct openings *openings = NULL;
    struct arena arena = {0};
    struct game game;
    game_of_text("1. 32-28 *", &arena, &game);
    assert_int_equal(openings_parse("file", "", 0, &openings, NULL), 0);
    assert_null(openings_find(openings, &game).s);
    openings_close(openings);
    arena_fini(&arena);
}

/* ---- statistics ---- */

static void count_games(struct opening_count *count, const char *const *games, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct arena arena = {0};
        struct buffer text = {0};
        struct opening_moves moves;
        struct game game;
        game_of_text(games[i], &arena, &game);
        opening_describe(&game, &text, &moves);
        assert_int_equal(opening_count_add(count, &moves), 0);
        buffer_fini(&text);
        arena_fini(&arena);
    }
}

static const char *const collection[] = {
    "1. 32-28 19-23 2. 28x19 14x23 *",
    "1. 32-28 19-23 *",
    "1. 32-28 19-23 2. 40-40 *", /* an illegal move ends what is counted */
    "1. 33-29 19-23 2. 35-30 *",
    "1. 35-30 19-23 2. 33-29 *", /* the same position after three plies */
    "[FEN \"W:W31-50:B1-18,20,23\"]\n\n1. 33-29 *",
    "[FEN \"W:W31-50:B1-20\"]\n\n1. 33-29 *", /* set up, but the usual start */
    "[GameType \"25\"]\n\n1. c3-d4 *",
    "[White \"w\"]\n\n*",
};

static void counts(void **state)
{
    (void)state;
    struct opening_count *count = opening_count_open(3);
    struct buffer out = {0};
    struct opening_top top[2];
    count_games(count, collection, ARRAY_LEN(collection));
    assert_int_equal(opening_count_top(count, 2, top, 2), 2);
    assert_int_equal(top[0].games, 3);
    assert_true(text_is(top[0].moves, "32-28 19-23"));
    assert_int_equal(top[1].games, 1);
    assert_int_equal(opening_count_top(count, 3, top, 1), 1);
    assert_int_equal(top[0].games, 2);
    assert_true(text_is(top[0].moves, "33-29 19-23 35-30"));
    assert_int_equal(opening_count_top(count, 4, top, 2), 0); /* deeper than was counted */
    assert_int_equal(opening_count_write(count, 2, &out), 0);
    buffer_add_char(&out, '\0');
    assert_string_equal(strchr(out.s, '\n'), "\n\nvariant: international\n"
                                             "32-28 = 32-28\n"
                                             "32-28 19-23 = 32-28 19-23\n"
                                             "33-29 = 33-29\n"
                                             "33-29 19-23 35-30 = 33-29 19-23 35-30\n");
    buffer_fini(&out);
    opening_count_close(count);
}

/* A reading of the rules is a variant of its own: its positions stand together, under its name. */
static void readings_are_written_apart(void **state)
{
    (void)state;
    static const char *const games[] = {
        "[GameType \"30\"] [Variant \"turkish:promotion=stop\"]\n\n1. a3-a4 *",
        "[GameType \"30\"]\n\n1. b3-b4 *",
        "[GameType \"30\"] [Variant \"turkish:promotion=stop\"]\n\n1. c3-c4 *",
    };
    struct opening_count *count = opening_count_open(OPENING_COUNTED);
    struct buffer out = {0};
    count_games(count, games, ARRAY_LEN(games));
    assert_int_equal(opening_count_write(count, 1, &out), 0);
    assert_string_equal(strstr(out.s, "\n\nvariant") + 2, "variant: turkish\n"
                                                          "b3-b4 = b3-b4\n"
                                                          "\n"
                                                          "variant: turkish:promotion=stop\n"
                                                          "a3-a4 = a3-a4\n"
                                                          "c3-c4 = c3-c4\n");
    buffer_fini(&out);
    opening_count_close(count);
}

/* What is suggested can be read, and names the games that it came from. */
static void what_is_written_is_read(void **state)
{
    (void)state;
    struct opening_count *count = opening_count_open(OPENING_COUNTED);
    struct openings *openings = NULL;
    struct buffer out = {0};
    struct arena arena = {0};
    struct game game;
    struct err err = {0};
    count_games(count, collection, ARRAY_LEN(collection));
    assert_int_equal(opening_count_write(count, 1, &out), 0);
    if (openings_parse("out", out.s, out.n, &openings, &err))
        fail_msg("%u:%u: %s", err.at.line, err.at.col, err.msg);
    game_of_text(collection[0], &arena, &game);
    assert_true(text_is(openings_find(openings, &game), "32-28 19-23 28x19 14x23"));
    openings_close(openings);
    buffer_fini(&out);
    arena_fini(&arena);
    opening_count_close(count);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, names);
    ROWS_BY_INDEX(faults, name, names_the_fault);
    ROWS_SINGLE(looks_so_far);
    ROWS_SINGLE(an_empty_file);
    ROWS_SINGLE(counts);
    ROWS_SINGLE(readings_are_written_apart);
    ROWS_SINGLE(what_is_written_is_read);
    return rows_run("opening");
}
