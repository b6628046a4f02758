// SPDX-License-Identifier: MIT
/*
 * Compares two games, line by line. Pairs of lines still to be compared are kept in a list instead
 * of recursing, so that no nesting is too deep.
 */
#include "tests/lib/game-equal.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/game/game-start.h"

#include <stdio.h>
#include <stdlib.h>

struct pair {
    const struct line *a, *b;
};

struct comparison {
    struct pair *waiting; /* owned */
    size_t n, room;
    char *why;
    size_t why_size;
};

static bool differ(struct comparison *c, const char *what, struct text a, struct text b)
{
    if (c->why_size)
        snprintf(c->why, c->why_size, "%s: \"%.*s\" and \"%.*s\"", what, TEXT_ARGS(a),
                 TEXT_ARGS(b));
    return false;
}

static bool wait_for(struct comparison *c, const struct line *a, const struct line *b)
{
    if (!ARRAY_GROW(c->waiting, c->n, c->room))
        return differ(c, "out of memory", (struct text){0}, (struct text){0});
    c->waiting[c->n++] = (struct pair){a, b};
    return true;
}

/* The next byte of t, a run of blanks counting as a single one; -1 at the end. */
static int next_folded(struct text t, size_t *i)
{
    if (*i >= t.n)
        return -1;
    if (!ascii_is_space(t.s[*i]))
        return (unsigned char)t.s[(*i)++];
    while (*i < t.n && ascii_is_space(t.s[*i]))
        ++*i;
    return ' ';
}

static bool same_folded(struct text a, struct text b)
{
    size_t i = 0, k = 0;
    int c;
    a = text_trim(a);
    b = text_trim(b);
    do {
        c = next_folded(a, &i);
        if (c != next_folded(b, &k))
            return false;
    } while (c >= 0);
    return true;
}

static bool same_item(struct comparison *c, const struct item *a, const struct item *b)
{
    if (a->kind != b->kind)
        return differ(c, "kind of annotation", text_of(""), text_of(""));
    switch (a->kind) {
    case ITEM_COMMENT:
        return same_folded(a->comment, b->comment) || differ(c, "comment", a->comment, b->comment);
    case ITEM_NAG:
        return a->nag == b->nag || differ(c, "numeric annotation", text_of(""), text_of(""));
    case ITEM_STRENGTH:
        return text_same(a->strength, b->strength)
               || differ(c, "strength", a->strength, b->strength);
    case ITEM_LINE:
        return wait_for(c, a->line, b->line);
    }
    return false;
}

static bool same_items(struct comparison *c, const struct item *a, const struct item *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (!same_item(c, a, b))
            return false;
    return a == b || differ(c, "an extra annotation", text_of(""), text_of(""));
}

static bool same_node(struct comparison *c, const struct node *a, const struct node *b)
{
    if (a->kind != b->kind)
        return differ(c, "kind of move", a->text, b->text);
    bool played = a->kind == NODE_MOVE && a->state == NODE_PLAYED && b->state == NODE_PLAYED;
    bool known = a->kind != NODE_UNKNOWN; /* an unknown move is the same however it is written */
    if (known && (played ? !move_same(&a->move, &b->move) : !same_folded(a->text, b->text)))
        return differ(c, "move", a->text, b->text);
    return same_items(c, a->items, b->items);
}

static bool same_line(struct comparison *c, const struct line *a, const struct line *b)
{
    if (!same_items(c, a->before, b->before))
        return false;
    const struct node *x = a->first, *y = b->first;
    for (; x && y; x = x->next, y = y->next)
        if (!same_node(c, x, y))
            return false;
    if (x || y)
        return differ(c, "an extra move", x ? x->text : text_of(""), y ? y->text : text_of(""));
    return true;
}

static int compare_tags(const void *a, const void *b)
{
    const struct tag *x = *(const struct tag *const *)a, *y = *(const struct tag *const *)b;
    size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
    int order = n ? memcmp(x->name.s, y->name.s, n) : 0;
    if (order == 0 && x->name.n != y->name.n)
        order = x->name.n < y->name.n ? -1 : 1;
    return order ? order : (x > y) - (x < y);
}

/*
 * The tags sorted by name, since the order of names does not count; tags of the same name stay in
 * their order.
 * @return NULL when out of memory
 */
static const struct tag **sorted_tags(const struct game *game)
{
    const struct tag **tags = malloc((game->n_tags + 1) * sizeof *tags);
    for (unsigned i = 0; tags && i < game->n_tags; i++)
        tags[i] = &game->tags[i];
    if (tags)
        qsort(tags, game->n_tags, sizeof *tags, compare_tags);
    return tags;
}

static bool same_sorted(struct comparison *c, const struct tag **a, const struct tag **b,
                        unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (!text_same(a[i]->name, b[i]->name))
            return differ(c, "tag", a[i]->name, b[i]->name);
        if (!same_folded(a[i]->value, b[i]->value))
            return differ(c, "value of a tag", a[i]->value, b[i]->value);
    }
    return true;
}

static bool same_tags(struct comparison *c, const struct game *a, const struct game *b)
{
    if (a->n_tags != b->n_tags)
        return differ(c, "an extra tag", text_of(""), text_of(""));
    const struct tag **x = sorted_tags(a), **y = sorted_tags(b);
    bool same = x && y ? same_sorted(c, x, y, a->n_tags)
                       : differ(c, "out of memory", (struct text){0}, (struct text){0});
    free(x);
    free(y);
    return same;
}

static bool same_head(struct comparison *c, const struct game *a, const struct game *b)
{
    if (!same_tags(c, a, b))
        return false;
    if (a->rules != b->rules)
        return differ(c, "rules", text_of(a->rules ? rules_spelling(a->rules) : "none"),
                      text_of(b->rules ? rules_spelling(b->rules) : "none"));
    if (a->rules && !position_same(&a->start, &b->start))
        return differ(c, "start position", text_of(""), text_of(""));
    if (game_second_side_begins(a) != game_second_side_begins(b))
        return differ(c, "side that begins", text_of(""), text_of(""));
    if (a->result != b->result)
        return differ(c, "result", text_of(result_write(a->rules, a->result)),
                      text_of(result_write(b->rules, b->result)));
    return true;
}

bool game_equal(const struct game *a, const struct game *b, char *why, size_t why_size)
{
    struct comparison c = {.why = why, .why_size = why_size};
    bool same = same_head(&c, a, b) && wait_for(&c, &a->line, &b->line);
    while (same && c.n) {
        struct pair next = c.waiting[--c.n];
        same = same_line(&c, next.a, next.b);
    }
    free(c.waiting);
    return same;
}
