// SPDX-License-Identifier: MIT
#include "tests/lib/dump.h"

#include <stdlib.h>

static void blank(struct buffer *out)
{
    if (out->n > 0 && out->s[out->n - 1] != '(')
        buffer_add_char(out, ' ');
}

static void dump_line(const struct line *line, struct buffer *out);

/* Recursion is well here: tests write what they nest. */
static void dump_items(const struct item *item, struct buffer *out)
{
    for (; item; item = item->next) {
        if (item->kind != ITEM_STRENGTH)
            blank(out);
        if (item->kind == ITEM_COMMENT)
            buffer_printf(out, "{%.*s}", TEXT_ARGS(item->comment));
        else if (item->kind == ITEM_NAG)
            buffer_printf(out, "$%u", item->nag);
        else if (item->kind == ITEM_STRENGTH)
            buffer_add_text(out, item->strength);
        else
            dump_line(item->line, out);
    }
}

static void dump_nodes(const struct node *node, struct buffer *out)
{
    for (; node; node = node->next) {
        blank(out);
        if (node->number)
            buffer_printf(out, "%u.", (unsigned)node->number);
        if (node->dots)
            buffer_add_string(out, node->number ? ".." : "...");
        if (node->kind == NODE_SETUP)
            buffer_printf(out, "/%.*s/", TEXT_ARGS(node->text));
        else
            buffer_printf(out, "%s%.*s", node->kind == NODE_UNKNOWN ? "?" : "",
                          TEXT_ARGS(node->text));
        dump_items(node->items, out);
    }
}

static void dump_line(const struct line *line, struct buffer *out)
{
    buffer_add_char(out, '(');
    dump_items(line->before, out);
    dump_nodes(line->first, out);
    buffer_add_char(out, ')');
}

void dump_game(const struct game *game, struct buffer *out)
{
    for (unsigned i = 0; i < game->n_tags; i++) {
        blank(out);
        buffer_printf(out, "[%.*s=%.*s]", TEXT_ARGS(game->tags[i].name),
                      TEXT_ARGS(game->tags[i].value));
    }
    dump_items(game->line.before, out);
    dump_nodes(game->line.first, out);
    if (game->terminator.n > 0) {
        blank(out);
        buffer_printf(out, "=%.*s", TEXT_ARGS(game->terminator));
    }
}

static const struct finding *first_behind(const struct findings *found, const struct finding *last)
{
    return last ? last->next : found->first;
}

void dump_findings(const struct findings *found, const struct finding *last, struct buffer *out)
{
    for (const struct finding *f = first_behind(found, last); f; f = f->next) {
        blank(out);
        buffer_printf(out, "%s@%u:%u+%u", finding_kinds[f->code].word, f->at.line, f->at.col,
                      (unsigned)f->length);
    }
}

static int compare_repairs(const void *a, const void *b)
{
    const struct repair *x = *(const struct repair *const *)a,
                        *y = *(const struct repair *const *)b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

void dump_repaired(const struct findings *found, const struct finding *last, struct text source,
                   struct buffer *out)
{
    const struct repair *all[256];
    size_t n = 0;
    for (const struct finding *f = first_behind(found, last); f; f = f->next)
        for (const struct repair *r = f->repair; r && n < 256; r = r->next)
            if (r->certain)
                all[n++] = r;
    qsort(all, n, sizeof *all, compare_repairs);
    uint32_t at = 0;
    for (size_t i = 0; i < n; i++) {
        if (all[i]->offset < at)
            continue;
        buffer_add(out, source.s + at, all[i]->offset - at);
        buffer_add_text(out, all[i]->text);
        at = all[i]->offset + all[i]->length;
    }
    buffer_add(out, source.s + at, source.n - at);
}
