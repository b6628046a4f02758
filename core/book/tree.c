// SPDX-License-Identifier: MIT
/*
 * The walk is depth-first, with a stack of levels: a level has the moves of one position, sorted
 * and reduced to those wanted. If the depth is limited, a position first met near the last ply
 * would lose its continuation, although a shorter path may lead there too: so the lengths of the
 * shortest paths are found first, ply by ply, and a position is expanded only at the end of such a
 * path.
 *
 * A game is built during the same walk. For each ply, the place of the next move is remembered: the
 * first move of a position continues the line, every other one begins a variation of the first.
 */
#include "core/book/tree.h"

#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/hashtable.h"
#include "core/base/keyset.h"
#include "core/board/score.h"
#include "core/book/book-internal.h"

#include <limits.h>
#include <stdlib.h>

/*
 * A position whose moves are being visited. Levels are kept in an array that grows: no recursion.
 */
struct walk_level {
    struct position pos;
    struct book_answer answer;
    unsigned next; /* index of the next move to visit */
};

/* A position before the last ply, and the fewest plies that lead to it. */
struct reached {
    struct position pos;
    uint64_t key;
    unsigned plies;
};

struct visitor {
    int (*each)(void *ctx, const struct book_step *step);
    void *ctx;
};

struct walk_state {
    struct book *book;
    const struct book_tree_options *options;
    struct walk_level **levels; /* owned, n_made of them: n in use, the others for reuse */
    unsigned n, n_made, room;
    bool detached; /* walking from the roots now */
    struct keyset visited;
    struct reached *reached; /* with a limit of plies; owned, in the order of their plies */
    size_t n_reached, room_reached;
    struct hashtable by_key; /* finds `reached` */
};

/* ---- levels ---- */

static int by_games(const void *a, const void *b)
{
    const struct book_entry *p = a, *q = b;
    if (p->games != q->games)
        return p->games > q->games ? -1 : 1;
    int value_p = p->known ? p->eval.value : -2 * SCORE_FORCED_WIN,
        value_q = q->known ? q->eval.value : -2 * SCORE_FORCED_WIN;
    if (value_p != value_q)
        return value_p > value_q ? -1 : 1;
    return p->edge.move < q->edge.move ? -1 : p->edge.move > q->edge.move;
}

static struct walk_level *add_level(struct walk_state *w)
{
    if (w->n == w->n_made) {
        if (!ARRAY_GROW(w->levels, w->n_made, w->room)
            || !(w->levels[w->n_made] = calloc(1, sizeof(struct walk_level))))
            return NULL;
        w->n_made++;
    }
    return w->levels[w->n++];
}

/* Finds the wanted moves of a position, the most played first. */
static int find_moves(const struct walk_state *w, const struct position *pos,
                      struct book_answer *answer, struct err *err)
{
    static const struct book_weighing plain = {0};
    const struct book_tree_options *o = w->options;
    if (book_probe(w->book, pos, &plain, false, answer, err) < 0)
        return -1;
    unsigned n = 0;
    for (unsigned i = 0; i < answer->n; i++) {
        if (answer->at[i].games >= o->min_games)
            answer->at[n++] = answer->at[i];
    }
    if (n)
        qsort(answer->at, n, sizeof *answer->at, by_games);
    answer->n = o->moves_max && n > o->moves_max ? o->moves_max : n;
    return 0;
}

static int open_level(struct walk_state *w, const struct position *pos, struct err *err)
{
    struct walk_level *level = add_level(w);
    if (!level)
        return err_memory(err);
    level->pos = *pos;
    level->next = 0;
    return find_moves(w, pos, &level->answer, err);
}

/* ---- shortest paths ---- */

/* @return the position's shortest path; NULL: no path to it is shorter than the limit */
static const struct reached *find_reached(const struct walk_state *w, uint64_t key)
{
    HASHTABLE_EACH (&w->by_key, key, i)
        if (w->reached[i].key == key)
            return &w->reached[i];
    return NULL;
}

static int add_reached(struct walk_state *w, const struct position *pos, uint64_t key,
                       unsigned plies)
{
    if (find_reached(w, key))
        return 0;
    if (!ARRAY_GROW(w->reached, w->n_reached, w->room_reached)
        || hashtable_add(&w->by_key, key, w->n_reached))
        return -1;
    w->reached[w->n_reached++] = (struct reached){.pos = *pos, .key = key, .plies = plies};
    return 0;
}

/* Follows the moves of reached[at], which must be at least two plies above the limit. */
static int reach_next(struct walk_state *w, size_t at, struct book_answer *answer, struct err *err)
{
    const struct reached from = w->reached[at];
    if (find_moves(w, &from.pos, answer, err))
        return -1;
    for (unsigned i = 0; i < answer->n; i++) {
        const struct book_entry *e = &answer->at[i];
        struct position next = from.pos;
        move_play(w->book->settings.rules, &next, &e->mv);
        if (add_reached(w, &next, e->edge.next, from.plies + 1))
            return err_memory(err);
    }
    return 0;
}

