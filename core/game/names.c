// SPDX-License-Identifier: MIT
#include "core/game/names.h"

#include "core/base/fold.h"
#include "core/base/hash.h"
#include "core/base/yaml.h"
#include "core/game/names-inside.h"

#include <stdlib.h>

/* ---- parts of a name ---- */

static bool is_particle(struct text t)
{
    static const char *const words[] = {"van", "von", "de", "der", "den", "het", "ten",
                                        "ter", "te",  "la", "le",  "du",  "da",  "di",
                                        "dos", "el",  "al", "jr",  "sr",  "op"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (text_is(t, words[i]))
            return true;
    }
    return false;
}

bool name_is_unknown(struct text name)
{
    name = text_trim(name);
    return name.n == 0 || text_is(name, "?") || text_is(name, "-") || text_is_nocase(name, "nn")
           || text_is_nocase(name, "n.n.") || text_is_nocase(name, "unknown");
}

/* Letters and digits, and every byte of other scripts. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

unsigned name_words(struct text folded, struct name_word words[NAME_WORDS_MAX])
{
    unsigned n = 0;
    bool comma = memchr(folded.s ? folded.s : "", ',', folded.n) != NULL, behind = false;
    for (size_t i = 0; i < folded.n && n < NAME_WORDS_MAX;) {
        if (!is_letter(folded.s[i])) {
            behind = behind || folded.s[i] == ',';
            i++;
            continue;
        }
        size_t begin = i;
        while (i < folded.n && (is_letter(folded.s[i]) || folded.s[i] == '\''))
            i++;
        struct text t = {folded.s + begin, i - begin};
        bool dot = i < folded.n && folded.s[i] == '.';
        if (!is_particle(t))
            words[n++] =
                (struct name_word){t, .given = comma && behind, .initial = dot || t.n == 1};
    }
    if (comma)
        return n;
    /* Without a comma the family name is the last word that is no initial. */
    unsigned family = n;
    for (unsigned i = 0; i < n; i++)
        family = words[i].initial ? family : i;
    for (unsigned i = 0; i < n; i++)
        words[i].given = family < n && i != family;
    return n;
}

void name_family(struct text name, struct buffer *out)
{
    struct buffer folded = {0};
    struct name_word words[NAME_WORDS_MAX];
    if (name_is_unknown(name))
        return;
    fold_text(&folded, name);
    unsigned n = name_words(buffer_text(&folded), words);
    for (unsigned i = 0; i < n; i++) {
        if (!words[i].given)
            buffer_add_text(out, words[i].text);
    }
    out->failed = out->failed || folded.failed;
    buffer_fini(&folded);
}

/* ---- aliases ---- */

struct alias {
    struct text variant, name; /* variant.s is NULL in an empty slot */
};

struct names {
    struct arena arena;
    struct alias *slots; /* a power of two, at most half of them in use */
    size_t room;
};

static struct alias *find_slot(const struct names *names, struct text variant)
{
    size_t i = hash128_of(variant.s, variant.n).low & (names->room - 1);
    while (names->slots[i].variant.s && !text_same(names->slots[i].variant, variant))
        i = (i + 1) & (names->room - 1);
    return &names->slots[i];
}

static int add_alias(struct names *names, const struct yaml_node *node, struct text name,
                     struct err *err)
{
    const char *variant;
    if (yaml_string(node, &variant, err))
        return -1;
    struct alias *slot = find_slot(names, text_of(variant));
    if (slot->variant.s && !text_same(slot->name, name))
        return err_set(err, node->at, "'%s' is a variant of '%.*s' already", variant,
                       TEXT_ARGS(slot->name));
    *slot = (struct alias){text_of(variant), name};
    return 0;
}

static int read_entry(struct names *names, const struct yaml_node *entry, struct err *err)
{
    struct text name = text_of(entry->key);
    if (entry->kind == YAML_SCALAR)
        return yaml_is_null(entry) ? 0 : add_alias(names, entry, name, err);
    if (yaml_want(entry, YAML_LIST, err))
        return -1;
    for (const struct yaml_node *item = entry->first; item; item = item->next) {
        if (add_alias(names, item, name, err))
            return -1;
    }
    return 0;
}

int names_read(const char *path, struct names **out, struct err *err)
{
    struct names *names = calloc(1, sizeof *names);
    struct yaml_node *root;
    if (!names)
        return err_set(err, (struct src_pos){.file = path}, "out of memory");
    if (yaml_read(path, &names->arena, &root, err)
        || (!yaml_is_null(root) && yaml_want(root, YAML_MAP, err)))
        goto failed;
    size_t n = 1;
    for (const struct yaml_node *entry = root->first; entry; entry = entry->next)
        n += entry->kind == YAML_LIST ? entry->n : 1;
    for (names->room = 16; names->room < 2 * n;)
        names->room *= 2;
    names->slots = calloc(names->room, sizeof *names->slots);
    if (!names->slots) {
        err_set(err, (struct src_pos){.file = path}, "out of memory");
        goto failed;
    }
    for (const struct yaml_node *entry = root->first; entry; entry = entry->next) {
        if (read_entry(names, entry, err))
            goto failed;
    }
    *out = names;
    return 0;
failed:
    names_close(names);
    return -1;
}

int names_apply(const struct names *names, struct game *game)
{
    static const char *const tags[] = {"White", "Black", "Annotator"};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        struct text have = text_trim(game_tag(game, tags[i]));
        if (!have.n)
            continue;
        const struct alias *alias = find_slot(names, have);
        if (alias->variant.s && game_set_tag(game, text_of(tags[i]), alias->name))
            return -1;
    }
    return 0;
}

void names_close(struct names *names)
{
    if (!names)
        return;
    free(names->slots);
    arena_fini(&names->arena);
    free(names);
}
