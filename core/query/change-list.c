// SPDX-License-Identifier: MIT
/*
 * The tags are copied before a game is changed and compared with it afterwards. A tag that has kept
 * its place in the source under another name was renamed; tags with neither name nor place in
 * common were removed or added.
 */
#include "core/query/change-list.h"

int change_list_begin(struct change_list *list, const struct game *game)
{
    size_t size = game->n_tags * sizeof *list->tags;
    *list = (struct change_list){.n = game->n_tags};
    list->tags = arena_alloc(game->arena, size + 1);
    if (!list->tags)
        return -1;
    if (size)
        memcpy(list->tags, game->tags, size);
    return 0;
}

/* If several have the name, finds the last, which is the one that game_set_tag sets. */
static const struct tag *find(const struct tag *tags, unsigned n, struct text name)
{
    for (unsigned i = n; i-- > 0;) {
        if (text_same(tags[i].name, name))
            return &tags[i];
    }
    return NULL;
}

/*
 * A tag is identified by its place in the source, whatever its name is now, or by its value if it
 * has no place.
 */
static bool is_one(const struct tag *a, const struct tag *b)
{
    if (a->offset || b->offset)
        return a->offset == b->offset;
    return a->value.s && a->value.s == b->value.s;
}

/*
 * Finds what became of a tag under its own name, which several tags may have; NULL: no tag has that
 * name now.
 */
static const struct tag *find_same(const struct game *game, const struct tag *old)
{
    for (unsigned i = 0; i < game->n_tags; i++) {
        if (is_one(&game->tags[i], old) && text_same(game->tags[i].name, old->name))
            return &game->tags[i];
    }
    return find(game->tags, game->n_tags, old->name);
}

/* Finds a tag that was renamed, under its new name; NULL: it was removed. */
static const struct tag *find_renamed(const struct change_list *list, const struct game *game,
                                      const struct tag *old)
{
    for (unsigned i = 0; i < game->n_tags; i++) {
        const struct tag *tag = &game->tags[i];
        if (is_one(tag, old) && !find(list->tags, list->n, tag->name))
            return tag;
    }
    return NULL;
}

/* Adds a tag, as in `White "Jansen"`. */
static void add_tag(struct buffer *out, const struct tag *tag)
{
    buffer_add_on_line(out, tag->name);
    buffer_add_string(out, " \"");
    buffer_add_on_line(out, tag->value);
    buffer_add_char(out, '"');
}

static void write_old(const struct change_list *list, const struct game *game,
                      const struct tag *old, struct buffer *out)
{
    const struct tag *now = find_same(game, old);
    bool renamed = !now && (now = find_renamed(list, game, old));
    if (now && !renamed && text_same(now->value, old->value))
        return;
    add_tag(out, old);
    if (renamed) {
        buffer_add_string(out, " -> ");
        add_tag(out, now);
    } else if (now) {
        buffer_add_string(out, " -> \"");
        buffer_add_on_line(out, now->value);
        buffer_add_char(out, '"');
    }
    buffer_add_string(out, now ? "\n" : " removed\n");
}

/* Whether a new tag is a renamed one, which has been listed already. */
static bool was_renamed(const struct change_list *list, const struct game *game,
                        const struct tag *tag)
{
    for (unsigned i = 0; i < list->n; i++) {
        if (is_one(&list->tags[i], tag) && !find(game->tags, game->n_tags, list->tags[i].name))
            return true;
    }
    return false;
}

void change_list_write(const struct change_list *list, const struct game *game, struct buffer *out)
{
    for (unsigned i = 0; i < list->n; i++)
        write_old(list, game, &list->tags[i], out);
    for (unsigned i = 0; i < game->n_tags; i++) {
        const struct tag *tag = &game->tags[i];
        if (find(list->tags, list->n, tag->name) || was_renamed(list, game, tag))
            continue;
        add_tag(out, tag);
        buffer_add_string(out, " added\n");
    }
}
