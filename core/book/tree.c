// SPDX-License-Identifier: MIT
/*
 * The walk is depth-first, with a stack of levels: a level has the moves of one position, sorted
 * and cut to those wanted. A game is built during the same walk. For each ply it is remembered
 * where the next move goes: the first move of a position continues the line, every other one begins
 * a variation of the first.
 */
#include "core/book/tree.h"

#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/keyset.h"
#include "core/book/inside.h"

#include <stdlib.h>

/*
 * A position whose moves are being visited. Levels are in an array that grows: no recursion.
 */
struct walk_level {
    struct position pos;
    struct book_answer answer;
    unsigned next; /* of its moves */
};

struct walk_state {
    struct book *book;
    const struct book_tree_options *options;
    struct walk_level **levels; /* owned; the first n in use, the others kept for reuse */
    unsigned n, room;
    struct keyset visited;
};

/* ---- levels ---- */

static int by_games(const void *a, const void *b)
{
    const struct book_entry *p = a, *q = b;
    if (p->games != q->games)
        return p->games > q->games ? -1 : 1;
    int value_p = p->known ? p->eval.value : -2 * BOOK_WIN,
        value_q = q->known ? q->eval.value : -2 * BOOK_WIN;
    if (value_p != value_q)
        return value_p > value_q ? -1 : 1;
    return p->edge.move < q->edge.move ? -1 : p->edge.move > q->edge.move;
}

static struct walk_level *add_level(struct walk_state *w)
{
    if (w->n == w->room) {
        struct walk_level **grown = realloc(w->levels, (w->room + 1) * sizeof(struct walk_level *));
        if (!grown)
            return NULL;
        w->levels = grown;
        if (!(w->levels[w->room] = calloc(1, sizeof(struct walk_level))))
            return NULL;
        w->room++;
    }
    return w->levels[w->n++];
}

static int open_level(struct walk_state *w, const struct position *pos, struct err *err)
{
    static const struct book_weighing plain = {0};
    const struct book_tree_options *o = w->options;
    struct walk_level *level = add_level(w);
    if (!level)
        return err_memory(err);
    level->pos = *pos;
    level->next = 0;
    if (book_probe(w->book, pos, &plain, false, &level->answer, err) < 0)
        return -1;
    struct book_answer *answer = &level->answer;
    unsigned n = 0;
    for (unsigned i = 0; i < answer->n; i++) {
        const struct book_entry *e = &answer->at[i];
        if (e->games >= o->min_games || (e->edge.engine && e->known))
            answer->at[n++] = *e;
    }
    if (n)
        qsort(answer->at, n, sizeof *answer->at, by_games);
    answer->n = o->moves_max && n > o->moves_max ? o->moves_max : n;
    return 0;
}

static int take_step(struct walk_state *w, struct walk_level *level, struct book_step *step,
                     struct err *err)
{
    struct position next = level->pos;
    const struct book_entry *e = &level->answer.at[level->next];
    *step =
        (struct book_step){.pos = &level->pos, .entry = e, .ply = w->n - 1, .rank = level->next};
    level->next++;
    move_play(w->book->settings.rules, &next, &e->mv);
    int is_new = keyset_add(&w->visited, e->edge.next);
    if (is_new < 0)
        return err_memory(err);
    step->repeated = !is_new;
    if (!is_new || (w->options->plies && w->n >= w->options->plies))
        return 0;
    return open_level(w, &next, err);
}

int book_walk(struct book *book, const struct book_tree_options *options,
              int (*each)(void *ctx, const struct book_step *step), void *ctx, struct err *err)
{
    struct walk_state w = {.book = book, .options = options};
    bool mirrored;
    int rc = keyset_add(&w.visited, book_key(book, &options->start, NULL, &mirrored)) < 0
                 ? err_memory(err)
                 : 0;
    if (rc == 0)
        rc = open_level(&w, &options->start, err);
    while (rc == 0 && w.n) {
        struct walk_level *level = w.levels[w.n - 1];
        struct book_step step;
        if (level->next == level->answer.n) {
            w.n--;
            continue;
        }
        rc = take_step(&w, level, &step, err);
        if (rc == 0)
            rc = each(ctx, &step);
    }
    for (unsigned i = 0; i < w.room; i++) {
        book_answer_fini(&w.levels[i]->answer);
        free(w.levels[i]);
    }
    free(w.levels);
    keyset_fini(&w.visited);
    return rc;
}

