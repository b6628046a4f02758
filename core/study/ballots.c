// SPDX-License-Identifier: MIT
/*
 * All candidates are gathered first, each position once. Then they are judged in an order that the
 * seed decides, until as many are balanced as are wanted.
 */
#include "core/study/ballots.h"

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/base/random.h"
#include "core/book/probe.h"
#include "core/book/tree.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 64 };

struct candidates {
    struct judged_ballot *at; /* owned */
    uint32_t n, room;
    struct arena moves; /* those of all candidates: there may be millions, of few plies each */
    struct hashtable by_key;
    const struct rules *rules;
};

struct finding_ballots {
    const struct ballots *ballots;
    struct candidates list;
    struct move way[BALLOT_PLIES_MAX]; /* to the current position of the walk through the book */
    struct err *err;
};

/* ---- candidates ---- */

/*
 * Adds a candidate, unless its position is there already: the first way found counts.
 * @param ballot its moves are copied
 */
static int add(struct candidates *list, const struct judged_ballot *ballot)
{
    uint64_t key = position_key(list->rules, &ballot->pos);
    HASHTABLE_EACH (&list->by_key, key, i)
        if (position_same(&list->at[i].pos, &ballot->pos))
            return 0;
    struct move *moves = arena_alloc(&list->moves, ballot->plies * sizeof *moves);
    if (!moves || !ARRAY_GROW(list->at, list->n, list->room)
        || hashtable_add(&list->by_key, key, list->n))
        return -1;
    if (ballot->plies)
        memcpy(moves, ballot->moves, ballot->plies * sizeof *moves);
    list->at[list->n] = *ballot;
    list->at[list->n++].moves = moves;
    return 0;
}

/* Adds the positions after all moves of all candidates of the previous ply. */
static int deal_ply(const struct candidates *from, struct candidates *to)
{
    struct move moves[BALLOT_PLIES_MAX];
    struct moves list;
    int rc = 0;
    moves_init(&list);
    for (uint32_t i = 0; rc == 0 && i < from->n; i++) {
        rc = moves_generate(from->rules, &from->at[i].pos, &list);
        for (unsigned k = 0; rc == 0 && k < list.n; k++) {
            struct judged_ballot next = from->at[i];
            if (next.plies)
                memcpy(moves, next.moves, next.plies * sizeof *moves);
            moves[next.plies++] = list.at[k];
            next.moves = moves;
            move_play(from->rules, &next.pos, &list.at[k]);
            rc = add(to, &next);
        }
    }
    moves_fini(&list);
    return rc;
}

static void free_candidates(struct candidates *list)
{
    free(list->at);
    arena_fini(&list->moves);
    hashtable_fini(&list->by_key);
}

static int deal(struct finding_ballots *f, const struct rules *rules)
{
    struct judged_ballot start = {.plies = 0};
    position_start(rules, &start.pos);
    f->list.rules = rules;
    int rc = add(&f->list, &start);
    for (unsigned ply = 0; rc == 0 && ply < f->ballots->plies; ply++) {
        struct candidates next = {.rules = rules};
        rc = deal_ply(&f->list, &next);
        free_candidates(&f->list);
        f->list = next;
    }
    return rc;
}

static int take_step(void *ctx, const struct book_step *step)
{
    struct finding_ballots *f = ctx;
    f->way[step->ply] = step->entry->mv;
    if (step->ply + 1 != f->ballots->plies)
        return 0;
    struct judged_ballot ballot = {.pos = *step->pos, .moves = f->way, .plies = step->ply + 1};
    move_play(f->list.rules, &ballot.pos, &step->entry->mv);
    return add(&f->list, &ballot) ? err_memory(f->err) : 0;
}

