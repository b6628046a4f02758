// SPDX-License-Identifier: MIT
#include "core/query/alias.h"

#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/base/yaml.h"

#include <stdlib.h>

struct alias {
    struct text variant, name; /* in the arena */
};

struct aliases {
    struct arena arena;
    struct alias *at; /* owned */
    size_t n, room;
    struct hashtable by_variant;
};

/* @return the canonical name of a spelling; NULL: unknown */
static const struct alias *find(const struct aliases *aliases, struct text variant)
{
    HASHTABLE_EACH (&aliases->by_variant, hashtable_hash(variant.s, variant.n), i)
        if (text_same(aliases->at[i].variant, variant))
            return &aliases->at[i];
    return NULL;
}

static int add_alias(struct aliases *aliases, const struct yaml_node *node, struct text name,
                     struct err *err)
{
    const char *variant;
    if (yaml_string(node, &variant, err))
        return -1;
    struct text word = text_of(variant);
    const struct alias *known = find(aliases, word);
    if (known)
        return text_same(known->name, name)
                   ? 0
                   : err_set(err, node->at, "'%s' is already listed under '%.*s'", variant,
                             TEXT_ARGS(known->name));
    if (!ARRAY_GROW(aliases->at, aliases->n, aliases->room)
        || hashtable_add(&aliases->by_variant, hashtable_hash(word.s, word.n), aliases->n))
        return err_memory(err);
    aliases->at[aliases->n++] = (struct alias){word, name};
    return 0;
}

static int read_entry(struct aliases *aliases, const struct yaml_node *entry, struct err *err)
{
    struct text name = text_of(entry->key);
    if (entry->kind == YAML_SCALAR)
        return yaml_is_null(entry) ? 0 : add_alias(aliases, entry, name, err);
    if (yaml_expect(entry, YAML_LIST, err))
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
        || (!yaml_is_null(root) && yaml_expect(root, YAML_MAP, err)))
        goto failed;
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
        const struct alias *alias = find(aliases, have);
        if (alias && game_set_tag(game, text_of(tags[i]), alias->name))
            return -1;
    }
    return 0;
}

void aliases_close(struct aliases *aliases)
{
    if (!aliases)
        return;
    free(aliases->at);
    hashtable_fini(&aliases->by_variant);
    arena_fini(&aliases->arena);
    free(aliases);
}
