// SPDX-License-Identifier: MIT
/*
 * Texts of moves as collections keep them: whatever comes is refused, or written again and read as
 * the same tree.
 */
#include "core/store/movetext.h"

#include "tests/fuzz/fuzz.h"
#include "tests/lib/game-equal.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct arena arena = {0};
    struct game game = {.arena = &arena}, again = {.arena = &arena};
    struct buffer text = {0};
    struct err err = {0};
    char *copy = malloc(n ? n : 1);
    if (!copy)
        return 0;
    if (n)
        memcpy(copy, bytes, n);
    if (movetext_read((struct text){copy, n}, &game, &err)) {
        if (!*err.msg)
            abort();
    } else if (movetext_tree(&game, &text) || movetext_read(buffer_text(&text), &again, &err)
               || !game_equal(&game, &again, NULL, 0)) {
        abort();
    }
    buffer_fini(&text);
    arena_fini(&arena);
    free(copy);
    return 0;
}
