// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/query/pattern.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>

#define GAME  "1. 33-29 19-23 2. 35-30 (2. 32-28 23x32) 20-25 3. 40-35 *"
#define KINGS "[FEN \"W:W28,32,K47:B8,12,13\"]\n\n1. 32-27 *"

static const struct {
    const char *name;
    const char *position, *pattern, *material; /* NULL: not asked for */
    bool mirror;
    const char *pdn;
    int answer;
} rows[] = {
    /* clang-format off */
    {"nothing asked for", NULL, NULL, NULL, false, "[White \"w\"]\n\n*", 1},

    {"the start", "W:W31-50:B1-20", NULL, NULL, false, GAME, 1},
    {"the start of no moves", "W:W31-50:B1-20", NULL, NULL, false, "[White \"w\"]\n\n*", 1},
    {"the end", "B:W29-32,34-39,41-50:B1-18,23,25", NULL, NULL, false, "1. 33-29 19-23 2. 40-35 20-25 *", 0},
    {"in the middle", "W:W29,31,32,34-50:B1-18,20,23", NULL, NULL, false, GAME, 1},
    {"the other side to move", "B:W29,31,32,34-50:B1-18,20,23", NULL, NULL, false, GAME, 0},
    {"a variation does not count", "B:W28,29,31,34-50:B1-18,20,23", NULL, NULL, false, GAME, 0},
    {"colours changed", "W:W31-50:B1-17,19,20,22", NULL, NULL, false, GAME, 0},
    {"mirrored", "B:W28,31,33-50:B1-17,19,20,22", NULL, NULL, true, "1. 33-29 19-23 *", 1},
    {"mirrored, and there", "B:W28,31,33,34-50:B1-20", NULL, NULL, true, "[FEN \"W:W31-50:B1-18,20,23\"]\n\n*", 1},
    {"behind an illegal move", "B:W29,31,32,34-50:B1-20", NULL, NULL, false, "1. 32-40 *", 0},
    {"before an illegal move", "B:W29,31,32,34-50:B1-20", NULL, NULL, false, "1. 33-29 1-2 *", 1},
    {"a set-up position", "W:W28,32,K47:B8,12,13", NULL, NULL, false, KINGS, 1},
    {"a king is no man", "W:W28,32,47:B8,12,13", NULL, NULL, false, KINGS, 0},

    {"white and black", NULL, "white:29 black:23", NULL, false, GAME, 1},
    {"not at the same time", NULL, "white:33 black:23", NULL, false, GAME, 0},
    {"a range, a tab, a semicolon", NULL, "white:41-50;\tblack:1-18", NULL, false, GAME, 1},
    {"capitals", NULL, "WHITE:29 Empty:33", NULL, false, GAME, 1},
    {"any kind", NULL, "white:47", NULL, false, KINGS, 1},
    {"a king", NULL, "white:K47", NULL, false, KINGS, 1},
    {"no king", NULL, "white:K28", NULL, false, KINGS, 0},
    {"a man", NULL, "white-men:28", NULL, false, KINGS, 1},
    {"no man", NULL, "white-men:47", NULL, false, KINGS, 0},
    {"black men", NULL, "black-men:8,12", NULL, false, KINGS, 1},
    {"empty", NULL, "empty:32 white:27", NULL, false, KINGS, 1},
    {"not empty", NULL, "empty:28", NULL, false, KINGS, 0},
    {"not white", NULL, "not-white:8", NULL, false, KINGS, 1},
    {"not black", NULL, "not-black:8", NULL, false, KINGS, 0},
    {"may, and nowhere else", NULL, "may-black:8,12,13,14", NULL, false, KINGS, 1},
    {"elsewhere", NULL, "may-black:8,12", NULL, false, KINGS, 0},
    {"two mays add up", NULL, "may-black:8 may-black:12,13", NULL, false, KINGS, 1},
    {"must counts as may", NULL, "may-black:8,12 black:13", NULL, false, KINGS, 1},
    {"may comes before must", NULL, "black:13 may-black:8,12", NULL, false, KINGS, 1},
    {"turn", NULL, "turn:white white:27", NULL, false, KINGS, 0},
    {"the other turn", NULL, "turn:black white:27", NULL, false, KINGS, 1},
    {"ply 0", NULL, "plies:0", NULL, false, "[White \"w\"]\n\n*", 1},
    {"ply 1 of none", NULL, "plies:1", NULL, false, "[White \"w\"]\n\n*", 0},
    {"just this ply", NULL, "plies:2 black:23", NULL, false, GAME, 1},
    {"from a ply on", NULL, "plies:3- black:20", NULL, false, GAME, 1},
    {"too late", NULL, "plies:4- black:20", NULL, false, GAME, 0},
    {"between plies", NULL, "plies:1-2 white:30", NULL, false, GAME, 0},
    {"a pattern mirrored", NULL, "black:22 white:28 turn:black", NULL, true, GAME, 1},
    {"a pattern mirrored, the other turn", NULL, "black:22 white:28 turn:white plies:2", NULL, true, GAME, 0},
    {"kings mirrored", NULL, "black:K4", NULL, true, KINGS, 1},
    {"men mirrored", NULL, "black-men:4", NULL, true, KINGS, 0},
    {"may mirrored", NULL, "may-white:38,39,43", NULL, true, KINGS, 1},
    {"barred mirrored", NULL, "not-black:4", NULL, true, "[FEN \"W:WK47:B1\"]\n\n*", 1},
    {"squares of another board", NULL, "white:50", NULL, false, "[GameType \"25\"]\n\n*", 0},

    {"material", NULL, NULL, "20v20", false, "[White \"w\"]\n\n*", 1},
    {"men and kings together", NULL, NULL, "3v3", false, KINGS, 1},
    {"men and kings apart", NULL, NULL, "2m1kv3m", false, KINGS, 1},
    {"kings before men", NULL, NULL, "1k2m-3", false, KINGS, 1},
    {"a colon between", NULL, NULL, "3:3", false, KINGS, 1},
    {"no king there", NULL, NULL, "3m0kv3", false, KINGS, 0},
    {"material mirrored", NULL, NULL, "3v2m1k", true, KINGS, 1},
    {"no mirror without being asked", NULL, NULL, "3mv2m1k", false, KINGS, 0},
    {"a capture is due", NULL, NULL, "2v2", false, "[FEN \"W:W28,32:B22,23\"]\n\n*", 0},
    {"behind the capture", NULL, NULL, "2v1", false, "[FEN \"W:W28,42:B1,23\"]\n\n1. 28x19 *", 1},

    {"all of it, each at its ply", "W:W31-50:B1-20", "white:35 empty:40", "20v20", false, GAME, 1},
    {"one of it fails", "W:W31-50:B1-20", "white:35 empty:40", "20v19", false, GAME, 0},
    /* clang-format on */
};

