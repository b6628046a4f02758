// SPDX-License-Identifier: MIT
/*
 * The part of the book that is already expanded is kept in memory as a graph, in which Dijkstra's
 * algorithm finds the next leaf from the root. Leaves are taken in batches that grow with the
 * graph, so that this takes little time compared with the searches; the size of a batch does not
 * depend on the number of threads, and neither does the resulting book.
 */
#include "core/study/expand.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/hashtable.h"
#include "core/board/ending.h"
#include "core/board/score.h"
#include "core/book/probe.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NONE UINT32_MAX

enum {
    BATCH_MIN = 8,
    BATCH_SHARE = 400,
    SWEEPS_MAX = 100,
    NODES_A_LOOK = 1024, /* nodes read between two checks whether to stop */
    LOOK_US = 100000,    /* time between them while waiting to write */
    PAUSE_MAX_US = 1000000,
};

struct graph_node {
    uint64_t key;
    struct position pos;
    int value;      /* for the side to move */
    unsigned plies; /* from the root, along the cheapest path */
    double cost;
    uint32_t first, n; /* its moves: n of the graph's links, from `first` on; 0: not expanded */
    bool expanded, settled, tried;
};

struct graph {
    struct graph_node *nodes; /* owned */
    uint32_t n, room;
    uint32_t *links; /* nodes that moves lead to; owned */
    uint32_t n_links, links_room;
    struct hashtable by_key;
    uint32_t *heap; /* of nodes by cost; owned */
    uint32_t n_heap, heap_room;
};

struct run {
    struct book *book;
    const struct expand *expand;
    struct search_pool *pool;
    struct graph graph;
    struct book_answer answer;
    struct book_run journal;
    struct expand_result *result;
    bool outdated; /* another process has changed the book: the graph must be read again */
    int64_t change_began, change_ended; /* of the last change by this process, µs */
    char date[11];
};

/* A leaf of a batch: the positions after its moves are the n tasks from `first` on. */
struct leaf {
    uint32_t node;
    unsigned first, n;
    bool in_book;
};

struct batch {
    struct leaf *leaves; /* owned */
    unsigned n, room;
    unsigned n_written;        /* leaves written so far, in order */
    struct search_task *tasks; /* owned */
    unsigned n_tasks, tasks_room;
};

/* ---- the graph ---- */

static void free_graph(struct graph *g)
{
    free(g->nodes);
    free(g->links);
    hashtable_fini(&g->by_key);
    free(g->heap);
}

/* Finds or adds a node. @return its index; NONE when out of memory */
static uint32_t node_of(struct graph *g, uint64_t key, const struct position *pos, int value)
{
    HASHTABLE_EACH (&g->by_key, key, i)
        if (g->nodes[i].key == key)
            return (uint32_t)i;
    if (!ARRAY_GROW(g->nodes, g->n, g->room) || hashtable_add(&g->by_key, key, g->n))
        return NONE;
    g->nodes[g->n] = (struct graph_node){.key = key, .pos = *pos, .value = value};
    return g->n++;
}

/* Links a node that is expanded in the book to the nodes that its moves lead to. */
static int link_node(struct run *r, uint32_t at, struct err *err)
{
    static const struct book_weighing plain = {0};
    struct graph *g = &r->graph;
    const struct rules *rules = book_settings(r->book)->rules;
    struct position pos = g->nodes[at].pos;
    if (book_probe(r->book, &pos, &plain, false, &r->answer, err) < 0)
        return -1;
    if (!r->answer.has_eval || !r->answer.eval.expanded)
        return 0;
    uint32_t first = g->n_links;
    for (unsigned i = 0; i < r->answer.n; i++) {
        const struct book_entry *e = &r->answer.at[i];
        struct position next = pos;
        if (!e->known)
            continue;
        move_play(rules, &next, &e->mv);
        uint32_t child = node_of(g, e->edge.next, &next, -e->eval.value);
        if (child == NONE || !ARRAY_GROW(g->links, g->n_links, g->links_room))
            return err_memory(err);
        g->links[g->n_links++] = child;
    }
    struct graph_node *node = &g->nodes[at];
    node->first = first;
    node->n = g->n_links - first;
    node->expanded = true;
    node->value = r->answer.eval.value;
    return 0;
}

