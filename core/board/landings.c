// SPDX-License-Identifier: MIT
/*
 * Sets are allocated in slabs and never move. Those with the same number of pieces taken have a
 * table of their own, with open addressing, at most half full: when there are many sets only two
 * tables are in use, so that they stay in the cache.
 */
#include "core/board/landings.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_FIRST = 256, SLAB = 128 };

struct slab {
    struct slab *next;
    struct landing_set sets[SLAB];
};

struct slot {
    bitboard taken;
    struct landing_set *set; /* NULL: free */
};

/* Sets with the same number of pieces taken. */
struct layer {
    size_t n, room; /* room is a power of two */
    struct slot *table;
    struct landing_set *queue;
};

struct landings {
    struct slab *slabs;
    struct landing_set *unused;
    struct layer spare; /* an emptied table, for reuse */
    struct layer layers[BOARD_BITS + 1];
};

static struct slot *slot_of(struct slot *table, size_t room, bitboard taken)
{
    uint64_t h = taken * 0xd6e8feb86659fd93;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93;
    for (size_t i = (size_t)(h >> 20);; i++) {
        struct slot *slot = &table[i & (room - 1)];
        if (slot->taken == taken || !slot->set)
            return slot;
    }
}

/* Gives a layer its first table, or one twice as large. @return false when out of memory */
static bool grow(struct landings *l, struct layer *layer)
{
    if (!layer->room && l->spare.room) {
        layer->room = l->spare.room;
        layer->table = l->spare.table;
        l->spare = (struct layer){0};
        return true;
    }
    const size_t room = layer->room ? 2 * layer->room : TABLE_FIRST;
    struct slot *table = calloc(room, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < layer->room; i++)
        if (layer->table[i].set)
            *slot_of(table, room, layer->table[i].taken) = layer->table[i];
    free(layer->table);
    layer->table = table;
    layer->room = room;
    return true;
}

/* Takes an unused set. @return NULL when out of memory */
static struct landing_set *take_unused(struct landings *l)
{
    if (!l->unused) {
        struct slab *slab = malloc(sizeof *slab);
        if (!slab)
            return NULL;
        slab->next = l->slabs;
        l->slabs = slab;
        for (unsigned i = SLAB; i-- > 0; l->unused = &slab->sets[i])
            slab->sets[i].next = l->unused;
    }
    struct landing_set *set = l->unused;
    l->unused = set->next;
    memset(set, 0, sizeof *set);
    return set;
}

struct landing_set *landings_at(struct landings **landings, bitboard taken, unsigned n)
{
    if (!*landings && !(*landings = calloc(1, sizeof **landings)))
        return NULL;
    struct layer *layer = &(*landings)->layers[n];
    if (layer->n * 2 >= layer->room && !grow(*landings, layer))
        return NULL;
    struct slot *slot = slot_of(layer->table, layer->room, taken);
    if (!slot->set) {
        slot->set = take_unused(*landings);
        if (!slot->set)
            return NULL;
        slot->set->taken = slot->taken = taken;
        layer->n++;
    }
    return slot->set;
}

void landings_queue(struct landings *landings, struct landing_set *set, unsigned n)
{
    set->next = landings->layers[n].queue;
    landings->layers[n].queue = set;
}

struct landing_set *landings_take(struct landings *landings, unsigned n)
{
    struct landing_set *set = landings->layers[n].queue;
    if (set)
        landings->layers[n].queue = set->next;
    return set;
}

void landings_done(struct landings *landings, unsigned n)
{
    struct layer *layer = &landings->layers[n];
    for (size_t i = 0; i < layer->room; i++) {
        struct landing_set *set = layer->table[i].set;
        if (!set)
            continue;
        layer->table[i] = (struct slot){0};
        set->next = landings->unused;
        landings->unused = set;
    }
    if (layer->room > landings->spare.room) {
        free(landings->spare.table);
        landings->spare = (struct layer){.room = layer->room, .table = layer->table};
    } else {
        free(layer->table);
    }
    *layer = (struct layer){0};
}

void landings_free(struct landings *landings)
{
    if (!landings)
        return;
    for (unsigned n = 0; n <= BOARD_BITS; n++)
        free(landings->layers[n].table);
    free(landings->spare.table);
    while (landings->slabs) {
        struct slab *next = landings->slabs->next;
        free(landings->slabs);
        landings->slabs = next;
    }
    free(landings);
}
