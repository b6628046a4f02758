// SPDX-License-Identifier: MIT
/*
 *     a b c d e f | d e f g h the fault is the second d: the moves d e f before it are repeated
 *
 * The texts of the moves are compared. A passage counts when it reaches up to its second copy, so
 * that the line can go on after that.
 */
#include "core/check/repeat.h"

enum {
    LOOK_BACK = 128, /* moves: a passage is a few lines of text */
    ENOUGH = 4,      /* moves from the fault on: fewer may be the same by chance */
    SLIP = 100,      /* a move number that jumps further is a slip of the pen */
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

/*
 * @return how many moves from `node` are the same as those from recent->at[i], up to
 *         recent->at[end]
 */
static unsigned count_same(const struct recent *recent, unsigned i, unsigned end,
                           const struct node *node, const struct node **after)
{
    unsigned n = 0;
    for (; node && node->kind == NODE_MOVE && i + n < end
           && text_same(node->text, recent->at[i + n]->text);
         n++)
        node = node->next;
    *after = node;
    return n;
}

/* Finds the longest passage up to recent->at[end] that the moves from `start` repeat. */
static void find_passage(const struct recent *recent, unsigned end, const struct node *start,
                         struct repeat *out)
{
    for (unsigned i = 0; start && i < end; i++) {
        const struct node *after;
        unsigned n = count_same(recent, i, end, start, &after);
        if (n > out->n && i + n == end)
            *out = (struct repeat){n, recent->number[i], recent->number[end - 1], recent->n - end,
                                   after};
    }
}

bool repeat_find(const struct checker *c, const struct check_place *at, struct repeat *out)
{
    struct recent recent;
    out->n = 0;
    if (!collect(at, c->reader->rules->first, &recent))
        return false;
    /* if two copies meet in the middle of a move, the fault is what is left of its two halves */
    const struct node *starts[] = {at->node, at->node->next};
    for (unsigned s = 0; s < 2 && !out->n; s++)
        find_passage(&recent, recent.n, starts[s], out);
    /* the first moves of the copy may happen to be legal: the fault is then inside the copy */
    for (unsigned back = 1; 2 * back <= recent.n && !out->n; back++) {
        find_passage(&recent, recent.n - back, recent.at[recent.n - back], out);
        if (out->n < back + ENOUGH)
            out->n = 0;
    }
    return out->n > 0;
}
