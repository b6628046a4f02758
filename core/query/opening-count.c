// SPDX-License-Identifier: MIT
/*
 * Positions are counted by key, each with the moves of the first game that reached it. The table is
 * written in the form that openings_read understands.
 */
#include "core/query/opening-count.h"

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/board/notation.h"
#include "core/game/game-start.h"

#include <stdlib.h>
#include <string.h>

enum { COUNTED_MAX = 1 << 20 }; /* positions; beyond that, only known ones are counted */

struct counted_opening {
    uint64_t key;
    const struct rules *rules;
    unsigned ply;
    unsigned long games;
    struct text moves; /* of the first game that reached it; in the arena */
};

struct opening_count {
    unsigned plies;
    struct arena arena;
    struct counted_opening *at; /* owned; in the order found */
    size_t n, room;
    struct hashtable by_key;
};

void opening_describe(const struct game *game, struct buffer *text, struct opening_moves *out)
{
    struct position pos = game->start, usual;
    *out = (struct opening_moves){.rules = game->rules};
    buffer_clear(text);
    if (!game_first_position_is_known(game))
        return;
    position_start(game->rules, &usual);
    const struct node *node = position_same(&pos, &usual) ? game->line.first : NULL;
    for (; node && out->n < OPENING_COUNTED; node = node->next) {
        char move[NOTATION_MOVE_SIZE];
        if (node->kind != NODE_MOVE || node->state != NODE_PLAYED)
            break;
        if (out->n)
            buffer_add_char(text, ' ');
        buffer_add(text, move,
                   notation_write(game->rules, &pos, &node->move, NOTATION_STYLE_SHORT, move));
        move_play(game->rules, &pos, &node->move);
        out->keys[out->n++] = position_key(game->rules, &pos);
    }
    out->moves = buffer_text(text);
}

struct opening_count *opening_count_open(unsigned plies)
{
    struct opening_count *count = calloc(1, sizeof *count);
    if (count)
        count->plies = plies;
    return count;
}

void opening_count_close(struct opening_count *count)
{
    if (!count)
        return;
    arena_fini(&count->arena);
    free(count->at);
    hashtable_fini(&count->by_key);
    free(count);
}

static struct counted_opening *find_counted(const struct opening_count *count,
                                            const struct rules *rules, uint64_t key)
{
    HASHTABLE_EACH (&count->by_key, key, i)
        if (count->at[i].key == key && count->at[i].rules == rules)
            return &count->at[i];
    return NULL;
}

/* @param moves from the start to the position, in this game; copied if the position is new */
static int add_counted(struct opening_count *count, const struct rules *rules, uint64_t key,
                       unsigned ply, struct text moves)
{
    const struct text copy = arena_text(&count->arena, moves);
    if (!copy.s || !ARRAY_GROW(count->at, count->n, count->room)
        || hashtable_add(&count->by_key, key, count->n))
        return -1;
    count->at[count->n++] = (struct counted_opening){key, rules, ply, 1, copy};
    return 0;
}

int opening_count_add(struct opening_count *count, const struct opening_moves *moves)
{
    if (!moves->n)
        return 0;
    const char *begin = moves->moves.s, *stop = begin + moves->moves.n, *end = begin;
    for (unsigned i = 0; i < moves->n && i < count->plies; i++) {
        const char *blank = end < stop ? memchr(end + 1, ' ', (size_t)(stop - end - 1)) : NULL;
        end = blank ? blank : stop;
        struct counted_opening *known = find_counted(count, moves->rules, moves->keys[i]);
        if (known)
            known->games++;
        else if (count->n < COUNTED_MAX
                 && add_counted(count, moves->rules, moves->keys[i], i + 1,
                                (struct text){begin, (size_t)(end - begin)}))
            return -1;
    }
    return 0;
}

unsigned opening_count_top(const struct opening_count *count, unsigned ply, struct opening_top *top,
                           unsigned room)
{
    unsigned n = 0;
    for (size_t i = 0; i < count->n; i++) {
        const struct counted_opening *c = &count->at[i];
        if (c->ply != ply)
            continue;
        unsigned at = n < room ? n++ : n;
        while (at > 0 && (at == room || top[at - 1].games < c->games)) {
            if (at == room && top[at - 1].games >= c->games)
                break;
            if (at < room)
                top[at] = top[at - 1];
            at--;
        }
        if (at < room)
            top[at] = (struct opening_top){c->rules, c->moves, c->games};
    }
    return n;
}

static int in_order(const void *a, const void *b)
{
    const struct counted_opening *x = a, *y = b;
    if (x->rules != y->rules)
        return strcmp(rules_spelling(x->rules), rules_spelling(y->rules));
    size_t n = x->moves.n < y->moves.n ? x->moves.n : y->moves.n;
    int order = memcmp(x->moves.s, y->moves.s, n);
    return order ? order : (int)x->moves.n - (int)y->moves.n;
}

int opening_count_write(struct opening_count *count, unsigned least, struct buffer *out)
{
    const struct rules *rules = NULL;
    if (count->n)
        qsort(count->at, count->n, sizeof *count->at, in_order);
    hashtable_clear(&count->by_key); /* sorting has changed the indexes */
    for (size_t i = 0; i < count->n; i++)
        hashtable_add(&count->by_key, count->at[i].key, i); /* cannot fail: there was enough room */
    buffer_add_string(
        out,
        "# Openings by the number of games that reached them; each is named by its moves until you "
        "give it a better name.\n");
    for (size_t i = 0; i < count->n; i++) {
        const struct counted_opening *c = &count->at[i];
        if (c->games < least)
            continue;
        if (c->rules != rules)
            buffer_printf(out, "\nvariant: %s\n", rules_spelling(c->rules));
        rules = c->rules;
        buffer_printf(out, "%.*s = %.*s\n", TEXT_ARGS(c->moves), TEXT_ARGS(c->moves));
    }
    return out->failed ? -1 : 0;
}
