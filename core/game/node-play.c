// SPDX-License-Identifier: MIT
#include "core/game/node-play.h"

#include "core/board/fen.h"

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

struct node *node_next_setup(const struct node *node)
{
    uint8_t turn;
    struct node *next = node->next;
    while (next && (next->kind != NODE_SETUP || node_turns(next, &turn)))
        next = next->next;
    return next;
}

bool node_play_on(const struct rules *rules, const struct node **node, struct position *pos,
                  unsigned *ply)
{
    const struct node *last = *node;
    if (last->kind == NODE_UNKNOWN)
        last = node_next_setup(last);
    if (!last || !node_play(rules, last, pos))
        return false;
    for (const struct node *n = *node; ply && n != last->next; n = n->next)
        *ply += n->kind != NODE_SETUP;
    *node = last;
    return true;
}

bool node_follow(const struct rules *rules, const struct node *node, bool known,
                 struct position *pos)
{
    uint8_t turn;
    bool tells = node->kind == NODE_SETUP && !node_turns(node, &turn);
    return rules && (known || tells) && node_play(rules, node, pos);
}