static bool is_stopped(const struct run *r)
{
    const struct search_pool_options *s = &r->expand->search;
    return s->stopped && s->stopped(s->ctx);
}

/* @return 0, 1 stopped, -1 with `err` */
static int load(struct run *r, struct err *err)
{
    bool mirrored;
    uint64_t key = book_key(r->book, &r->expand->root, NULL, &mirrored);
    if (node_of(&r->graph, key, &r->expand->root, 0) == NONE)
        return err_memory(err);
    for (uint32_t i = 0; i < r->graph.n; i++) { /* grows meanwhile */
        if (i % NODES_A_LOOK == 0 && is_stopped(r))
            return 1;
        if (link_node(r, i, err))
            return -1;
    }
    return 0;
}

/* Reads the book again, after another process has changed it. @return as load */
static int load_again(struct run *r, struct err *err)
{
    free_graph(&r->graph);
    r->graph = (struct graph){0};
    r->outdated = false;
    return load(r, err);
}

/*
 * Backs values up from the leaves. Nodes that were added later mostly lie deeper, so going
 * backwards, one sweep is nearly enough.
 */
static void back_up(struct graph *g)
{
    bool changed = true;
    for (unsigned sweep = 0; changed && sweep < SWEEPS_MAX; sweep++) {
        changed = false;
        for (uint32_t i = g->n; i-- > 0;) {
            struct graph_node *node = &g->nodes[i];
            int best = -SCORE_WON;
            for (uint32_t k = 0; k < node->n; k++) {
                int worth = score_before(g->nodes[g->links[node->first + k]].value);
                best = worth > best ? worth : best;
            }
            if (node->n && best != node->value) {
                node->value = best;
                changed = true;
            }
        }
    }
}

/* ---- which leaf is next ---- */

static int push(struct graph *g, uint32_t node)
{
    if (!ARRAY_GROW(g->heap, g->n_heap, g->heap_room))
        return -1;
    uint32_t *heap = g->heap, i = g->n_heap++;
    for (; i && g->nodes[heap[(i - 1) / 2]].cost > g->nodes[node].cost; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = node;
    return 0;
}

static uint32_t pop(struct graph *g)
{
    uint32_t top = g->heap[0], last = g->heap[--g->n_heap], i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= g->n_heap)
            break;
        if (child + 1 < g->n_heap
            && g->nodes[g->heap[child + 1]].cost < g->nodes[g->heap[child]].cost)
            child++;
        if (g->nodes[g->heap[child]].cost >= g->nodes[last].cost)
            break;
        g->heap[i] = g->heap[child];
        i = child;
    }
    g->heap[i] = last;
    return top;
}

/*
 * Sets the costs of a node's children. A node may be in the heap several times: its cheapest entry
 * comes first.
 */
static int reach_children(struct run *r, uint32_t at)
{
    struct graph *g = &r->graph;
    const struct graph_node *node = &g->nodes[at];
    for (uint32_t k = 0; k < node->n; k++) {
        uint32_t to = g->links[node->first + k];
        struct graph_node *child = &g->nodes[to];
        int worth = score_before(child->value);
        if (worth <= -SCORE_FORCED_WIN && node->value > -SCORE_FORCED_WIN)
            continue; /* a book need not go on after a losing move */
        double men = score_in_men(node->value - worth);
        double cost = node->cost + 1 + r->expand->per_man[node->pos.turn] * men;
        if (child->settled || cost >= child->cost)
            continue;
        child->cost = cost;
        child->plies = node->plies + 1;
        if (push(g, to))
            return -1;
    }
    return 0;
}

