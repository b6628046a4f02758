// SPDX-License-Identifier: MIT
#include "core/game/game-start.h"

#include "core/board/fen.h"
#include "core/game/node-play.h"

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

const struct node *game_first_move(const struct game *game)
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
    const struct node *first = game_first_move(game);
    if (!first || !first->dots)
        return NULL;
    if (!game_first_position_is_known(game))
        return first;
    return first->state != NODE_PLAYED && first_begins(game) ? first : NULL;
}

bool game_second_side_begins(const struct game *game)
{
    const struct node *first = game_first_move(game);
    return game_first_dotted_move(game)
           || (first && !game_first_position_is_known(game) && !first->number
               && black_is_to_move(game));
}
