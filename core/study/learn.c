// SPDX-License-Identifier: MIT
/*
 * Both uses read the same matches: one loop goes through the results and hands each game that
 * counts to a function. Positions in which games left the book are noted as they come, and equal
 * ones are merged by sorting at the end.
 */
#include "core/study/learn.h"

#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/store/results.h"

#include <stdlib.h>
#include <string.h>

/* A game of a match on its way to whoever counts it. */
struct reading {
    struct results *results;
    const char *path;
    const struct rules *rules; /* wanted */
    const struct results_match *plan;
    int64_t *matches; /* ids; owned */
    unsigned n_matches, room_matches;
    int (*game)(void *ctx, const struct reading *reading, const struct position *start,
                const struct results_game *game, struct err *err);
    void *ctx;
    struct err *err;
};

static struct src_pos place(const struct reading *r) { return (struct src_pos){.file = r->path}; }

static int note_match(void *ctx, const struct results_name *name)
{
    struct reading *r = ctx;
    if (!ARRAY_GROW(r->matches, r->n_matches, r->room_matches))
        return err_memory(r->err);
    r->matches[r->n_matches++] = name->id;
    return 0;
}

static const struct results_pair *pair_of(const struct results_match *plan, unsigned number)
{
    for (unsigned i = 0; i < plan->n_pairs; i++) {
        unsigned at = (number - 1 + i) % plan->n_pairs; /* nearly always in its place */
        if (plan->pairs[at].number == number)
            return &plan->pairs[at];
    }
    return NULL;
}

static int take_game(void *ctx, int64_t number, const struct results_game *game)
{
    struct reading *r = ctx;
    struct position start;
    const struct results_pair *pair = pair_of(r->plan, game->pair);
    if (!game->counts)
        return 0;
    if (!pair)
        return err_set(r->err, place(r), "damaged: game %lld has no pair", (long long)number);
    position_start(r->rules, &start);
    if (pair->fen && fen_read(r->rules, text_of(pair->fen), place(r), &start, NULL, r->err))
        return -1;
    return r->game(r->ctx, r, &start, game, r->err);
}

static int read_match(struct reading *r, int64_t id, struct err *err)
{
    struct arena arena = {0};
    struct results_match plan;
    const struct rules *rules = NULL;
    int rc = results_match_load(r->results, id, &arena, &plan, err);
    if (rc == 0 && rules_find(text_of(plan.variant), &rules, NULL) == 0 && rules == r->rules) {
        r->plan = &plan;
        rc = results_each(r->results, id, take_game, r, err);
        r->plan = NULL;
    }
    arena_fini(&arena);
    return rc;
}

static int read_results(struct reading *r, struct err *err)
{
    r->err = err;
    if (results_open(r->path, RESULTS_READ, &r->results, err))
        return -1;
    int rc = results_names(r->results, RESULTS_MATCHES, note_match, r, err);
    for (unsigned i = 0; rc == 0 && i < r->n_matches; i++)
        rc = read_match(r, r->matches[i], err);
    free(r->matches);
    results_close(r->results);
    return rc;
}

/* ---- where games left the book ---- */

struct exits {
    struct book *book;
    const struct learning *learning;
    struct learned_list *list;
    bool known; /* the player was met */
};

/* @param first of the list's positions that are of this game: a repetition counts once */
static int add_learned(struct learned_list *list, unsigned first, const struct position *pos,
                       uint64_t key, unsigned after)
{
    for (unsigned i = first; i < list->n; i++)
        if (list->at[i].key == key)
            return 0;
    if (!ARRAY_GROW(list->at, list->n, list->room))
        return -1;
    list->at[list->n++] = (struct learned){*pos, key, after, 1};
    return 0;
}

/**
 * Finds the last position of a game that the book has.
 * @param pos where the game begins; the position found
 * @return plies played before it; game->n: all of it is in the book, or nothing; -1 with `err`
 */
static int leaving_ply(struct book *book, const struct results_game *game, struct position *pos,
                       struct err *err)
{
    const struct rules *rules = book_settings(book)->rules;
    struct position next = *pos;
    int has = book_has(book, &next, err);
    for (unsigned i = 0; has > 0 && i < game->n; i++) {
        *pos = next;
        move_play(rules, &next, &game->plies[i].move);
        has = book_has(book, &next, err);
        if (has == 0)
            return (int)i;
    }
    return has < 0 ? -1 : (int)game->n;
}