static bool may_expand(const struct run *r, const struct graph_node *node, bool is_root)
{
    return !node->expanded && !node->tried && (is_root || abs(node->value) < SCORE_FORCED_WIN)
           && (!r->expand->plies_max || node->plies < r->expand->plies_max);
}

static int add_leaf(struct batch *batch, uint32_t node)
{
    if (!ARRAY_GROW(batch->leaves, batch->n, batch->room))
        return -1;
    batch->leaves[batch->n++] = (struct leaf){.node = node};
    return 0;
}

/* Chooses the cheapest leaves: `wanted` of them, or as many as there are. */
static int choose_leaves(struct run *r, struct batch *batch, unsigned wanted, struct err *err)
{
    struct graph *g = &r->graph;
    back_up(g);
    for (uint32_t i = 0; i < g->n; i++) {
        g->nodes[i].cost = HUGE_VAL;
        g->nodes[i].settled = false;
    }
    g->n_heap = 0;
    g->nodes[0].cost = 0;
    g->nodes[0].plies = 0;
    if (push(g, 0))
        return err_memory(err);
    while (g->n_heap && batch->n < wanted) {
        uint32_t at = pop(g);
        struct graph_node *node = &g->nodes[at];
        if (node->settled)
            continue;
        node->settled = true;
        if (may_expand(r, node, at == 0) && add_leaf(batch, at))
            return err_memory(err);
        if (node->expanded && reach_children(r, at))
            return err_memory(err);
    }
    return 0;
}

/* ---- expanding ---- */

static int add_task(struct run *r, struct batch *batch, const struct position *pos, struct err *err)
{
    struct book_eval eval;
    int rc = book_get_eval(r->book, pos, &eval, err);
    if (rc)
        return rc < 0 ? -1 : 0; /* it has been searched already */
    if (!ARRAY_GROW(batch->tasks, batch->n_tasks, batch->tasks_room))
        return err_memory(err);
    batch->tasks[batch->n_tasks++] = (struct search_task){.pos = *pos};
    return 0;
}

static int add_tasks(struct run *r, struct batch *batch, struct leaf *leaf, struct err *err)
{
    const struct rules *rules = book_settings(r->book)->rules;
    const struct position *pos = &r->graph.nodes[leaf->node].pos;
    struct moves list;
    int rc = 0;
    moves_init(&list);
    leaf->first = batch->n_tasks;
    if (moves_generate(rules, pos, &list))
        rc = err_memory(err);
    for (unsigned i = 0; rc == 0 && i < list.n; i++) {
        struct position next = *pos;
        move_play(rules, &next, &list.at[i]);
        rc = add_task(r, batch, &next, err);
    }
    leaf->n = batch->n_tasks - leaf->first;
    moves_fini(&list);
    return rc;
}

static int note_task(struct run *r, const struct search_task *task, struct err *err)
{
    struct book_eval eval = {.has_score = true,
                             .score = task->score,
                             .value = task->score,
                             .depth = task->depth,
                             .nodes = (int64_t)task->nodes};
    snprintf(eval.engine, sizeof eval.engine, "%s", r->expand->engine);
    snprintf(eval.date, sizeof eval.date, "%s", r->date);
    return book_put_eval(r->book, &task->pos, &eval, err);
}

/*
 * For how many µs to pause before writing. With cheap searches and a slow disk, one change would
 * follow the other, and nobody else could read or change the book: others get half of the time.
 */
static int64_t pause_left(const struct run *r)
{
    int64_t took = r->change_ended - r->change_began;
    return r->change_ended + (took < PAUSE_MAX_US ? took : PAUSE_MAX_US) - clock_us();
}

/*
 * Begins to write; if another process is changing the book, waits, perhaps for long.
 * @return 0, 1 stopped, -1 with `err`
 */
