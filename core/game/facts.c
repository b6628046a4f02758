// SPDX-License-Identifier: MIT
#include "core/game/facts.h"

#include "core/game/walk.h"

static void count_node(const struct walk *walk, struct facts *out)
{
    const struct node *node = walk->node;
    if (node->kind == NODE_SETUP) {
        out->setups++;
        return;
    }
    out->moves++;
    out->plies += walk->depth == 0;
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
    struct walk walk;
    walk_init(&walk, game);
    walk.known = false; /* nobody asks for the board, so none is set up */
    enum walk_step step;
    while ((step = walk_next(&walk)) < WALK_END) {
        if (step == WALK_NODE)
            count_node(&walk, out);
        else if (step == WALK_OPEN)
            out->variations++;
        else if (step == WALK_ITEM && walk.item->kind == ITEM_COMMENT)
            out->comments++;
        else if (step == WALK_ITEM)
            out->nags++;
    }
    walk_fini(&walk);
    return step == WALK_FAILED ? -1 : 0;
}

bool facts_broken(const struct game *game)
{
    for (const struct node *node = game->line.first; node; node = node->next) {
        if (node->kind == NODE_MOVE && node->state != NODE_PLAYED)
            return true;
    }
    return false;
}
