// SPDX-License-Identifier: MIT
/*
 * Looking ahead along a line of written moves. If a move on the way is ambiguous too, all its
 * meanings are followed at once. Equal positions are followed only once, so that a step costs a few
 * moves at most, however many ambiguities there are. Looking ahead is limited for each game, so
 * that no file takes more than linear time.
 */
#include "core/check/look-ahead.h"

void look_ahead_start(struct look_ahead *f, const struct position *pos)
{
    f->states[0] = *pos;
    f->n = 1;
    f->plies = 0;
    f->ended = false;
}

static void add_state(struct look_ahead *next, const struct position *pos)
{
    for (unsigned i = 0; i < next->n; i++)
        if (position_same(&next->states[i], pos))
            return;
    if (next->n < LOOK_AHEAD_STATES)
        next->states[next->n++] = *pos;
}

static void step_slowly(struct checker *c, const struct move_reader *reader,
                        const struct position *pos, const struct written_move *written,
                        struct look_ahead *next)
{
    unsigned odd;
    if (notation_find_all(reader->rules, pos, written, &c->moves, &odd))
        return;
    for (unsigned i = 0; i < c->moves.n; i++) {
        struct position after = *pos;
        move_play(reader->rules, &after, &c->moves.at[i]);
        add_state(next, &after);
    }
}

/*
 * @return whether the move of the node could be played in any position; if not, f keeps its
 *         positions but stops
 */
static bool step(struct checker *c, const struct move_reader *reader, struct look_ahead *f,
                 const struct node *node, bool plain)
{
    struct look_ahead next = {.n = 0};
    struct written_move written;
    int parsed = 1; /* not yet parsed */
    for (unsigned i = 0; i < f->n; i++) {
        struct move mv;
        if (move_reader_plain(reader, &f->states[i], node->text, &c->moves, &mv)) {
            struct position after = f->states[i];
            move_play(reader->rules, &after, &mv);
            add_state(&next, &after);
        } else if (!plain) {
            if (parsed == 1)
                parsed = move_reader_parse(reader, node->text, &written, NULL);
            if (!parsed)
                step_slowly(c, reader, &f->states[i], &written, &next);
        }
    }
    f->n = next.n;
    if (!next.n)
        return false;
    memcpy(f->states, next.states, next.n * sizeof *next.states);
    f->plies++;
    return true;
}

void look_ahead_line(struct checker *c, const struct move_reader *reader, struct look_ahead *f,
                     const struct node *node, bool plain, unsigned most)
{
    unsigned until = f->plies + most;
    for (; node && node->kind == NODE_MOVE && f->plies < until; node = node->next) {
        if (!c->ahead)
            return;
        c->ahead--;
        if (!step(c, reader, f, node, plain))
            return;
    }
    f->ended = !node || node->kind != NODE_MOVE;
}

enum { MOST_CANDIDATES = 16 };

/*
 * Whether, after the other candidates were refuted, the line goes on to its end or at least for
 * some plies. Otherwise it may have been a slip of the pen that refuted them.
 */
static bool goes_on(struct checker *c, struct look_ahead *f, const struct node *next)
{
    enum { ENOUGH = 6 };
    unsigned until = f->plies + ENOUGH;
    look_ahead_line(c, c->reader, f, next, false, ENOUGH);
    return f->ended || f->plies >= until;
}

/* All candidates advance together, until all but one are refuted. */
int look_ahead_choose(struct checker *c, const struct position *pos, const struct moves *moves,
                      const struct node *next, bool *sure)
{
    struct look_ahead paths[MOST_CANDIDATES];
    unsigned n = moves->n, alive = n;
    *sure = false;
    if (n > MOST_CANDIDATES)
        return -1;
    for (unsigned i = 0; i < n; i++) {
        struct position after = *pos;
        move_play(c->reader->rules, &after, &moves->at[i]);
        look_ahead_start(&paths[i], &after);
    }
    for (; next && next->kind == NODE_MOVE && alive > 1 && c->ahead >= n; next = next->next) {
        unsigned left = 0;
        c->ahead -= n;
        for (unsigned i = 0; i < n; i++)
            left += paths[i].n && step(c, c->reader, &paths[i], next, false);
        if (!left)
            return -1;
        alive = left;
    }
    if (alive != 1)
        return -1;
    unsigned chosen = 0;
    while (!paths[chosen].n)
        chosen++;
    *sure = goes_on(c, &paths[chosen], next);
    return (int)chosen;
}
