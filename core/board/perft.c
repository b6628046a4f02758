// SPDX-License-Identifier: MIT
/*
 * Leaves are counted by the functions that the template makes for each variant; this file does what
 * they cannot: rows read at run time, positions with counters, captures by routes.
 */
#include "core/board/perft.h"

#include "core/base/compiler.h"
#include "core/base/signals.h"
#include "core/base/team.h"
#include "core/board/move.h"
#include "core/board/movegen.h"

#include <stdlib.h>

static uint64_t below(const struct rules *rules, const struct movegen *gen,
                      const struct position *pos, unsigned depth)
{
    if (!depth)
        return 1;
    if (depth > 1 && gen->below && !(rules->counts_king_moves && pos->kings))
        return gen->below(pos, depth);
    if (depth == 1 && gen->count)
        return gen->count(rules, pos);
    struct moves list;
    uint64_t n = 0;
    moves_init(&list);
    gen->generate(rules, pos, &list);
    for (unsigned i = 0; i < list.n && depth > 1; i++) {
        struct position after = *pos;
        move_play(rules, &after, &list.at[i]);
        n += below(rules, gen, &after, depth - 1);
    }
    if (depth == 1)
        n = list.n;
    moves_fini(&list);
    return n;
}

/* The generator to use, without the functions that this processor cannot run. */
static struct movegen usable(const struct rules *rules, enum perft_count count)
{
    struct movegen gen = count == PERFT_ROUTES ? movegen_routes : *rules->gen;
    if (!CPU_COUNTS_BITS())
        gen.count = NULL, gen.below = NULL;
    return gen;
}

uint64_t perft(const struct rules *rules, const struct position *pos, unsigned depth,
               enum perft_count count)
{
    const struct movegen gen = usable(rules, count);
    return below(rules, &gen, pos, depth);
}

uint64_t perft_by_lists(const struct rules *rules, enum side side, bitboard own, bitboard other,
                        bitboard kings, unsigned depth)
{
    struct position pos = {.kings = kings, .turn = (uint8_t)side};
    pos.pieces[side] = own;
    pos.pieces[!side] = other;
    return below(rules, rules->gen, &pos, depth);
}

/* Work that threads share, a move at a time. */
struct division {
    const struct rules *rules;
    const struct movegen *gen;
    const struct position *pos;
    unsigned depth;
    struct perft_row *rows;
};

enum { UNSTOPPABLE = 7 }; /* plies counted between two checks for a signal: some milliseconds */

/* As `below`, but checks for a signal now and then; after one the result is worthless. */
static uint64_t below_until_stopped(const struct division *d, const struct position *pos,
                                    unsigned depth)
{
    if (depth <= UNSTOPPABLE)
        return below(d->rules, d->gen, pos, depth);
    struct moves list;
    uint64_t n = 0;
    moves_init(&list);
    d->gen->generate(d->rules, pos, &list);
    for (unsigned i = 0; i < list.n && !signals_stopped(); i++) {
        struct position after = *pos;
        move_play(d->rules, &after, &list.at[i]);
        n += below_until_stopped(d, &after, depth - 1);
    }
    moves_fini(&list);
    return n;
}

static void divide(void *ctx, size_t piece)
{
    struct division *d = ctx;
    if (signals_stopped())
        return;
    struct position after = *d->pos;
    move_play(d->rules, &after, &d->rows[piece].move);
    d->rows[piece].leaves = below_until_stopped(d, &after, d->depth - 1);
}

int perft_divide(const struct rules *rules, const struct position *pos, unsigned depth,
                 enum perft_count count, unsigned threads, struct perft_row **rows, unsigned *n)
{
    const struct movegen gen = usable(rules, count);
    struct division d = {.rules = rules, .gen = &gen, .pos = pos, .depth = depth};
    struct moves list;
    int rc = -1;
    moves_init(&list);
    if (gen.generate(rules, pos, &list))
        goto done;
    d.rows = calloc(list.n + 1, sizeof *d.rows);
    if (!d.rows)
        goto done;
    for (unsigned i = 0; i < list.n; i++)
        d.rows[i].move = list.at[i];
    team_share(threads, list.n, divide, &d);
    rc = signals_stopped();
    *rows = d.rows;
    *n = list.n;
    d.rows = NULL; /* handed over */
done:
    free(d.rows);
    moves_fini(&list);
    return rc;
}
