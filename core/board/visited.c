// SPDX-License-Identifier: MIT
/*
 * Open addressing, at most half full, no removal. In a free slot both words are 0; the state (0, 0)
 * does not occur, since `b` always contains the kind of the state.
 */
#include "core/board/visited.h"

#include <assert.h>
#include <stdlib.h>

enum { VISITED_FIRST = 1024 };

struct slot {
    uint64_t a, b;
};

struct visited {
    size_t n, room; /* room is a power of two */
    struct slot slots[];
};

static struct visited *visited_make(size_t room)
{
    struct visited *visited = calloc(1, sizeof *visited + room * sizeof(struct slot));
    if (visited)
        visited->room = room;
    return visited;
}

/* The slot that holds the state, or the free one where it belongs. */
static struct slot *visited_slot(struct visited *visited, uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ (b * 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93;
    h ^= h >> 32;
    for (size_t i = (size_t)(h * 0xd6e8feb86659fd93 >> 20);; i++) {
        struct slot *slot = &visited->slots[i & (visited->room - 1)];
        if ((slot->a == a && slot->b == b) || !slot->b)
            return slot;
    }
}

/* Moves everything into a table twice as large. @return false when out of memory */
static bool visited_grow(struct visited **visited)
{
    struct visited *old = *visited, *wide = visited_make(old ? old->room * 2 : VISITED_FIRST);
    if (!wide)
        return false;
    for (size_t i = 0; old && i < old->room; i++)
        if (old->slots[i].b)
            *visited_slot(wide, old->slots[i].a, old->slots[i].b) = old->slots[i];
    wide->n = old ? old->n : 0;
    free(old);
    *visited = wide;
    return true;
}

bool visited_add(struct visited **visited, uint64_t a, uint64_t b)
{
    assert(b);
    if ((!*visited || (*visited)->n * 2 >= (*visited)->room) && !visited_grow(visited)
        && (!*visited || (*visited)->n + 1 >= (*visited)->room))
        return true;
    struct slot *slot = visited_slot(*visited, a, b);
    if (slot->b)
        return false;
    *slot = (struct slot){a, b};
    (*visited)->n++;
    return true;
}

void visited_free(struct visited *visited) { free(visited); }
