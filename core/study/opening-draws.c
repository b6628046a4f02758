// SPDX-License-Identifier: MIT
#include "core/study/opening-draws.h"

#include "core/base/array.h"
#include "core/study/match-games.h"

#include <stdlib.h>

static struct opening_draw_count *find_opening(const struct opening_draws *list, uint64_t key)
{
    HASHTABLE_EACH (&list->by_key, key, i)
        if (list->at[i].key == key)
            return &list->at[i];
    return NULL;
}

static struct opening_draw_count *add_opening(struct opening_draws *list, uint64_t key)
{
    if (!ARRAY_GROW(list->at, list->n, list->room) || hashtable_add(&list->by_key, key, list->n))
        return NULL;
    list->at[list->n] = (struct opening_draw_count){.key = key};
    return &list->at[list->n++];
}

struct draw_counting {
    const struct rules *rules;
    struct opening_draws *list;
};

static int count_game(void *ctx, const struct results_match *match, const struct position *start,
                      const struct results_game *game, struct err *err)
{
    const struct draw_counting *c = ctx;
    (void)match;
    struct position pos = *start;
    for (unsigned i = 0; i < game->n && game->plies[i].opening; i++)
        move_play(c->rules, &pos, &game->plies[i].move);
    uint64_t key = position_key(c->rules, &pos);
    struct opening_draw_count *opening = find_opening(c->list, key);
    if (!opening && !(opening = add_opening(c->list, key)))
        return err_memory(err);
    bool known =
        game->result == RESULT_WHITE || game->result == RESULT_BLACK || game->result == RESULT_DRAW;
    opening->games += known;
    opening->drawn += game->result == RESULT_DRAW;
    return 0;
}

int opening_draws_read(const struct rules *rules, const char *path, struct opening_draws *out,
                       struct err *err)
{
    struct draw_counting counting = {.rules = rules, .list = out};
    return match_games_each(path, rules, count_game, &counting, err);
}

const struct opening_draw_count *opening_draws_find(const struct opening_draws *openings,
                                                    uint64_t key)
{
    return find_opening(openings, key);
}

void opening_draws_fini(struct opening_draws *openings)
{
    free(openings->at);
    hashtable_fini(&openings->by_key);
    *openings = (struct opening_draws){0};
}