/* Counts games on all ways to a position, not only on the one by which it was found. */
static int count_games(struct book *book, struct judged_ballot *ballot, struct err *err)
{
    struct book_parent *ways;
    unsigned n;
    if (book_parents(book, &ballot->pos, &ways, &n, err))
        return -1;
    for (unsigned i = 0; i < n; i++) {
        const struct book_edge *edge = &ways[i].edge;
        uint64_t known = (uint64_t)edge->won + edge->drawn + edge->lost;
        ballot->games += known + edge->unknown;
        ballot->known += known;
        ballot->drawn += edge->drawn;
    }
    free(ways);
    return 0;
}

static int from_book(struct finding_ballots *f)
{
    struct book_tree_options tree = {.plies = f->ballots->plies,
                                     .min_games = f->ballots->min_games};
    f->list.rules = book_settings(f->ballots->book)->rules;
    position_start(f->list.rules, &tree.start);
    int rc = book_walk(f->ballots->book, &tree, take_step, f, f->err);
    for (uint32_t i = 0; rc == 0 && i < f->list.n; i++)
        rc = count_games(f->ballots->book, &f->list.at[i], f->err);
    return rc;
}

/* ---- judging ---- */

/* Judges some candidates of the order, in parallel. @return 0, 1 stopped, -1 with `err` */
static int judge(struct finding_ballots *f, struct search_pool *pool, const uint32_t *order,
                 unsigned n, struct err *err)
{
    struct search_task tasks[BATCH];
    for (unsigned i = 0; i < n; i++)
        tasks[i] = (struct search_task){.pos = f->list.at[order[i]].pos};
    search_pool_begin(pool, tasks, n);
    int rc = search_pool_wait(pool, n, err);
    for (unsigned i = 0; rc == 0 && i < n; i++) {
        struct judged_ballot *ballot = &f->list.at[order[i]];
        ballot->score = ballot->pos.turn == WHITE ? tasks[i].score : -tasks[i].score;
        ballot->depth = tasks[i].depth;
    }
    return rc;
}

static void shuffle(uint32_t *order, uint32_t n, uint64_t seed)
{
    struct random random;
    random_seed(&random, seed);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t k = random_below(&random, i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
}

static int by_number(const void *a, const void *b)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

/*
 * Judges candidates until enough are balanced.
 * @param order rearranged: the balanced ones come first
 * @param found set to their number
 */
static int choose(struct finding_ballots *f, uint32_t *order, uint32_t *found, struct err *err)
{
    const struct ballots *b = f->ballots;
    struct search_pool *pool;
    uint32_t wanted = b->count ? b->count : f->list.n;
    int rc = search_pool_open(&b->search, &pool, err);
    *found = 0;
    if (rc)
        return rc;
    for (uint32_t at = 0; rc == 0 && at < f->list.n && *found < wanted;) {
        unsigned n = f->list.n - at < BATCH ? f->list.n - at : BATCH;
        rc = judge(f, pool, order + at, n, err);
        for (unsigned i = 0; rc == 0 && i < n && *found < wanted; i++) {
            uint32_t which = order[at + i];
            if (abs(f->list.at[which].score) <= b->balance)
                order[(*found)++] = which;
        }
        at += n;
        if (b->progress)
            b->progress(b->search.ctx, at);
    }
    search_pool_close(pool);
    return rc;
}

int ballots_find(const struct ballots *ballots,
                 int (*each)(void *ctx, const struct judged_ballot *ballot), void *ctx,
                 struct err *err)
{
    struct finding_ballots f = {.ballots = ballots, .err = err};
    uint32_t *order = NULL, found = 0;
    int rc = ballots->book ? from_book(&f) : deal(&f, ballots->search.rules) ? err_memory(err) : 0;
    if (rc == 0 && !(order = calloc(f.list.n + 1, sizeof *order)))
        rc = err_memory(err);
    if (rc == 0) {
        shuffle(order, f.list.n, ballots->seed);
        rc = choose(&f, order, &found, err);
    }
    if (rc == 0)
        qsort(order, found, sizeof *order, by_number);
    for (uint32_t i = 0; rc == 0 && i < found; i++)
        rc = each(ctx, &f.list.at[order[i]]);
    free(order);
    free_candidates(&f.list);
    return rc;
}