static int begin_change(struct run *r, struct err *err)
{
    bool changed = false;
    for (int64_t left; (left = pause_left(r)) > 0 && !is_stopped(r);)
        clock_sleep(left < LOOK_US ? left : LOOK_US);
    int rc = book_change(r->book, &changed, err);
    while (rc > 0 && !is_stopped(r))
        rc = book_change(r->book, &changed, err);
    r->outdated |= changed;
    r->change_began = clock_us();
    return rc;
}

/* Whether a position was searched for this leaf, or earlier. @return 1, 0, -1 with `err` */
static int is_evaluated(struct run *r, const struct batch *batch, const struct leaf *leaf,
                        const struct position *pos, struct err *err)
{
    struct book_eval eval;
    for (unsigned i = 0; i < leaf->n; i++)
        if (position_same(&batch->tasks[leaf->first + i].pos, pos))
            return 1;
    return book_get_eval(r->book, pos, &eval, err);
}

/*
 * Whether a leaf can still be written: others may have removed parts.
 * @return 1, 0, -1 with `err`
 */
static int is_whole(struct run *r, const struct batch *batch, const struct leaf *leaf,
                    struct err *err)
{
    const struct rules *rules = book_settings(r->book)->rules;
    const struct position *pos = &r->graph.nodes[leaf->node].pos;
    struct moves list;
    int rc = book_has(r->book, pos, err);
    moves_init(&list);
    if (rc > 0 && moves_generate(rules, pos, &list))
        rc = err_memory(err);
    for (unsigned i = 0; rc > 0 && i < list.n; i++) {
        struct position next = *pos;
        move_play(rules, &next, &list.at[i]);
        rc = is_evaluated(r, batch, leaf, &next, err);
    }
    moves_fini(&list);
    return rc;
}

/* Puts one leaf into the book. @return 1; 0: others have removed it there; -1 with `err` */
static int put_leaf(struct run *r, const struct batch *batch, const struct leaf *leaf,
                    struct err *err)
{
    int rc = r->outdated ? is_whole(r, batch, leaf, err) : 1;
    if (rc <= 0)
        return rc;
    for (unsigned i = 0; i < leaf->n; i++) {
        if (note_task(r, &batch->tasks[leaf->first + i], err))
            return -1;
    }
    r->journal.expanded++;
    r->journal.evaluated += leaf->n;
    return book_expand(r->book, &r->graph.nodes[leaf->node].pos, err) ? -1 : 1;
}

/* Writes those of the first `end` leaves that are not in the book yet. @return as begin_change */
static int write_leaves(struct run *r, struct batch *batch, unsigned end, struct err *err)
{
    const unsigned begin = batch->n_written;
    int rc = begin == end ? 0 : begin_change(r, err);
    if (begin == end || rc)
        return rc;
    for (unsigned i = begin; i < end; i++) {
        if ((rc = put_leaf(r, batch, &batch->leaves[i], err)) < 0)
            return -1;
        batch->leaves[i].in_book = rc > 0;
    }
    if (book_put_run(r->book, &r->journal, err) || book_finish(r->book, err))
        return -1;
    r->change_ended = clock_us();
    batch->n_written = end;
    for (unsigned i = begin; i < end; i++) {
        const struct leaf *leaf = &batch->leaves[i];
        if (!leaf->in_book)
            continue;
        r->result->expanded++;
        r->result->evaluated += leaf->n;
        r->graph.nodes[leaf->node].tried = true;
        if (link_node(r, leaf->node, err))
            return -1;
    }
    return 0;
}

static bool is_enough(const struct run *r)
{
    const struct expand *e = r->expand;
    return e->positions_max && r->result->expanded >= e->positions_max;
}