static struct pattern_options options_of(size_t i)
{
    return (struct pattern_options){
        .positions = &rows[i].position,
        .n_positions = rows[i].position != NULL,
        .patterns = &rows[i].pattern,
        .n_patterns = rows[i].pattern != NULL,
        .materials = &rows[i].material,
        .n_materials = rows[i].material != NULL,
        .mirror = rows[i].mirror,
    };
}

static void answers(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct pattern_options options = options_of(i);
    struct arena arena = {0};
    struct game game;
    struct pattern_search *search = NULL;
    struct err err = {0};
    game_of_text(rows[i].pdn, &arena, &game);
    if (pattern_search_open(&options, NULL, &search, &err))
        fail_msg("%s: %s", err.at.file, err.msg);
    assert_int_equal(pattern_search_matches(search, &game, &err), rows[i].answer);
    assert_int_equal(pattern_search_matches(search, &game, &err),
                     rows[i].answer); /* compiled already */
    pattern_search_close(search);
    arena_fini(&arena);
}

static const struct {
    const char *name, *position, *pattern, *material, *variant, *option, *message;
} faults[] = {
    /* clang-format off */
    {"no FEN", "W:x", NULL, NULL, NULL, "--position", NULL},
    {"a square that is not", "W:W51:B1", NULL, NULL, "international", "--position", NULL},
    {"no clause", NULL, "white", NULL, NULL, "--pattern", "expected white:, black:, empty:, turn:, plies: or the like, found 'white'"},
    {"nothing", NULL, "", NULL, NULL, "--pattern", "expected white:, black: or the like, found ''"},
    {"only blanks", NULL, " ;", NULL, NULL, "--pattern", NULL},
    {"no such clause", NULL, "red:1", NULL, NULL, "--pattern", "expected white:, black:, empty:, turn:, plies: or the like, found 'red:1'"},
    {"squares beyond the board", NULL, "white:33", NULL, "english", "--pattern", NULL},
    {"squares beyond all boards", NULL, "white:99", NULL, NULL, "--pattern", NULL},
    {"a king without a square", NULL, "white:K", NULL, NULL, "--pattern", "expected a square after the K in 'K'"},
    {"a piece that is none", NULL, "white:1,q", NULL, NULL, "--pattern", "expected a square, found \"q\" in '1,q'"},
    {"a king that is a man", NULL, "white-men:K28", NULL, NULL, "--pattern", "expected K only after white: and black:, found 'K28'"},
    {"no king", NULL, "black:8 not-white:5,K6", NULL, NULL, "--pattern", "expected K only after white: and black:, found '5,K6'"},
    {"empty of kings", NULL, "empty:K5-7", NULL, NULL, "--pattern", NULL},
    {"may be a king", NULL, "may-black:K5", NULL, NULL, "--pattern", NULL},
    {"no turn", NULL, "turn:red", NULL, NULL, "--pattern", "expected turn:white or turn:black, found 'red'"},
    {"plies beyond all numbers", NULL, "plies:4294967296-4294967297", NULL, NULL, "--pattern", "expected plies such as 20-40, found '4294967296-4294967297'"},
    {"no plies", NULL, "plies:", NULL, NULL, "--pattern", "expected plies such as 20-40, found ''"},
    {"plies below none", NULL, "plies:-3", NULL, NULL, "--pattern", "expected plies such as 20-40, found '-3'"},
    {"plies downwards", NULL, "plies:40-20", NULL, NULL, "--pattern", "expected plies such as 20-40, found '40-20'"},
    {"plies and more", NULL, "plies:4x", NULL, NULL, "--pattern", "expected plies such as 20-40, found '4x'"},
    {"half a balance", NULL, NULL, "5v", NULL, "--material", "expected White's pieces, a \"v\" and Black's, such as 5v4 or 3m1kv2k, found '5v'"},
    {"another half", NULL, NULL, "v5", NULL, "--material", NULL},
    {"no balance", NULL, NULL, "5x4", NULL, "--material", NULL},
    {"more than a board holds", NULL, NULL, "65v1", NULL, "--material", NULL},
    {"more behind", NULL, NULL, "5v4v", NULL, "--material", NULL},
    {"kings and any", NULL, NULL, "5k3v1", NULL, "--material", NULL},
    /* clang-format on */
};

