// SPDX-License-Identifier: MIT
/*
 * Collections of the games that have no public ones (tests/data/selfplay, made by the engine),
 * against the plain generator: each move of each game is in its list, and leads to the same
 * position.
 */
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/check/check.h"
#include "pdn/pdn.h"
#include "tests/lib/plain-core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct row {
    const char *variant; /* and the name of the file */
    unsigned games, plies;
} rows[] = {
    {"turkish", 12, 1266},
    {"armenian", 12, 646},
    {"tama", 12, 911},
    {"dameo", 12, 1140},
    {"croda", 12, 1516},
    {"altdeutsch", 12, 3540},
    {"altdeutsch-flying", 12, 874},
};
enum { ROWS = ARRAY_LEN(rows) };

static void read_file(const char *variant, struct buffer *out)
{
    const char *source = getenv("DAMA_SOURCE");
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/data/selfplay/%s.pdn", source ? source : ".", variant);
    FILE *in = fopen(path, "rb");
    if (!in)
        fail_msg("%s cannot be read", path);
    for (size_t got = 1; got; out->n += got) {
        char *to = buffer_reserve(out, 1 << 16);
        assert_non_null(to);
        got = fread(to, 1, 1 << 16, in);
    }
    fclose(in);
}

/* Whether the plain generator has the move; plays it there. */
static bool play_plainly(const struct plain_rules *plain_rules, const struct rules *rules,
                         struct plain *plain, const struct move *mv)
{
    struct plain_moves list = {0};
    size_t i = 0;
    plain_generate(plain_rules, plain, &list);
    for (; i < list.n; i++) {
        const struct move same = move_of_plain(rules, &list.at[i]);
        if (move_same(&same, mv))
            break;
    }
    const bool found = i < list.n;
    if (found)
        plain_play(plain_rules, plain, &list.at[i]);
    free(list.at);
    return found;
}

/* Plays the main line in both worlds. @return plies */
static unsigned replay(const struct game *game, unsigned number)
{
    const struct plain_rules *plain_rules = plain_find(game->rules->name);
    struct plain plain = plain_of_position(game->rules, &game->start);
    struct position pos = game->start;
    unsigned plies = 0;
    assert_non_null(plain_rules);
    for (const struct node *node = game->line.first; node; node = node->next) {
        assert_int_equal(node->state, NODE_PLAYED);
        if (!play_plainly(plain_rules, game->rules, &plain, &node->move))
            fail_msg("game %u, ply %u: %.*s is not in the plain list", number, plies + 1,
                     TEXT_ARGS(node->text));
        move_play(game->rules, &pos, &node->move);
        const struct position same = position_of_plain(game->rules, &plain);
        if (!position_same(&pos, &same))
            fail_msg("game %u: another position after ply %u, %.*s", number, plies + 1,
                     TEXT_ARGS(node->text));
        plies++;
    }
    return plies;
}

static void check_row(void **state)
{
    const struct row *row = *state;
    const struct check_options options = {0};
    struct checker *checker = checker_open(&options);
    struct arena arena = {0};
    struct buffer text = {0};
    struct err err = {0};
    unsigned games = 0, plies = 0;
    assert_non_null(checker);
    read_file(row->variant, &text);
    for (size_t at = 0, used; at < text.n; at += used, arena_reset(&arena)) {
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena};
        if (pdn_parse(text.s + at, text.n - at, &used, &game, &found, &err) != 1)
            continue;
        assert_int_equal(check_game(checker, &game, &found, &err), 0);
        assert_null(found.first);
        assert_string_equal(game.rules->name, row->variant);
        plies += replay(&game, ++games);
    }
    assert_int_equal(games, row->games);
    assert_int_equal(plies, row->plies);
    checker_close(checker);
    arena_fini(&arena);
    buffer_fini(&text);
}

int main(void)
{
    struct CMUnitTest tests[ROWS];
    for (int i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){rows[i].variant, check_row, NULL, NULL, (void *)&rows[i]};
    return cmocka_run_group_tests_name("selfplay", tests, NULL, NULL);
}
