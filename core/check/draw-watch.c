// SPDX-License-Identifier: MIT
/*
 * Remembering positions costs much more than checking moves, and hardly any game comes near a draw
 * rule. So only plies and pieces are counted at first, inline in the header. Once a rule may apply,
 * the line is played again from its last irreversible move, and positions are remembered from there
 * on.
 */
#include "core/check/draw-watch.h"

static int open_history(struct checker *c)
{
    struct move_reader *r = c->reader;
    const struct draw_profile *profile =
        c->options.draws.n ? draw_profile_find(r->rules, c->options.draws, NULL) : NULL;
    if (r->history)
        return 0;
    if (!profile)
        profile = draw_profile_find(r->rules, (struct text){0}, NULL);
    r->history = history_open(r->rules, profile);
    return r->history ? 0 : err_memory(c->err);
}

/* Plays the line again up to the last irreversible move, and remembers the positions after it. */
static int begin(struct checker *c, struct draw_watch *w, const struct node *last)
{
    const struct rules *rules = c->reader->rules;
    struct position pos = w->base;
    const struct node *n = w->first;
    /* If a line begins with few pieces, counting begins there, whatever its first move is. */
    bool whole = w->all || POPCOUNT64(pos.pieces[WHITE] | pos.pieces[BLACK]) <= DRAW_WATCH_PIECES;
    if (open_history(c))
        return -1;
    for (; !whole && n != w->since; n = n->next)
        if (n->kind == NODE_MOVE)
            move_play(rules, &pos, &n->move);
    history_start(c->reader->history, &pos);
    for (; n && n != last; n = n->next) {
        struct position before = pos;
        if (n->kind != NODE_MOVE)
            continue;
        move_play(rules, &pos, &n->move);
        if (history_add(c->reader->history, &before, &n->move, &pos))
            return err_memory(c->err);
    }
    w->active = true;
    return 0;
}

int draw_watch_find_need(struct checker *c, bool *all)
{
    *all = false;
    if (!c->options.draws.n) /* no profile has a limit by default */
        return 0;
    if (open_history(c))
        return -1;
    *all = history_has_limit(c->reader->history);
    return 0;
}

int draw_watch_move(struct checker *c, struct draw_watch *w, struct check_place *at)
{
    struct check_place before = *at;
    move_play(c->reader->rules, &at->pos, &at->node->move);
    if (!w->active) {
        if (begin(c, w, at->node->next))
            return -1;
    } else if (history_add(c->reader->history, &before.pos, &at->node->move, &at->pos)) {
        return err_memory(c->err);
    }
    enum ending ending = history_ending(c->reader->history);
    if (ending == ENDING_NONE)
        return 0;
    w->done = true;
    if (ending == ENDING_NO_MOVES || ending == ENDING_KING)
        return 0;
    c->drawn = ending;
    c->drawn_by = history_reason(c->reader->history, ending);
    c->drawn_at = before;
    return 0;
}
