// SPDX-License-Identifier: MIT
/*
 * A move is played only when the next node is asked for. So for a node and for the items after it,
 * the board is the one before the move, which is where its variations begin. Levels that were left
 * are kept for the next variation.
 */
#include "core/game/traverse.h"

#include "core/board/fen.h"

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

bool node_turns(const struct node *node, uint8_t *turn)
{
    if (node->kind != NODE_SETUP)
        return false;
    struct text fen = text_trim(node->text);
    const char *side = fen.n == 3 && fen.s[1] == ':' && fen.s[2] == ':' && fen.s[0]
                           ? strchr("WwBb", fen.s[0])
                           : NULL;
    if (!side)
        return false;
    *turn = *side == 'W' || *side == 'w' ? WHITE : BLACK;
    return true;
}

bool node_play(const struct rules *rules, const struct node *node, struct position *pos)
{
    if (node_turns(node, &pos->turn))
        return true;
    if (node->kind == NODE_SETUP)
        return fen_read(rules, node->text, (struct src_pos){0}, pos, NULL, NULL) == 0;
    if (node->kind != NODE_MOVE || node->state != NODE_PLAYED)
        return false;
    move_play(rules, pos, &node->move);
    return true;
}

bool node_follow(const struct rules *rules, const struct node *node, bool known,
                 struct position *pos)
{
    uint8_t turn;
    bool tells = node->kind == NODE_SETUP && !node_turns(node, &turn);
    return rules && (known || tells) && node_play(rules, node, pos);
}

bool game_first_position_is_known(const struct game *game)
{
    return game->rules && !game->start_unknown;
}

const struct node *game_first_position(const struct game *game, struct position *pos)
{
    const struct node *node = game->line.first;
    struct position next = *pos = game->start;
    bool known = game_first_position_is_known(game);
    while (node && node->kind == NODE_SETUP && node_follow(game->rules, node, known, &next)) {
        *pos = next;
        known = true;
        node = node->next;
    }
    return node;
}

void game_take_setups(struct game *game, struct game_setups *out)
{
    struct position pos = game->start;
    bool known = game_first_position_is_known(game);
    *out = (struct game_setups){.start = game->start,
                                .start_given = game->start_given,
                                .start_unknown = game->start_unknown};
    for (struct node *node = game->line.first;
         node && node->kind == NODE_SETUP && node->state == NODE_PLAYED
         && node_follow(game->rules, node, known, &pos);
         node = node->next) {
        known = true;
        out->last = node;
    }
    if (!out->last)
        return;
    out->first = game->line.first;
    game->line.first = out->last->next;
    game->start = pos;
    game->start_given = true;
    game->start_unknown = false;
}

void game_put_setups(struct game *game, const struct game_setups *setups)
{
    if (!setups->first)
        return;
    setups->last->next = game->line.first;
    game->line.first = setups->first;
    game->start = setups->start;
    game->start_given = setups->start_given;
    game->start_unknown = setups->start_unknown;
}

bool game_has_beginning(const struct game *game)
{
    struct position pos;
    return game_first_position_is_known(game)
           || game_first_position(game, &pos) != game->line.first;
}

bool game_is_set_up(const struct game *game)
{
    const bool sets_up = game->line.first && game->line.first->kind == NODE_SETUP;
    struct position pos, usual;
    if (!game->rules || (!game->start_given && !sets_up))
        return game->start_given;
    game_first_position(game, &pos);
    position_start(game->rules, &usual);
    return !position_same(&pos, &usual)
           || (game->start_given
               && fen_read(game->rules, game_tag(game, "FEN"), (struct src_pos){0}, &pos, NULL,
                           NULL));
}

/* Whether the FEN says that Black is to move, even if nothing else of it can be read. */
static bool black_is_to_move(const struct game *game)
{
    struct text fen = text_trim(game_tag(game, "FEN"));
    return fen.n > 1 && (fen.s[0] == 'B' || fen.s[0] == 'b') && fen.s[1] == ':';
}

/* The first move of the main line, after any setups. */
static const struct node *first_move(const struct game *game)
{
    const struct node *first = game->line.first;
    while (first && first->kind == NODE_SETUP)
        first = first->next;
    return first;
}

/* Whether the side to move at the beginning is the one that starts by the rules. */
static bool first_begins(const struct game *game)
{
    struct position pos;
    game_first_position(game, &pos);
    return pos.turn == (uint8_t)game->rules->first;
}

const struct node *game_first_dotted_move(const struct game *game)
{
    const struct node *first = first_move(game);
    if (!first || !first->dots)
        return NULL;
    if (!game_first_position_is_known(game))
        return first;
    return first->state != NODE_PLAYED && first_begins(game) ? first : NULL;
}

bool game_second_side_begins(const struct game *game)
{
    const struct node *first = first_move(game);
    return game_first_dotted_move(game)
           || (first && !game_first_position_is_known(game) && !first->number
               && black_is_to_move(game));
}

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
    const struct node *first = first_move(game);
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

void traverse_init(struct traversal *walk, const struct game *game)
{
    *walk = (struct traversal){
        .pos = game->start,
        .known = game_first_position_is_known(game),
        .game = game,
        .next_item = game->line.before,
        .next_node = game->line.first,
    };
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
        if (walk->node) {
            walk->known = node_follow(walk->game->rules, walk->node, walk->known, &walk->pos);
            walk->ply++;
        }
        walk->node = walk->next_node;
        walk->next_node = walk->node->next;
        walk->next_item = walk->node->items;
        return TRAVERSE_NODE;
    }
    return walk->level ? leave(walk) : TRAVERSE_END;
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
