// SPDX-License-Identifier: MIT
/*
 * JSON Lines: whatever comes, each game that is read and checked comes back from its own line as
 * the same game.
 */
#include "core/check/check.h"
#include "pdn/formats/jsonl.h"
#include "tests/fuzz/fuzz.h"
#include "tests/lib/game-equal.h"

#include <stdio.h>
#include <stdlib.h>

static struct checker *checker;

static int read_one(const char *text, size_t n, size_t *used, struct game *game,
                    struct findings *found)
{
    struct err err = {0};
    int rc = jsonl_parse(text, n, used, game, found, &err);
    if (*used == 0 || *used > n)
        abort();
    if (rc == 1 && check_game(checker, game, found, &err))
        abort();
    return rc;
}

static void come_back(const struct game *game)
{
    struct arena arena = {0};
    struct buffer out = {0};
    struct findings found = {.arena = &arena};
    struct game again = {.arena = &arena, .at = {.line = 1, .col = 1}};
    char why[256] = "";
    size_t used;
    if (jsonl_write(game, false, &out, NULL))
        abort();
    if (read_one(out.s, out.n, &used, &again, &found) != 1 || used != out.n
        || !game_equal(game, &again, why, sizeof why)) {
        fprintf(stderr, "%s\n%.*s\n", why, (int)out.n, out.s);
        abort();
    }
    buffer_fini(&out);
    arena_fini(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct arena arena = {0};
    const char *text = (const char *)bytes;
    if (!checker && !(checker = checker_open(NULL)))
        return 0;
    for (size_t at = 0, used; at < n; at += used) {
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena, .at = {.line = 1, .col = 1}};
        unsigned before = 0;
        if (read_one(text + at, n - at, &used, &game, &found) == 1) {
            for (const struct finding *f = found.first; f; f = f->next)
                before += f->code == FINDING_BAD_RECORD;
            if (!before)
                come_back(&game);
        }
        arena_reset(&arena);
    }
    arena_fini(&arena);
    return 0;
}