static int find_shortest_ways(struct walk_state *w, struct err *err)
{
    struct book_answer answer = {0};
    bool mirrored;
    const unsigned limit = w->options->plies ? w->options->plies : UINT_MAX;
    const uint64_t start = book_key(w->book, &w->options->start, NULL, &mirrored);
    int rc = add_reached(w, &w->options->start, start, 0) ? err_memory(err) : 0;
    for (size_t i = 0; rc == 0 && i < w->n_reached && w->reached[i].plies + 1 < limit; i++)
        rc = reach_next(w, i, &answer, err);
    book_answer_fini(&answer);
    return rc;
}

/* ---- walking ---- */

/*
 * Whether to expand a position here, `plies` from the start.
 * @return 1; 0: it belongs elsewhere, or was visited; -1: out of memory
 */
static int visit(struct walk_state *w, uint64_t key, unsigned plies)
{
    const struct reached *shortest = find_reached(w, key);
    return shortest && shortest->plies < plies ? 0 : keyset_add(&w->visited, key);
}

static int take_step(struct walk_state *w, struct walk_level *level, struct book_step *step,
                     struct err *err)
{
    struct position next = level->pos;
    const struct book_entry *e = &level->answer.at[level->next];
    *step = (struct book_step){.pos = &level->pos,
                               .entry = e,
                               .ply = w->n - 1,
                               .rank = level->next,
                               .detached = w->detached};
    level->next++;
    move_play(w->book->settings.rules, &next, &e->mv);
    int is_new = visit(w, e->edge.next, w->n);
    if (is_new < 0)
        return err_memory(err);
    step->repeated = !is_new;
    if (!is_new || (w->options->plies && w->n >= w->options->plies))
        return 0;
    return open_level(w, &next, err);
}

/* Visits everything after a position, unless that was done before. */
static int walk_from(struct walk_state *w, const struct position *pos, const struct visitor *v,
                     struct err *err)
{
    bool mirrored;
    int is_new = keyset_add(&w->visited, book_key(w->book, pos, NULL, &mirrored));
    int rc = is_new < 0 ? err_memory(err) : is_new ? open_level(w, pos, err) : 0;
    while (rc == 0 && w->n) {
        struct walk_level *level = w->levels[w->n - 1];
        struct book_step step;
        if (level->next == level->answer.n) {
            w->n--;
            continue;
        }
        rc = take_step(w, level, &step, err);
        if (rc == 0)
            rc = v->each(v->ctx, &step);
    }
    return rc;
}

static int walk_roots(struct walk_state *w, const struct visitor *v, struct err *err)
{
    const struct book_roots *roots = w->options->roots;
    int rc = 0;
    w->detached = true;
    for (size_t i = 0; rc == 0 && roots && i < roots->n; i++)
        rc = walk_from(w, &roots->at[i], v, err);
    return rc;
}

int book_walk(struct book *book, const struct book_tree_options *options,
              int (*each)(void *ctx, const struct book_step *step), void *ctx, struct err *err)
{
    struct walk_state w = {.book = book, .options = options};
    const struct visitor v = {.each = each, .ctx = ctx};
    int rc = options->plies || options->shortest ? find_shortest_ways(&w, err) : 0;
    if (rc == 0)
        rc = walk_from(&w, &options->start, &v, err);
    if (rc == 0)
        rc = walk_roots(&w, &v, err);
    for (unsigned i = 0; i < w.n_made; i++) {
        book_answer_fini(&w.levels[i]->answer);
        free(w.levels[i]);
    }
    free(w.levels);
    free(w.reached);
    hashtable_fini(&w.by_key);
    keyset_fini(&w.visited);
    return rc;
}

/* ---- as a game ---- */

/*
 * Where to put the moves of one ply: the node that gets the next variation, and where the line
 * continues.
 */
struct branch {
    struct node *first; /* the main move of this position; NULL: none yet */
    struct node **next; /* where the next move of the line goes */
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
        buffer_printf(text, "%svalue %+.2f", text->n ? ", " : "", score_in_men(e->eval.value));
    if (step->repeated)
        buffer_printf(text, "%stransposes", text->n ? ", " : "");
    struct item *item = add_item(g, &node->items, ITEM_COMMENT);
    if (!item || text->failed)
        return -1;
    item->comment = arena_text(g->game->arena, buffer_text(text));
    return item->comment.s ? 0 : -1;
}

static int make_branch_room(struct growing *g, unsigned ply)
{
    return ARRAY_GROW(g->at, ply + 1, g->room) ? 0 : -1;
}

/*
 * The place for a move: where the line continues, or a new variation of the position's main move.
 */
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
        if (rc && game->exceeded)
            err_set(err, book_place(book),
                    "too large for one game: more than %d moves and comments", GAME_PARTS_MAX);
        else if (rc)
            err_memory(err);
    }
    free(g.at);
    buffer_fini(&g.text);
    return rc;
}
