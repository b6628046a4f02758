// SPDX-License-Identifier: MIT
/*
 * Open addressing, at most half full, no removal. A free slot has both words 0; the state (0, 0) does not occur, since
 * `b` always holds a mark of what kind of state it is.
 */
#include "core/board/visited.h"

#include <assert.h>
#include <stdlib.h>

enum { SEEN_FIRST = 1024 };

struct slot {
    uint64_t a, b;
};

struct seen {
    size_t n, room; /* room is a power of two */
    struct slot slots[];
};

static struct seen *seen_make(size_t room)
{
    struct seen *seen = calloc(1, sizeof *seen + room * sizeof(struct slot));
    if (seen)
        seen->room = room;
    return seen;
}

/** The slot that holds the state, or the free one where it belongs. */
static struct slot *seen_slot(struct seen *seen, uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ (b * 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93;
    h ^= h >> 32;
    for (size_t i = (size_t)(h * 0xd6e8feb86659fd93 >> 20);; i++) {
        struct slot *slot = &seen->slots[i & (seen->room - 1)];
        if ((slot->a == a && slot->b == b) || !slot->b)
            return slot;
    }
}

/** Moves everything to twice the room. @return false when memory is out */
static bool seen_grow(struct seen **seen)
{
    struct seen *old = *seen, *wide = seen_make(old ? old->room * 2 : SEEN_FIRST);
    if (!wide)
        return false;
    for (size_t i = 0; old && i < old->room; i++)
        if (old->slots[i].b)
            *seen_slot(wide, old->slots[i].a, old->slots[i].b) = old->slots[i];
    wide->n = old ? old->n : 0;
    free(old);
    *seen = wide;
    return true;
}

bool seen_add(struct seen **seen, uint64_t a, uint64_t b)
{
    assert(b);
    if ((!*seen || (*seen)->n * 2 >= (*seen)->room) && !seen_grow(seen)
        && (!*seen || (*seen)->n + 1 >= (*seen)->room))
        return true;
    struct slot *slot = seen_slot(*seen, a, b);
    if (slot->b)
        return false;
    *slot = (struct slot){a, b};
    (*seen)->n++;
    return true;
}

void seen_free(struct seen *seen) { free(seen); }
