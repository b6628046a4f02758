// SPDX-License-Identifier: MIT
/* Judged plies as rows of a table and as bytes of the journal. */
#include "core/base/array.h"
#include "core/study/judged-pack.h"
#include "core/study/judged-row.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

#include <string.h>

static const char shot[] = "[FEN \"W:W34,39,43,44:B23,24\"] 34-29 23x34 39x19 2-0";

/* ---- rows ---- */

#define PLIES_TO_WIN(n) (SCORE_WON - (n))

static const struct json_row {
    const char *name;
    unsigned ply; /* of the game above; odd: Black's */
    unsigned flags;
    struct wdl best, played;
    int score;
    const char *json;
} rows_of_json[] = {
    {"a good move",
     0,
     JUDGED,
     {0.6F, 0.3F, 0.1F},
     {0.6F, 0.3F, 0.1F},
     1230,
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"good\",\"loss\":0.0000,"
     "\"eval\":1.23,\"before\":[0.600,0.300,0.100],\"after\":[0.600,0.300,0.100],"
     "\"line\":\"34-29\",\"depth\":9,\"nodes\":77}"},
    {"next to nothing has no sign",
     0,
     JUDGED,
     {0.6F, 0.3F, 0.1F},
     {0.6F, 0.3F, 0.1F},
     -4,
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"good\",\"loss\":0.0000,"
     "\"eval\":0.00,\"before\":[0.600,0.300,0.100],\"after\":[0.600,0.300,0.100],"
     "\"line\":\"34-29\",\"depth\":9,\"nodes\":77}"},
    {"a blunder of Black, from White's view",
     1,
     JUDGED,
     {0.6F, 0.3F, 0.1F},
     {0, 0.25F, 0.75F},
     -2000,
     "{\"ply\":2,\"side\":\"black\",\"move\":\"23x34\",\"verdict\":\"missed-draw\",\"loss\":0.6250,"
     "\"eval\":2.00,\"before\":[0.100,0.300,0.600],\"after\":[0.750,0.250,0.000],"
     "\"line\":\"23x34\",\"depth\":9,\"nodes\":77}"},
    {"a forced win",
     0,
     JUDGED | JUDGED_EXACT | JUDGED_EXERCISE,
     {1, 0, 0},
     {1, 0, 0},
     PLIES_TO_WIN(3),
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"good\",\"loss\":0.0000,"
     "\"moves_to_win\":2,\"before\":[1.000,0.000,0.000],\"after\":[1.000,0.000,0.000],"
     "\"line\":\"34-29\",\"depth\":9,\"nodes\":77,\"exact\":true,\"exercise\":true}"},
    {"a forced win of Black",
     1,
     JUDGED | JUDGED_EXACT,
     {1, 0, 0},
     {1, 0, 0},
     PLIES_TO_WIN(3),
     "{\"ply\":2,\"side\":\"black\",\"move\":\"23x34\",\"verdict\":\"good\",\"loss\":0.0000,"
     "\"moves_to_win\":-2,\"before\":[0.000,0.000,1.000],\"after\":[0.000,0.000,1.000],"
     "\"line\":\"23x34\",\"depth\":9,\"nodes\":77,\"exact\":true}"},
    {"a loss where the loser moves last, as in antidraughts",
     0,
     JUDGED,
     {0, 0, 1},
     {0, 0, 1},
     -PLIES_TO_WIN(3),
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"good\",\"loss\":0.0000,"
     "\"moves_to_win\":-1,\"before\":[0.000,0.000,1.000],\"after\":[0.000,0.000,1.000],"
     "\"line\":\"34-29\",\"depth\":9,\"nodes\":77}"},
    {"such a loss with its last move",
     0,
     JUDGED,
     {0, 0, 1},
     {0, 0, 1},
     -PLIES_TO_WIN(1),
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"good\",\"loss\":0.0000,"
     "\"moves_to_win\":-1,\"before\":[0.000,0.000,1.000],\"after\":[0.000,0.000,1.000],"
     "\"line\":\"34-29\",\"depth\":9,\"nodes\":77}"},
    {"an only move",
     0,
     JUDGED | JUDGED_ONLY,
     {0.1F, 0.8F, 0.1F},
     {0.1F, 0.8F, 0.1F},
     0,
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"only-move\",\"loss\":0.0000,"
     "\"eval\":0.00,\"before\":[0.100,0.800,0.100],\"after\":[0.100,0.800,0.100],"
     "\"line\":\"34-29\",\"depth\":9,\"nodes\":77}"},
    {"a single move gives nothing away",
     2,
     JUDGED | JUDGED_SINGLE,
     {0.6F, 0.4F, 0},
     {0, 1, 0},
     0,
     "{\"ply\":3,\"side\":\"white\",\"move\":\"39x19\",\"verdict\":\"single\",\"loss\":0.0000,"
     "\"eval\":0.00,\"before\":[0.600,0.400,0.000],\"after\":[0.000,1.000,0.000],"
     "\"line\":\"39x19\",\"depth\":9,\"nodes\":77}"},
    {"a book move",
     0,
     JUDGED_BOOK,
     {0, 0, 0},
     {0, 0, 0},
     0,
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"book\"}"},
    {"a novelty that was left out",
     0,
     JUDGED_OTHER | JUDGED_NOVELTY,
     {0, 0, 0},
     {0, 0, 0},
     0,
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"left-out\",\"novelty\":true}"},
    {"left out after it was judged",
     0,
     JUDGED | JUDGED_OTHER | JUDGED_EXACT,
     {1, 0, 0},
     {1, 0, 0},
     0,
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"left-out\"}"},
    {"not reached",
     0,
     0,
     {0, 0, 0},
     {0, 0, 0},
     0,
     "{\"ply\":1,\"side\":\"white\",\"move\":\"34-29\",\"verdict\":\"left-out\"}"},
};

