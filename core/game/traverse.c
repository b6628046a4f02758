// SPDX-License-Identifier: MIT
#include "core/game/traverse.h"

#include "core/board/fen.h"

#include <stdlib.h>

/* A line that waits until the variation inside it has ended. */
struct tour_level {
    struct tour_level *outer;
    const struct node *node, *next_node;
    const struct item *next_item;
    struct position pos;
    bool known;
    unsigned ply;
};

bool node_play(const struct rules *rules, const struct node *node, struct position *pos)
{
    if (node->kind == NODE_SETUP)
        return fen_read(rules, node->text, (struct src_pos){0}, pos, NULL, NULL) == 0;
    if (node->kind != NODE_MOVE || node->state != NODE_PLAYED)
        return false;
    move_play(rules, pos, &node->move);
    return true;
}

struct move_count move_count_start(const struct game *game)
{
    bool second = game->rules && game->start.turn != (uint8_t)game->rules->first;
    return (struct move_count){.number = 1, .second = second};
}

bool move_count_differs(const struct move_count *count, const struct node *node)
{
    return node->number != 0 && node->number != count->number;
}

void move_count_add(struct move_count *count, const struct node *node)
{
    if (node->number)
        count->number = node->number;
    if (node->kind == NODE_SETUP)
        return;
    if (count->second)
        count->number++;
    count->second = !count->second;
}

void tour_init(struct tour *tour, const struct game *game)
{
    *tour = (struct tour){
        .pos = game->start,
        .known = game->rules != NULL,
        .game = game,
        .next_item = game->line.before,
        .next_node = game->line.first,
    };
}

/* Into a variation: it starts at the board before the node that it replaces. */
static enum tour_step enter(struct tour *tour, const struct line *line)
{
    struct tour_level *level = tour->spare;
    if (level)
        tour->spare = level->outer;
    else if (!(level = malloc(sizeof *level)))
        return TOUR_FAILED;
    *level = (struct tour_level){.outer = tour->level,
                                 .node = tour->node,
                                 .next_node = tour->next_node,
                                 .next_item = tour->next_item,
                                 .pos = tour->pos,
                                 .known = tour->known,
                                 .ply = tour->ply};
    tour->level = level;
    tour->depth++;
    tour->node = NULL;
    tour->next_item = line->before;
    tour->next_node = line->first;
    return TOUR_OPEN;
}

static enum tour_step leave(struct tour *tour)
{
    struct tour_level *level = tour->level;
    tour->level = level->outer;
    tour->depth--;
    tour->node = level->node;
    tour->next_item = level->next_item;
    tour->next_node = level->next_node;
    tour->pos = level->pos;
    tour->known = level->known;
    tour->ply = level->ply;
    level->outer = tour->spare;
    tour->spare = level;
    return TOUR_CLOSE;
}

enum tour_step tour_next(struct tour *tour)
{
    if (tour->next_item) {
        tour->item = tour->next_item;
        tour->next_item = tour->item->next;
        return tour->item->kind == ITEM_LINE ? enter(tour, tour->item->line) : TOUR_ITEM;
    }
    if (tour->next_node) {
        if (tour->node) {
            bool playable = tour->known || (tour->node->kind == NODE_SETUP && tour->game->rules);
            tour->known = playable && node_play(tour->game->rules, tour->node, &tour->pos);
            tour->ply++;
        }
        tour->node = tour->next_node;
        tour->next_node = tour->node->next;
        tour->next_item = tour->node->items;
        return TOUR_NODE;
    }
    return tour->level ? leave(tour) : TOUR_END;
}

static void free_levels(struct tour_level *level)
{
    while (level) {
        struct tour_level *outer = level->outer;
        free(level);
        level = outer;
    }
}

void tour_fini(struct tour *tour)
{
    free_levels(tour->level);
    free_levels(tour->spare);
    tour->level = tour->spare = NULL;
}
