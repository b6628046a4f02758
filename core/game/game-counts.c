// SPDX-License-Identifier: MIT
#include "core/game/game-counts.h"

#include "core/game/traverse.h"

static void count_node(const struct traversal *walk, struct game_counts *out)
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

static void count_comment(struct text comment, struct game_counts *out)
{
    out->comments++;
    out->braces += comment.n && memchr(comment.s, '}', comment.n);
}

int game_counts_of(const struct game *game, struct game_counts *out)
{
    *out = (struct game_counts){0};
    struct traversal walk;
    traverse_init_unplayed(&walk, game);
    enum traverse_step step;
    while ((step = traverse_next(&walk)) < TRAVERSE_END) {
        if (step == TRAVERSE_NODE)
            count_node(&walk, out);
        else if (step == TRAVERSE_OPEN)
            out->variations++;
        else if (step == TRAVERSE_ITEM && walk.item->kind == ITEM_COMMENT)
            count_comment(walk.item->comment, out);
        else if (step == TRAVERSE_ITEM)
            out->nags++;
    }
    traverse_fini(&walk);
    return step == TRAVERSE_FAILED ? -1 : 0;
}
