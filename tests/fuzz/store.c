// SPDX-License-Identifier: MIT
/*
 * Untrusted collections: whatever the file is, reading ends, and a game can be added or not;
 * nothing is run.
 */
#include "core/store/store.h"

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/scratch-file.h"

enum { GAMES = 1000 };

static void read_all(struct store *store)
{
    struct store_games *games = NULL;
    struct arena arena = {0};
    struct record record;
    if (store_games_open(store, NULL, 0, &games, NULL))
        return;
    for (unsigned i = 0, rc;
         i < GAMES && (rc = (unsigned)store_games_next(games, &record, NULL, NULL)) > 0 && rc <= 2;
         i++) {
        struct game game = {.arena = &arena};
        if (rc == 1)
            record_game(&record, &game, NULL);
        arena_reset(&arena);
    }
    arena_fini(&arena);
    store_games_close(games);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct store *store = NULL;
    const char *path = scratch_file(bytes, n);
    if (store_open(path, STORE_READ, &store, NULL) == 0)
        read_all(store);
    store_close(store);
    store = NULL;
    if (store_open(path, STORE_WRITE, &store, NULL) == 0) {
        struct arena arena = {0};
        struct game game = {.arena = &arena, .rules = rules_international};
        position_start(game.rules, &game.start);
        store_add_game(store, &game, NULL, NULL, NULL);
        arena_fini(&arena);
    }
    store_close(store);
    return 0;
}
