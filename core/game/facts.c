// SPDX-License-Identifier: MIT
#include "core/game/facts.h"

#include "core/game/traverse.h"

static void count_node(const struct tour *tour, struct facts *out)
{
    const struct node *node = tour->node;
    if (node->kind == NODE_SETUP) {
        out->setups++;
        return;
    }
    out->moves++;
    out->plies += tour->depth == 0;
    if (node->kind == NODE_UNKNOWN)
        out->unknown++;
    else if (node->state == NODE_ILLEGAL)
        out->illegal++;
    else if (node->state == NODE_UNPLAYED)
        out->unplayed++;
}

int facts_count(const struct game *game, struct facts *out)
{
    *out = (struct facts){0};
    struct tour tour;
    tour_init(&tour, game);
    tour.known = false; /* nobody asks for the board, so none is set up */
    enum tour_step step;
    while ((step = tour_next(&tour)) < TOUR_END) {
        if (step == TOUR_NODE)
            count_node(&tour, out);
        else if (step == TOUR_OPEN)
            out->variations++;
        else if (step == TOUR_ITEM && tour.item->kind == ITEM_COMMENT)
            out->comments++;
        else if (step == TOUR_ITEM)
            out->nags++;
    }
    tour_fini(&tour);
    return step == TOUR_FAILED ? -1 : 0;
}

bool facts_broken(const struct game *game)
{
    for (const struct node *node = game->line.first; node; node = node->next) {
        if (node->kind == NODE_MOVE && node->state != NODE_PLAYED)
            return true;
    }
    return false;
}
