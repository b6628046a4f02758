// SPDX-License-Identifier: MIT
/*
 *     a b c d e f | d e f g h     d e f lead up to the fault, which is the second d, and follow it again
 *
 * The texts of the moves are compared. A passage counts when it reaches up to the fault, so that the
 * line can go on behind its second copy.
 */
#include "core/check/repeat.h"

enum {
    LOOK_BACK = 128, /* moves: a passage is a few lines of text */
    SLIP = 100,      /* a number that jumps so far is a slip of the pen */
};

/* The last moves before a fault, oldest first, and their numbers. */
struct recent {
    const struct node *at[LOOK_BACK];
    unsigned number[LOOK_BACK];
    unsigned n;
};

static bool collect(const struct check_place *fault, enum side first, struct recent *out)
{
    unsigned number = fault->of->number, ply = 0;
    const struct node *node = fault->of->line->first;
    out->n = 0;
    for (; node && node != fault->node; node = node->next, ply++) {
        if (node->kind != NODE_MOVE)
            return false;
        if (node->number && node->number < number + SLIP)
            number = node->number;
        if (ply + LOOK_BACK >= fault->ply) {
            out->at[out->n] = node;
            out->number[out->n++] = number;
        }
        if ((fault->of->pos.turn == first)
            == (ply % 2 == 1)) /* the side that moves first is next */
            number++;
    }
    return out->n > 0;
}

/* How many moves from `node` on are those from recent->at[i] on. */
static unsigned count_same(const struct recent *recent, unsigned i, const struct node *node,
                           const struct node **behind)
{
    unsigned n = 0;
    for (; node && node->kind == NODE_MOVE && i + n < recent->n
           && text_same(node->text, recent->at[i + n]->text);
         n++)
        node = node->next;
    *behind = node;
    return n;
}

bool repeat_find(const struct checker *c, const struct check_place *at, struct repeat *out)
{
    struct recent recent;
    out->n = 0;
    if (!collect(at, c->reader->rules->first, &recent))
        return false;
    /* where two copies meet in the middle of a move, the fault is what is left of both halves */
    const struct node *starts[] = {at->node, at->node->next};
    for (unsigned s = 0; s < 2 && !out->n; s++) {
        for (unsigned i = 0; i < recent.n; i++) {
            const struct node *behind;
            unsigned n = starts[s] ? count_same(&recent, i, starts[s], &behind) : 0;
            if (n > out->n && i + n == recent.n)
                *out = (struct repeat){n, recent.number[i], recent.number[recent.n - 1], behind};
        }
    }
    return out->n > 0;
}
