// SPDX-License-Identifier: MIT
/*
 * DAM files: whatever comes, what is read is legal, and what is written of it is read as the same
 * position.
 */
#include "pdn/formats/dam.h"

#include "core/board/fen.h"
#include "core/check/check.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

static void come_back(const struct game *game)
{
    struct buffer out = {0};
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    struct game again = {.arena = &arena};
    if (dam_write(game, &game->start, true, &out, NULL) == 0) {
        enum dam_turn turn = game->start.turn == BLACK ? DAM_TURN_BLACK : DAM_TURN_WHITE;
        if (dam_parse(out.s, out.n, turn, &again, &found, NULL)
            || !position_same(&again.start, &game->start) || again.line.first)
            abort();
    }
    buffer_clear(&out);
    if (game->line.first && dam_write(game, NULL, true, &out, NULL) == 0
        && !text_same(buffer_text(&out), game->source))
        abort(); /* with its moves it can only be a copy */
    buffer_fini(&out);
    arena_fini(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static struct checker *checker;
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    struct game game = {.arena = &arena, .at = {.line = 1, .col = 1}};
    struct err err = {0};
    char *copy = malloc(n ? n : 1);
    if (!copy || (!checker && !(checker = checker_open(NULL))))
        return 0;
    if (n)
        memcpy(copy, bytes, n);
    dam_is(copy, n);
    if (dam_parse(copy, n, DAM_TURN_FROM_FILE, &game, &found, &err))
        abort();
    bool bad = false;
    for (const struct finding *f = found.first; f; f = f->next) {
        bad = bad || f->code == FINDING_BAD_RECORD;
        if (f->offset > n)
            abort();
    }
    if (check_game(checker, &game, &found, &err))
        abort();
    bool possible = fen_check(game.rules, &game.start, game.at, &err) == 0;
    for (const struct node *node = game.line.first; possible && node; node = node->next)
        if (node->state != NODE_PLAYED)
            abort(); /* moves count only if they are proven */
    if (!bad)
        come_back(&game);
    arena_fini(&arena);
    free(copy);
    return 0;
}
