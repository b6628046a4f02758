// SPDX-License-Identifier: MIT
/* All games of a file of results, from every match. */
#include "core/base/array.h"
#include "core/store/results-internal.h"

#include <stdlib.h>
#include <string.h>

struct games {
    struct results *results;
    const struct results_match *match;
    struct arena arena; /* holds one game at a time */
    int64_t *matches;   /* ids; owned */
    unsigned n_matches, room;
    int (*fn)(void *ctx, struct game *game);
    void *ctx;
    struct err *err;
};

static int add_match(void *ctx, const struct results_name *name)
{
    struct games *g = ctx;
    if (!ARRAY_GROW(g->matches, g->n_matches, g->room))
        return err_memory(g->err);
    g->matches[g->n_matches++] = name->id;
    return 0;
}

static int give_game(void *ctx, int64_t number, const struct results_game *from)
{
    struct games *g = ctx;
    struct game game = {.arena = &g->arena, .at = {.file = g->results->db.path}};
    if (!from->counts)
        return 0;
    arena_reset(&g->arena);
    if (results_game_make(g->match, from, number, &game, g->err))
        return -1;
    return g->fn(g->ctx, &game);
}

static int give_match(struct games *g, int64_t id, struct err *err)
{
    struct arena arena = {0};
    struct results_match match;
    int rc = results_match_load(g->results, id, &arena, &match, err);
    if (rc == 0) {
        g->match = &match;
        rc = results_each(g->results, id, give_game, g, err);
    }
    arena_fini(&arena);
    return rc;
}

int results_games(struct results *results, int (*fn)(void *ctx, struct game *game), void *ctx,
                  struct err *err)
{
    struct games g = {.results = results, .fn = fn, .ctx = ctx, .err = err};
    int rc = results_names(results, RESULTS_MATCHES, add_match, &g, err);
    for (unsigned i = 0; rc == 0 && i < g.n_matches; i++)
        rc = give_match(&g, g.matches[i], err);
    free(g.matches);
    arena_fini(&g.arena);
    return rc;
}