static void gives_json(void **state)
{
    const struct json_row *row = *state;
    struct arena arena = {0};
    struct game game;
    struct judged_row_text text = {0};
    struct store_judgement out;
    struct buffer json = {0};
    game_of_text(shot, &arena, &game);
    struct position pos = game.start;
    const struct node *node = game.line.first;
    for (unsigned i = 0; i < row->ply; i++, node = node->next)
        move_play(game.rules, &pos, &node->move);
    struct judged_ply ply = {.flags = row->flags, .score = row->score, .wdl = row->played};
    ply.best = (struct judgement){.wdl = row->best, .depth = 9, .nodes = 77, .n = 1};
    ply.best.line[0] = node->move;
    assert_int_equal(judged_row(game.rules, &pos, &node->move, row->ply, &ply,
                                &verdict_thresholds_default, &text, &out),
                     0);
    judged_row_json(&out, &json);
    buffer_add_char(&json, '\0');
    assert_string_equal(json.s, row->json);
    buffer_fini(&json);
    judged_row_text_fini(&text);
    arena_fini(&arena);
}

/* ---- bytes ---- */

/* Plies with all that can be said of one: long scores, other lines, nodes beyond 32 bits. */
static void fill_plies(const struct game *game, struct judged_ply *plies)
{
    const struct node *node = game->line.first;
    for (unsigned i = 0; i < 3; i++, node = node->next) {
        plies[i] = (struct judged_ply){.flags = JUDGED | JUDGED_ONLY | JUDGED_EXERCISE,
                                       .score = -29990 + (int)i,
                                       .looks = JUDGE_LOOKS - i,
                                       .wdl = {.win = 0.25F, .draw = 0.25F, .loss = 0.5F}};
        plies[i].best = (struct judgement){.score = 29991,
                                           .wdl = {.win = 1},
                                           .depth = 60,
                                           .nodes = UINT64_C(5000000000) + i,
                                           .exact = i == 1,
                                           .n = 1};
        plies[i].best.line[0] = node->move;
    }
    plies[0].best.n_others = 1;
    plies[0].best.others[0] = (struct judged_line){.score = -7, .wdl = {.draw = 1}, .n = 1};
    plies[0].best.others[0].line[0] = game->line.first->move;
    plies[3].best = (struct judgement){.score = -SCORE_WON, .wdl = {.loss = 1}, .exact = true};
}

