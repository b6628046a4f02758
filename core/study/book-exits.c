// SPDX-License-Identifier: MIT
/*
 * Positions in which games left the book are noted as they come, and equal ones are merged by
 * sorting at the end.
 */
#include "core/study/book-exits.h"

#include "core/base/array.h"
#include "core/study/match-games.h"

#include <stdlib.h>
#include <string.h>

struct exit_search {
    struct book *book;
    const struct book_exit_options *options;
    struct book_exits *list;
    bool known; /* the player was met */
};

/* @param first of the list's positions that are of this game: a repetition counts once */
static int add_exit(struct book_exits *list, unsigned first, const struct position *pos,
                    uint64_t key, unsigned after)
{
    for (unsigned i = first; i < list->n; i++)
        if (list->at[i].key == key)
            return 0;
    if (!ARRAY_GROW(list->at, list->n, list->room))
        return -1;
    list->at[list->n++] = (struct book_exit){*pos, key, after, 1};
    return 0;
}

/*
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
static int add_game(struct exit_search *l, const struct position *start,
                    const struct results_game *game, struct err *err)
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
    for (unsigned i = (unsigned)first; i < game->n && i - (unsigned)first < l->options->plies;
         i++) {
        uint64_t key = book_key(l->book, &pos, NULL, &mirrored);
        if (add_exit(l->list, listed, &pos, key, i - (unsigned)first))
            return err_memory(err);
        move_play(rules, &pos, &game->plies[i].move);
    }
    return 0;
}

static int take_game(void *ctx, const struct results_match *match, const struct position *start,
                     const struct results_game *game, struct err *err)
{
    struct exit_search *l = ctx;
    const char *player = l->options->player;
    bool ours_white = strcmp(match->players[game->white].name, player) == 0,
         ours_black = strcmp(match->players[game->black].name, player) == 0;
    l->known = l->known || ours_white || ours_black;
    bool lost = (ours_white && game->result == RESULT_BLACK)
                || (ours_black && game->result == RESULT_WHITE);
    bool wanted = l->options->all_games ? ours_white || ours_black : lost;
    return wanted ? add_game(l, start, game, err) : 0;
}

static int by_key(const void *a, const void *b)
{
    const struct book_exit *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->after < q->after ? -1 : p->after > q->after;
}

static int by_games(const void *a, const void *b)
{
    const struct book_exit *p = a, *q = b;
    if (p->games != q->games)
        return p->games > q->games ? -1 : 1;
    if (p->after != q->after)
        return p->after < q->after ? -1 : 1;
    return p->key < q->key ? -1 : p->key > q->key;
}

/* Each position once, with the number of its games. */
static void merge_exits(struct book_exits *list)
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
        list->positions += list->at[i].after == 0;
    qsort(list->at, list->n, sizeof *list->at, by_games);
}

int book_exits_find(struct book *book, const char *path, const struct book_exit_options *options,
                    struct book_exits *out, struct err *err)
{
    struct exit_search search = {.book = book, .options = options, .list = out};
    const struct rules *rules = book_settings(book)->rules;
    if (match_games_each(path, rules, take_game, &search, err))
        return -1;
    if (!search.known)
        return err_set(err, (struct src_pos){.file = path}, "no game of %s by a player named '%s'",
                       rules->title, options->player);
    merge_exits(out);
    return 0;
}

void book_exits_fini(struct book_exits *list)
{
    free(list->at);
    *list = (struct book_exits){0};
}
