// SPDX-License-Identifier: MIT
#include "core/game/move-number.h"

#include "core/game/game-start.h"

struct move_number move_number_start(const struct game *game)
{
    const struct node *dots =
        game_first_position_is_known(game) ? game_first_dotted_move(game) : NULL;
    bool second = game->rules && game->start.turn != (uint8_t)game->rules->first;
    second |= dots && dots == game->line.first;
    return (struct move_number){.number = 1, .second = second};
}

/* The number written at the first move: not 1 in the rest of an adjourned game or in a fragment. */
static uint32_t first_number(const struct game *game)
{
    const struct node *first = game_first_move(game);
    return first && first->number ? first->number : 1;
}

struct move_number move_number_at(const struct game *game, unsigned ply)
{
    ply += move_number_start(game).second;
    return (struct move_number){.number = first_number(game) + ply / 2, .second = ply % 2};
}

bool move_number_differs(const struct move_number *count, const struct node *node)
{
    return node->number != 0 && (count->set_up || node->number != count->number);
}

bool node_needs_number(const struct node *node, unsigned depth)
{
    return depth > 0 && node->number != 0 && node->state != NODE_PLAYED;
}

void move_number_add(struct move_number *count, const struct node *node)
{
    if (node->number)
        count->number = node->number;
    count->set_up = node->kind == NODE_SETUP;
    if (count->set_up)
        return;
    if (count->second)
        count->number++;
    count->second = !count->second;
}