static void same_judgement(const struct judgement *a, const struct judgement *b)
{
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_true(a->nodes == b->nodes);
    assert_int_equal(a->exact, b->exact);
    assert_true(judge_expected(a->wdl) - judge_expected(b->wdl) < 1e-4);
    assert_true(judge_expected(b->wdl) - judge_expected(a->wdl) < 1e-4);
    assert_int_equal(a->n, b->n);
    for (unsigned i = 0; i < a->n; i++)
        assert_true(move_same(&a->line[i], &b->line[i]));
    assert_int_equal(a->n_others, b->n_others);
    for (unsigned i = 0; i < a->n_others; i++) {
        assert_int_equal(a->others[i].score, b->others[i].score);
        assert_true(move_same(&a->others[i].line[0], &b->others[i].line[0]));
    }
}

static struct judged_ply plies[JUDGE_PLIES + 1], again[JUDGE_PLIES + 1];

static void comes_back_from_bytes(void **state)
{
    struct arena arena = {0};
    struct game game;
    struct buffer bytes = {0};
    unsigned n;
    (void)state;
    game_of_text(shot, &arena, &game);
    fill_plies(&game, plies);
    assert_int_equal(judged_pack(&game, plies, 3, &bytes), 0);
    assert_int_equal(judged_pack_read(&game, buffer_text(&bytes), again, &n), 1);
    assert_int_equal(n, 3);
    for (unsigned i = 0; i <= n; i++) {
        assert_int_equal(again[i].flags, plies[i].flags);
        assert_int_equal(again[i].score, plies[i].score);
        assert_int_equal(again[i].looks, plies[i].looks);
        same_judgement(&again[i].best, &plies[i].best);
    }
    buffer_fini(&bytes);
    arena_fini(&arena);
}

/* Truncated or changed bytes, and those of another game, are refused or read as something legal. */
static void damage_is_found(void **state)
{
    struct arena arena = {0};
    struct game game, other;
    struct buffer bytes = {0};
    unsigned n;
    (void)state;
    game_of_text(shot, &arena, &game);
    game_of_text("[FEN \"W:W34,39,43,44:B23,24\"] 39-33 24-30", &arena, &other);
    fill_plies(&game, plies);
    assert_int_equal(judged_pack(&game, plies, 3, &bytes), 0);
    assert_int_equal(judged_pack_read(&other, buffer_text(&bytes), again, &n), 0);
    for (size_t cut = 0; cut < bytes.n; cut++) {
        assert_int_equal(judged_pack_read(&game, (struct text){bytes.s, cut}, again, &n), 0);
        assert_int_equal(again[0].flags, 0);
    }
    for (size_t i = 0; i < bytes.n; i++) {
        char was = bytes.s[i];
        bytes.s[i] = (char)(was ^ 0x55);
        int rc = judged_pack_read(&game, buffer_text(&bytes), again, &n);
        assert_true(rc == 0 || (rc == 1 && n == 3));
        bytes.s[i] = was;
    }
    buffer_fini(&bytes);
    arena_fini(&arena);
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(rows_of_json); i++)
        rows_add("judged_row_json", rows_of_json[i].name, gives_json, &rows_of_json[i]);
    rows_add("judged_pack", "what goes in comes out", comes_back_from_bytes, NULL);
    rows_add("judged_pack", "damage is found", damage_is_found, NULL);
    return rows_run("judged");
}