static int run_batch(struct run *r, struct batch *batch, struct err *err)
{
    for (unsigned i = 0; i < batch->n; i++) {
        if (add_tasks(r, batch, &batch->leaves[i], err))
            return -1;
    }
    search_pool_begin(r->pool, batch->tasks, batch->n_tasks);
    for (unsigned i = 0; i < batch->n; i++) {
        const struct leaf *leaf = &batch->leaves[i];
        int searched = search_pool_wait(r->pool, leaf->first + leaf->n, err);
        unsigned end = searched == 0 ? i + 1 : i;
        if (searched == 0 && end < batch->n && pause_left(r) > 0 && !is_stopped(r))
            continue;
        int rc = write_leaves(r, batch, end, searched < 0 ? NULL : err);
        if (searched || rc)
            return searched < 0 || rc < 0 ? -1 : 1;
        if (r->expand->progress)
            r->expand->progress(r->expand->search.ctx, r->result->expanded, r->result->evaluated);
        if (is_stopped(r))
            return 1;
    }
    return 0;
}

/*
 * Chooses the positions to be expanded before all others. Those that are expanded already, or in
 * which the game is over, are skipped.
 */
static int choose_first(struct run *r, struct batch *batch, struct err *err)
{
    const struct expand *e = r->expand;
    const struct rules *rules = book_settings(r->book)->rules;
    const uint64_t most = e->positions_max ? e->positions_max - r->result->expanded : UINT64_MAX;
    for (unsigned i = 0; i < e->n_first && batch->n < most; i++) {
        bool mirrored;
        uint64_t key = book_key(r->book, &e->first[i], NULL, &mirrored);
        uint32_t at = node_of(&r->graph, key, &e->first[i], 0);
        if (at == NONE)
            return err_memory(err);
        if (!r->graph.nodes[at].expanded && link_node(r, at, err))
            return -1;
        bool over = ending_at(rules, &e->first[i]) != ENDING_NONE;
        if (!r->graph.nodes[at].expanded && !over && add_leaf(batch, at))
            return err_memory(err);
    }
    return 0;
}

static int expand_batches(struct run *r, struct err *err)
{
    const struct expand *e = r->expand;
    bool first = e->n_first > 0 || e->first_only;
    int rc = 0;
    while (rc == 0 && !is_enough(r)) {
        struct batch batch = {0};
        uint64_t wanted = BATCH_MIN + r->result->expanded / BATCH_SHARE;
        if (e->positions_max && wanted > e->positions_max - r->result->expanded)
            wanted = e->positions_max - r->result->expanded;
        rc = first ? choose_first(r, &batch, err) : choose_leaves(r, &batch, (unsigned)wanted, err);
        r->result->complete = rc == 0 && !first && batch.n == 0;
        if (rc == 0 && batch.n)
            rc = run_batch(r, &batch, err);
        search_pool_end(r->pool); /* if the batch ended early, threads are still working on it */
        free(batch.leaves);
        free(batch.tasks);
        if (rc == 0 && r->outdated) {
            rc = load_again(r, err);
            continue;
        }
        if (r->result->complete || (first && e->first_only))
            break;
        first = false;
    }
    return rc;
}

int expand_run(struct book *book, const struct expand *expand, struct expand_result *result,
               struct err *err)
{
    struct run r = {.book = book,
                    .expand = expand,
                    .journal = {.engine = expand->engine, .limits = expand->limits},
                    .result = result};
    struct tm utc;
    *result = (struct expand_result){0};
    if (clock_utc(clock_unix_ms(), &utc))
        strftime(r.date, sizeof r.date, "%Y-%m-%d", &utc);
    int rc = search_pool_open(&expand->search, &r.pool, err);
    if (rc == 0 && (book_put_run(book, &r.journal, err) || book_finish(book, err)))
        rc = -1;
    if (rc == 0)
        rc = load(&r, err);
    if (rc == 0)
        rc = expand_batches(&r, err);
    search_pool_close(r.pool);
    book_answer_fini(&r.answer);
    free_graph(&r.graph);
    return rc;
}
