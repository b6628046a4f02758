// SPDX-License-Identifier: MIT
/* Open addressing with linear probing, at most half full. */
#include "core/base/keyset.h"

#include <stdlib.h>

enum { FIRST_ROOM = 256 };

/* Keys may agree in their low bits: a multiplication spreads them. */
static uint64_t *slot_of(const struct keyset *set, uint64_t key)
{
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (set->room - 1);
    while (set->slots[at] && set->slots[at] != key)
        at = (at + 1) & (set->room - 1);
    return &set->slots[at];
}

static int grow(struct keyset *set)
{
    struct keyset larger = {.n = set->n, .room = set->room ? 2 * set->room : FIRST_ROOM};
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (!larger.slots)
        return -1;
    for (size_t i = 0; i < set->room; i++) {
        if (set->slots[i])
            *slot_of(&larger, set->slots[i]) = set->slots[i];
    }
    free(set->slots);
    *set = larger;
    return 0;
}

int keyset_add(struct keyset *set, uint64_t key)
{
    if (2 * (set->n + 1) > set->room && grow(set))
        return -1;
    key = key ? key : 1;
    uint64_t *slot = slot_of(set, key);
    if (*slot)
        return 0;
    *slot = key;
    set->n++;
    return 1;
}

void keyset_fini(struct keyset *set)
{
    free(set->slots);
    *set = (struct keyset){0};
}
