// SPDX-License-Identifier: MIT
/*
 * Sets lie in chunks and never move; a table of pointers with open addressing, at most half full, finds them.
 */
#include "core/board/landings.h"

#include <stdlib.h>

enum { TABLE_FIRST = 1024, CHUNK = 256 };

struct chunk {
    struct chunk *next;
    struct landing_set sets[CHUNK];
};

struct landings {
    struct chunk *chunks; /* the newest first */
    size_t n, room;       /* room is a power of two */
    struct landing_set **table;
};

static struct landing_set **slot_of(struct landing_set **table, size_t room, bitboard taken,
                                    square from)
{
    uint64_t h = (taken ^ (uint64_t)from << 57) * 0xd6e8feb86659fd93;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93;
    for (size_t i = (size_t)(h >> 20);; i++) {
        struct landing_set **slot = &table[i & (room - 1)];
        if (!*slot || ((*slot)->taken == taken && (*slot)->from == from))
            return slot;
    }
}

/** Makes room for one more. @return false when memory is out */
static bool make_room(struct landings *l)
{
    if (l->n % CHUNK == 0) {
        struct chunk *chunk = calloc(1, sizeof *chunk);
        if (!chunk)
            return false;
        chunk->next = l->chunks;
        l->chunks = chunk;
    }
    if (l->n * 2 < l->room)
        return true;
    const size_t room = l->room ? 2 * l->room : TABLE_FIRST;
    struct landing_set **table = calloc(room, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < l->room; i++)
        if (l->table[i])
            *slot_of(table, room, l->table[i]->taken, l->table[i]->from) = l->table[i];
    free(l->table);
    l->table = table;
    l->room = room;
    return true;
}

struct landing_set *landings_at(struct landings **landings, bitboard taken, square from)
{
    if (!*landings && !(*landings = calloc(1, sizeof **landings)))
        return NULL;
    struct landings *l = *landings;
    struct landing_set **slot = l->room ? slot_of(l->table, l->room, taken, from) : NULL;
    if (slot && *slot)
        return *slot;
    if (!make_room(l))
        return NULL;
    slot = slot_of(l->table, l->room, taken, from);
    *slot = &l->chunks->sets[l->n++ % CHUNK];
    (*slot)->taken = taken;
    (*slot)->from = from;
    return *slot;
}

void landings_free(struct landings *landings)
{
    while (landings && landings->chunks) {
        struct chunk *next = landings->chunks->next;
        free(landings->chunks);
        landings->chunks = next;
    }
    if (landings)
        free(landings->table);
    free(landings);
}