/* The position in which a game left the book, and those after it that are wanted. */
static int add_game(struct exits *l, const struct position *start, const struct results_game *game,
                    struct err *err)
{
    const struct rules *rules = book_settings(l->book)->rules;
    struct position pos = *start;
    const unsigned listed = l->list->n;
    bool mirrored;
    int first = leaving_ply(l->book, game, &pos, err);
    if (first < 0)
        return -1;
    l->list->games++;
    l->list->inside += (unsigned)first == game->n;
    for (unsigned i = (unsigned)first; i < game->n && i - (unsigned)first < l->learning->plies;
         i++) {
        uint64_t key = book_key(l->book, &pos, NULL, &mirrored);
        if (add_learned(l->list, listed, &pos, key, i - (unsigned)first))
            return err_memory(err);
        move_play(rules, &pos, &game->plies[i].move);
    }
    return 0;
}

static int take_leaving(void *ctx, const struct reading *r, const struct position *start,
                        const struct results_game *game, struct err *err)
{
    struct exits *l = ctx;
    const char *player = l->learning->player;
    bool ours_white = strcmp(r->plan->players[game->white].name, player) == 0,
         ours_black = strcmp(r->plan->players[game->black].name, player) == 0;
    l->known = l->known || ours_white || ours_black;
    bool lost = (ours_white && game->result == RESULT_BLACK)
                || (ours_black && game->result == RESULT_WHITE);
    bool wanted = l->learning->all_games ? ours_white || ours_black : lost;
    return wanted ? add_game(l, start, game, err) : 0;
}

static int by_key(const void *a, const void *b)
{
    const struct learned *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->after < q->after ? -1 : p->after > q->after;
}

static int by_games(const void *a, const void *b)
{
    const struct learned *p = a, *q = b;
    if (p->games != q->games)
        return p->games > q->games ? -1 : 1;
    if (p->after != q->after)
        return p->after < q->after ? -1 : 1;
    return p->key < q->key ? -1 : p->key > q->key;
}

/* Each position once, with the number of its games. */
static void merge_learned(struct learned_list *list)
{
    unsigned n = 0;
    if (!list->n)
        return;
    qsort(list->at, list->n, sizeof *list->at, by_key);
    for (unsigned i = 1; i < list->n; i++) {
        if (list->at[i].key == list->at[n].key)
            list->at[n].games++;
        else
            list->at[++n] = list->at[i];
    }
    list->n = n + 1;
    for (unsigned i = 0; i < list->n; i++)
        list->exits += list->at[i].after == 0;
    qsort(list->at, list->n, sizeof *list->at, by_games);
}

int learn_exits(struct book *book, const char *path, const struct learning *learning,
                struct learned_list *out, struct err *err)
{
    struct exits exits = {.book = book, .learning = learning, .list = out};
    struct reading reading = {
        .path = path, .rules = book_settings(book)->rules, .game = take_leaving, .ctx = &exits};
    if (read_results(&reading, err))
        return -1;
    if (!exits.known)
        return err_set(err, (struct src_pos){.file = path}, "no game of %s by a player named '%s'",
                       book_settings(book)->rules->title, learning->player);
    merge_learned(out);
    return 0;
}

void learned_list_fini(struct learned_list *list)
{
    free(list->at);
    *list = (struct learned_list){0};
}

/* ---- openings ---- */

static struct learned_draws *find_opening(const struct learned_openings *list, uint64_t key)
{
    HASHTABLE_EACH (&list->by_key, key, i)
        if (list->at[i].key == key)
            return &list->at[i];
    return NULL;
}

static struct learned_draws *add_opening(struct learned_openings *list, uint64_t key)
{
    if (!ARRAY_GROW(list->at, list->n, list->room) || hashtable_add(&list->by_key, key, list->n))
        return NULL;
    list->at[list->n] = (struct learned_draws){.key = key};
    return &list->at[list->n++];
}

static int count_opening(void *ctx, const struct reading *r, const struct position *start,
                         const struct results_game *game, struct err *err)
{
    struct learned_openings *list = ctx;
    struct position pos = *start;
    for (unsigned i = 0; i < game->n && game->plies[i].opening; i++)
        move_play(r->rules, &pos, &game->plies[i].move);
    uint64_t key = position_key(r->rules, &pos);
    struct learned_draws *opening = find_opening(list, key);
    if (!opening && !(opening = add_opening(list, key)))
        return err_memory(err);
    bool known =
        game->result == RESULT_WHITE || game->result == RESULT_BLACK || game->result == RESULT_DRAW;
    opening->games += known;
    opening->drawn += game->result == RESULT_DRAW;
    return 0;
}

int learn_openings(const struct rules *rules, const char *path, struct learned_openings *out,
                   struct err *err)
{
    struct reading reading = {.path = path, .rules = rules, .game = count_opening, .ctx = out};
    return read_results(&reading, err);
}

const struct learned_draws *learned_find(const struct learned_openings *openings, uint64_t key)
{
    return find_opening(openings, key);
}

void learned_openings_fini(struct learned_openings *openings)
{
    free(openings->at);
    hashtable_fini(&openings->by_key);
    *openings = (struct learned_openings){0};
}
