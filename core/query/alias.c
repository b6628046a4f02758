// SPDX-License-Identifier: MIT
#include "core/query/alias.h"

#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/base/yaml.h"

#include <stdlib.h>

struct alias {
    struct text variant, name; /* variant.s is NULL in an empty slot */
};

struct aliases {
    struct arena arena;
    struct alias *slots; /* a power of two, at most half of them in use */
    size_t room;
};

static struct alias *find_slot(const struct aliases *aliases, struct text variant)
{
    size_t i = hash128_of(variant.s, variant.n).low & (aliases->room - 1);
    while (aliases->slots[i].variant.s && !text_same(aliases->slots[i].variant, variant))
        i = (i + 1) & (aliases->room - 1);
    return &aliases->slots[i];
}

static int add_alias(struct aliases *aliases, const struct yaml_node *node, struct text name,
                     struct err *err)
{
    const char *variant;
    if (yaml_string(node, &variant, err))
        return -1;
    struct alias *slot = find_slot(aliases, text_of(variant));
    if (slot->variant.s && !text_same(slot->name, name))
        return err_set(err, node->at, "'%s' is a variant of '%.*s' already", variant,
                       TEXT_ARGS(slot->name));
    *slot = (struct alias){text_of(variant), name};
    return 0;
}

static int read_entry(struct aliases *aliases, const struct yaml_node *entry, struct err *err)
{
    struct text name = text_of(entry->key);
    if (entry->kind == YAML_SCALAR)
        return yaml_is_null(entry) ? 0 : add_alias(aliases, entry, name, err);
    if (yaml_want(entry, YAML_LIST, err))
        return -1;
    for (const struct yaml_node *item = entry->first; item; item = item->next) {
        if (add_alias(aliases, item, name, err))
            return -1;
    }
    return 0;
}

int aliases_read(const char *path, struct aliases **out, struct err *err)
{
    struct aliases *aliases = calloc(1, sizeof *aliases);
    struct yaml_node *root;
    if (!aliases)
        return err_memory(err);
    if (yaml_read(path, &aliases->arena, &root, err)
        || (!yaml_is_null(root) && yaml_want(root, YAML_MAP, err)))
        goto failed;
    size_t n = 1;
    for (const struct yaml_node *entry = root->first; entry; entry = entry->next)
        n += entry->kind == YAML_LIST ? entry->n : 1;
    for (aliases->room = 16; aliases->room < 2 * n;)
        aliases->room *= 2;
    aliases->slots = calloc(aliases->room, sizeof *aliases->slots);
    if (!aliases->slots) {
        err_memory(err);
        goto failed;
    }
    for (const struct yaml_node *entry = root->first; entry; entry = entry->next) {
        if (read_entry(aliases, entry, err))
            goto failed;
    }
    *out = aliases;
    return 0;
failed:
    aliases_close(aliases);
    return -1;
}

int aliases_apply(const struct aliases *aliases, struct game *game)
{
    static const char *const tags[] = {"White", "Black", "Annotator"};
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        struct text have = text_trim(game_tag(game, tags[i]));
        if (!have.n)
            continue;
        const struct alias *alias = find_slot(aliases, have);
        if (alias->variant.s && game_set_tag(game, text_of(tags[i]), alias->name))
            return -1;
    }
    return 0;
}

void aliases_close(struct aliases *aliases)
{
    if (!aliases)
        return;
    free(aliases->slots);
    arena_fini(&aliases->arena);
    free(aliases);
}