static void refuses(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct pattern_options options = {
        .positions = &faults[i].position,
        .n_positions = faults[i].position != NULL,
        .patterns = &faults[i].pattern,
        .n_patterns = faults[i].pattern != NULL,
        .materials = &faults[i].material,
        .n_materials = faults[i].material != NULL,
    };
    const struct rules *rules = NULL;
    struct pattern_search *search = NULL;
    struct err err = {0};
    if (faults[i].variant)
        assert_int_equal(rules_find(text_of(faults[i].variant), &rules, &err), 0);
    assert_int_equal(pattern_search_open(&options, rules, &search, &err), -1);
    assert_null(search);
    assert_string_equal(err.at.file, faults[i].option);
    if (faults[i].message)
        assert_string_equal(err.msg, faults[i].message);
    else
        assert_true(err.msg[0] != '\0');
}

static void one_of_several(void **state)
{
    (void)state;
    static const char *const positions[] = {"W:W1:B50", "B:W28,31,33-50:B1-20"};
    static const char *const materials[] = {"1v1", "20v20"};
    struct pattern_options options = {
        .positions = positions, .n_positions = 2, .materials = materials, .n_materials = 2};
    struct arena arena = {0};
    struct game game;
    struct pattern_search *search = NULL;
    uint64_t keys[4];
    assert_int_equal(pattern_search_open(&options, NULL, &search, NULL), 0);
    game_of_text("1. 32-28 *", &arena, &game);
    assert_int_equal(pattern_search_matches(search, &game, NULL), 1);
    assert_int_equal(pattern_search_keys(search, game.rules, keys, 4), 2);
    assert_true(keys[0] != keys[1]);
    assert_int_equal(pattern_search_keys(search, game.rules, keys, 1), 1);
    game_of_text("[GameType \"25\"]\n\n1. c3-d4 *", &arena,
                 &game); /* rules that were not asked for yet */
    assert_int_equal(pattern_search_matches(search, &game, NULL), 0);
    game.rules = NULL;
    assert_int_equal(pattern_search_matches(search, &game, NULL), 0);
    pattern_search_close(search);
    arena_fini(&arena);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, answers);
    ROWS_BY_INDEX(faults, name, refuses);
    ROWS_SINGLE(one_of_several);
    return rows_run("pattern");
}
