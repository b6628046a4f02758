// SPDX-License-Identifier: MIT
#include "core/study/match-games.h"

#include "core/base/array.h"
#include "core/board/fen.h"

#include <stdlib.h>

struct reading {
    struct results *results;
    const char *path;
    const struct rules *rules;
    const struct results_match *match;
    int64_t *matches; /* ids; owned */
    unsigned n_matches, room_matches;
    match_games_take *take;
    void *ctx;
    struct err *err;
};

static struct src_pos place(const struct reading *r) { return (struct src_pos){.file = r->path}; }

static int note_match(void *ctx, const struct results_name *name)
{
    struct reading *r = ctx;
    if (!ARRAY_GROW(r->matches, r->n_matches, r->room_matches))
        return err_memory(r->err);
    r->matches[r->n_matches++] = name->id;
    return 0;
}

static const struct results_pair *pair_of(const struct results_match *match, unsigned number)
{
    for (unsigned i = 0; i < match->n_pairs; i++) {
        unsigned at = (number - 1 + i) % match->n_pairs; /* nearly always in its place */
        if (match->pairs[at].number == number)
            return &match->pairs[at];
    }
    return NULL;
}

static int take_game(void *ctx, int64_t number, const struct results_game *game)
{
    struct reading *r = ctx;
    struct position start;
    const struct results_pair *pair = pair_of(r->match, game->pair);
    if (!game->counts)
        return 0;
    if (!pair)
        return err_set(r->err, place(r), "damaged: game %lld has no pair", (long long)number);
    position_start(r->rules, &start);
    if (pair->fen && fen_read(r->rules, text_of(pair->fen), place(r), &start, NULL, r->err))
        return -1;
    return r->take(r->ctx, r->match, &start, game, r->err);
}

static int read_match(struct reading *r, int64_t id)
{
    struct arena arena = {0};
    struct results_match match;
    const struct rules *rules = NULL;
    int rc = results_match_load(r->results, id, &arena, &match, r->err);
    if (rc == 0 && rules_find(text_of(match.variant), &rules, NULL) == 0 && rules == r->rules) {
        r->match = &match;
        rc = results_each(r->results, id, take_game, r, r->err);
        r->match = NULL;
    }
    arena_fini(&arena);
    return rc;
}

int match_games_each(const char *path, const struct rules *rules, match_games_take *take, void *ctx,
                     struct err *err)
{
    struct reading r = {.path = path, .rules = rules, .take = take, .ctx = ctx, .err = err};
    if (results_open(path, RESULTS_READ, &r.results, err))
        return -1;
    int rc = results_names(r.results, RESULTS_MATCHES, note_match, &r, err);
    for (unsigned i = 0; rc == 0 && i < r.n_matches; i++)
        rc = read_match(&r, r.matches[i]);
    free(r.matches);
    results_close(r.results);
    return rc;
}