/* ---- as a game ---- */

/*
 * Where to put the moves of one depth: the node before the next variation, and where the line
 * continues.
 */
struct branch {
    struct node *first;  /* the main move of this position; NULL: none yet */
    struct item **items; /* after it, or after the last variation */
    struct node **next;  /* where the next move of the line goes */
};

struct growing {
    struct game *game;
    struct branch *at; /* by ply; owned */
    unsigned room;
    struct buffer text;
};

static struct item *add_item(struct growing *g, struct item **at, enum item_kind kind)
{
    while (*at)
        at = &(*at)->next;
    return *at = game_new_item(g->game, kind);
}

static int add_comment(struct growing *g, struct node *node, const struct book_step *step)
{
    const struct book_entry *e = step->entry;
    struct buffer *text = &g->text;
    buffer_clear(text);
    if (e->games)
        buffer_printf(text, "%llu game%s: +%u =%u -%u", (unsigned long long)e->games,
                      e->games == 1 ? "" : "s", e->edge.won, e->edge.drawn, e->edge.lost);
    if (e->edge.won + e->edge.drawn + e->edge.lost)
        buffer_printf(text, ", %.0f%%", 100 * e->score.value);
    if (e->known)
        buffer_printf(text, "%svalue %+.2f", text->n ? ", " : "", e->eval.value / 1000.0);
    if (step->repeated)
        buffer_printf(text, "%stransposes", text->n ? ", " : "");
    struct item *item = add_item(g, &node->items, ITEM_COMMENT);
    char *copy = item && !text->failed ? arena_strndup(g->game->arena, text->s, text->n) : NULL;
    if (!copy)
        return -1;
    item->comment = (struct text){copy, text->n};
    return 0;
}

static int make_branch_room(struct growing *g, unsigned ply)
{
    return ARRAY_GROW(g->at, ply + 1, g->room) ? 0 : -1;
}

/* The line that a move begins: the one that goes on, or a variation of the position's main move. */
static struct node **place_of(struct growing *g, struct branch *branch)
{
    if (!branch->first)
        return branch->next;
    struct item *item = add_item(g, &branch->first->items, ITEM_LINE);
    if (!item || !(item->line = game_new_line(g->game)))
        return NULL;
    return &item->line->first;
}

static int grow(void *ctx, const struct book_step *step)
{
    struct growing *g = ctx;
    if (make_branch_room(g, step->ply))
        return -1;
    struct branch *branch = &g->at[step->ply];
    struct node **place = place_of(g, branch), *node = place ? game_new_node(g->game) : NULL;
    if (!node)
        return -1;
    node->kind = NODE_MOVE;
    node->state = NODE_PLAYED;
    node->move = step->entry->mv;
    *place = node;
    if (!branch->first)
        branch->first = node;
    g->at[step->ply + 1] = (struct branch){.next = &node->next};
    return add_comment(g, node, step);
}

int book_tree_game(struct book *book, const struct book_tree_options *options, struct game *game,
                   struct err *err)
{
    struct growing g = {.game = game};
    struct position usual;
    int rc = make_branch_room(&g, 0) ? err_memory(err) : 0;
    position_start(book->settings.rules, &usual);
    game->rules = book->settings.rules;
    game->start = options->start;
    game->start_given = !position_same(&usual, &options->start);
    game->result = RESULT_UNKNOWN;
    if (rc == 0) {
        g.at[0] = (struct branch){.next = &game->line.first};
        rc = book_walk(book, options, grow, &g, err);
        if (rc)
            err_memory(err);
    }
    free(g.at);
    buffer_fini(&g.text);
    return rc;
}
