// SPDX-License-Identifier: MIT
/*
 * A move is played only when the next node is asked for. So for a node and for the items after it,
 * the board is the one before the move, which is where its variations begin. Levels that were left
 * are kept for the next variation.
 */
#include "core/game/traverse.h"

#include "core/game/game-start.h"
#include "core/game/node-play.h"

#include <assert.h>
#include <stdlib.h>

/* A line that will be continued when the variation inside it has ended. */
struct traversal_level {
    struct traversal_level *outer;
    const struct node *node, *next_node;
    const struct item *next_item;
    struct position pos;
    bool known;
    unsigned ply;
};

void traverse_init(struct traversal *walk, const struct game *game)
{
    *walk = (struct traversal){
        .pos = game->start,
        .known = game_first_position_is_known(game),
        .game = game,
        .plays = true,
        .next_item = game->line.before,
        .next_node = game->line.first,
    };
}

void traverse_init_unplayed(struct traversal *walk, const struct game *game)
{
    traverse_init(walk, game);
    walk->plays = walk->known = false;
}

/* Enters a variation: it starts from the board before the node that it replaces. */
static enum traverse_step enter(struct traversal *walk, const struct line *line)
{
    struct traversal_level *level = walk->spare;
    if (level)
        walk->spare = level->outer;
    else if (!(level = malloc(sizeof *level)))
        return TRAVERSE_FAILED;
    *level = (struct traversal_level){.outer = walk->level,
                                      .node = walk->node,
                                      .next_node = walk->next_node,
                                      .next_item = walk->next_item,
                                      .pos = walk->pos,
                                      .known = walk->known,
                                      .ply = walk->ply};
    walk->level = level;
    walk->depth++;
    walk->node = NULL;
    walk->next_item = line->before;
    walk->next_node = line->first;
    return TRAVERSE_OPEN;
}

static enum traverse_step leave(struct traversal *walk)
{
    struct traversal_level *level = walk->level;
    walk->level = level->outer;
    walk->depth--;
    walk->node = level->node;
    walk->next_item = level->next_item;
    walk->next_node = level->next_node;
    walk->pos = level->pos;
    walk->known = level->known;
    walk->ply = level->ply;
    level->outer = walk->spare;
    walk->spare = level;
    return TRAVERSE_CLOSE;
}

enum traverse_step traverse_next(struct traversal *walk)
{
    if (walk->next_item) {
        walk->item = walk->next_item;
        walk->next_item = walk->item->next;
        return walk->item->kind == ITEM_LINE ? enter(walk, walk->item->line) : TRAVERSE_ITEM;
    }
    if (walk->next_node) {
        if (walk->node && walk->plays)
            walk->known = node_follow(walk->game->rules, walk->node, walk->known, &walk->pos);
        walk->ply += walk->node != NULL;
        walk->node = walk->next_node;
        walk->next_node = walk->node->next;
        walk->next_item = walk->node->items;
        return TRAVERSE_NODE;
    }
    return walk->level ? leave(walk) : TRAVERSE_END;
}

struct node *traverse_node(const struct traversal *walk, struct game *game)
{
    assert(walk->game == game);
    (void)game; /* unused without assertions */
    return (struct node *)walk->node;
}

struct item *traverse_item(const struct traversal *walk, struct game *game)
{
    assert(walk->game == game);
    (void)game;
    return (struct item *)walk->item;
}

static void free_levels(struct traversal_level *level)
{
    while (level) {
        struct traversal_level *outer = level->outer;
        free(level);
        level = outer;
    }
}

void traverse_fini(struct traversal *walk)
{
    free_levels(walk->level);
    free_levels(walk->spare);
    walk->level = walk->spare = NULL;
}
