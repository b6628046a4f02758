// SPDX-License-Identifier: MIT
/*
 * A run may be spread over machines, each with a copy of the journal: shards are dealt by the hash
 * of rules, start and moves, so each machine picks its own games without asking the others. Copies
 * of a game have the same hash. Sorting by hash, and then back by number, leaves the first of them.
 */
#include "core/study/annotate-list.h"

#include "core/base/array.h"
#include "core/game/game-start.h"
#include "core/game/move-number.h"
#include "core/store/record.h"

#include <stdlib.h>
#include <string.h>

/* Which shard a game belongs to, from 0: the same on every machine. */
static unsigned shard_of(struct hash128 key, unsigned shards)
{
    return shards ? (unsigned)((key.low ^ key.high) % shards) : 0;
}

/* A hash of rules, start, moves and first move number, the same on every machine. */
static struct hash128 key_of(const struct game *game, struct buffer *scratch)
{
    buffer_clear(scratch);
    if (game->rules) {
        buffer_add_string(scratch, game->rules->name);
        buffer_add_char(scratch, '\0');
        buffer_add_string(scratch, game->rules->options ? game->rules->options : "");
    }
    buffer_add_char(scratch, '\0');
    buffer_add_bytes(scratch, game->start.pieces[WHITE], sizeof(bitboard));
    buffer_add_bytes(scratch, game->start.pieces[BLACK], sizeof(bitboard));
    buffer_add_bytes(scratch, game->start.kings, sizeof(bitboard));
    buffer_add_char(scratch, (char)game->start.turn);
    for (unsigned side = WHITE; side <= BLACK; side++) {
        if (!game->start.king_moves[side])
            continue;
        buffer_add_char(scratch, (char)side);
        buffer_add_char(scratch, (char)game->start.king_moves[side]);
        buffer_add_char(scratch, (char)game->start.king_square[side]);
    }
    for (const struct node *node = game->line.first; node && node->state == NODE_PLAYED;
         node = node->next) {
        buffer_add_bytes(scratch, node->move.captured, sizeof(bitboard));
        buffer_add_char(scratch, (char)node->move.from);
        buffer_add_char(scratch, (char)node->move.to);
    }
    const uint32_t number = move_number_at(game, 0).number; /* --moves refers to it */
    if (number != 1)
        buffer_add_bytes(scratch, number, sizeof number);
    return hash128_of(scratch->s, scratch->n);
}

/* Plies to analyse: the legal ones. If the first move is illegal, it counts, so as to be marked. */
static unsigned plies_of(const struct game *game)
{
    const struct node *node = game->line.first;
    unsigned n = node && node->state == NODE_ILLEGAL;
    for (; node && node->kind == NODE_MOVE && node->state == NODE_PLAYED; node = node->next)
        n++;
    return game->rules ? n : 0;
}

/* Whether a source may be a line of JSON with the judgements of an earlier run. */
static bool has_judgements(struct text source)
{
    static const char member[] = "\"judgements\"";
    const size_t n = sizeof member - 1;
    const char *quote;
    while (source.n >= n && (quote = memchr(source.s, '"', source.n))) {
        source.n -= (size_t)(quote - source.s);
        if (source.n >= n && memcmp(quote, member, n) == 0)
            return true;
        source = (struct text){quote + 1, source.n - 1};
    }
    return false;
}

struct annotate_source annotate_source_of(struct text rest)
{
    const unsigned form = rest.n ? (unsigned char)*rest.s : ANNOTATE_NO_SOURCE;
    if (form != ANNOTATE_PDN && form != ANNOTATE_JSONL) /* or the journal is older than forms */
        return (struct annotate_source){0};
    return (struct annotate_source){(enum annotate_form)form, {rest.s + 1, rest.n - 1}};
}

int annotate_pack(const struct game *game, bool wanted, enum annotate_form form, struct buffer *out,
                  struct err *err)
{
    struct buffer scratch = {0};
    uint8_t key[16];
    struct game judged = *game;
    struct game_setups setups;
    game_take_setups(&judged, &setups);
    uint32_t plies = wanted ? plies_of(&judged) : 0;
    hash128_put(key_of(&judged, &scratch), key);
    buffer_add(out, (const char *)key, sizeof key);
    buffer_add(out, (const char *)&plies, sizeof plies);
    bool failed = scratch.failed || out->failed;
    buffer_fini(&scratch);
    if (failed || record_pack(game, false, out, err))
        return err_memory(err);
    if (form != ANNOTATE_NO_SOURCE && (!plies || has_judgements(game->source))) {
        buffer_add_char(out, (char)form);
        buffer_add_text(out, game->source);
    }
    return out->failed ? err_memory(err) : 0;
}

bool annotate_unpack(struct text bytes, struct journal_game *out)
{
    uint32_t plies;
    if (bytes.n <= 16 + sizeof plies)
        return false;
    memcpy(&plies, bytes.s + 16, sizeof plies);
    *out = (struct journal_game){
        .key = hash128_get((const uint8_t *)bytes.s),
        .plies = plies,
        .record = {bytes.s + 16 + sizeof plies, bytes.n - 16 - sizeof plies},
    };
    return true;
}

struct loading {
    struct annotate_list *list;
    unsigned shard, shards;
};

static int add_task(void *ctx, int64_t number, const struct journal_game *game, struct err *err)
{
    struct loading *loading = ctx;
    struct annotate_list *list = loading->list;
    if (!game->plies || shard_of(game->key, loading->shards) != loading->shard)
        return 0;
    if (!ARRAY_GROW(list->at, list->n, list->room))
        return err_memory(err);
    list->at[list->n++] =
        (struct annotate_task){.number = number, .key = game->key, .plies = game->plies};
    return 0;
}

static int by_key(const void *a, const void *b)
{
    const struct annotate_task *x = a, *y = b;
    if (x->key.high != y->key.high)
        return x->key.high < y->key.high ? -1 : 1;
    if (x->key.low != y->key.low)
        return x->key.low < y->key.low ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static int by_number(const void *a, const void *b)
{
    const struct annotate_task *x = a, *y = b;
    return x->number < y->number ? -1 : 1;
}

/* Drops copies of a game, except for the first, so that they are judged once. */
static void drop_copies(struct annotate_list *list)
{
    unsigned kept = 0;
    if (!list->n)
        return;
    qsort(list->at, list->n, sizeof *list->at, by_key);
    for (unsigned i = 0; i < list->n; i++)
        if (!kept || !hash128_same(list->at[i].key, list->at[kept - 1].key))
            list->at[kept++] = list->at[i];
    list->n = kept;
    qsort(list->at, list->n, sizeof *list->at, by_number);
}

int annotate_list_load(struct annotate_list *list, struct journal *journal, unsigned shard,
                       unsigned shards, struct err *err)
{
    struct loading loading = {list, shard, shards};
    if (journal_games_each(journal, add_task, &loading, err))
        return -1;
    drop_copies(list);
    list->offered = calloc((size_t)list->n + 1, sizeof(struct annotate_task *));
    return list->offered ? 0 : err_memory(err);
}

void annotate_list_fini(struct annotate_list *list)
{
    free(list->at);
    free(list->offered);
    *list = (struct annotate_list){0};
}
