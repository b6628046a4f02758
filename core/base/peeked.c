// SPDX-License-Identifier: MIT
#include "core/base/peeked.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    struct peeked input;
    char name[];
};

static struct entry *kept;

int peeked_keep(const char *name, const struct peeked *input, struct err *err)
{
    size_t n = strlen(name) + 1;
    struct entry *entry = malloc(sizeof *entry + n);
    if (!entry)
        return err_memory(err);
    entry->next = kept;
    entry->input = *input;
    memcpy(entry->name, name, n);
    kept = entry;
    return 0;
}

bool peeked_take(const char *name, struct peeked *out)
{
    struct entry **at = &kept;
    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    struct entry *found = *at;
    if (!found)
        return false;
    *at = found->next;
    *out = found->input;
    free(found);
    return true;
}
