// SPDX-License-Identifier: MIT
/* Files of self-play games: whatever comes, reading ends, and what is read is legal. */
#include "core/study/selfplay-game.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static struct selfplay_game game;
    struct selfplay_head head;
    struct err err = {0};
    FILE *in = n ? fmemopen((void *)(uintptr_t)bytes, n, "rb") : NULL;
    if (!in)
        return 0;
    if (selfplay_head_read(in, &head, &err) == 0)
        while (selfplay_game_read(in, head.rules, &game, &err) == 1)
            if (game.n > SELFPLAY_PLIES)
                abort();
    fclose(in);
    return 0;
}
