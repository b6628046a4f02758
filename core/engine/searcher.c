// SPDX-License-Identifier: MIT
/* A thread of the search before it begins: what it owns, and the game that is put before it. */
#include "core/engine/search.h"

#include <stdlib.h>
#include <string.h>

struct searcher *searcher_open(struct search_shared *shared, unsigned id)
{
    struct searcher *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->shared = shared;
    s->id = id;
    for (unsigned ply = 0; ply < SEARCH_PLIES + 2; ply++)
        moves_init(&s->list[ply]);
    return s;
}

void searcher_close(struct searcher *s)
{
    if (!s)
        return;
    for (unsigned ply = 0; ply < SEARCH_PLIES + 2; ply++)
        moves_fini(&s->list[ply]);
    history_close(s->game);
    free(s->past);
    free(s);
}

void searcher_forget(struct searcher *s)
{
    memset(s->history, 0, sizeof s->history);
    memset(s->killer, 0, sizeof s->killer);
}

/**
 * Whether draws by counted moves can come up within the search: they take kings, or very little left. Counting costs
 * time, so elsewhere only repetitions are looked for.
 */
static bool needs_history(const struct position *pos)
{
    enum { FEW = 8 };
    return pos->kings || bits_count(pos->pieces[WHITE] | pos->pieces[BLACK]) <= FEW;
}

static int set_history(struct searcher *s, const struct position *start, const struct move *moves,
                       unsigned n)
{
    const struct rules *rules = s->shared->rules;
    struct position pos = *start;
    history_close(s->game);
    s->game = NULL;
    if (!needs_history(&s->spot[0].pos))
        return 0;
    s->game = history_open(rules, s->shared->draws);
    if (!s->game)
        return -1;
    history_start(s->game, start);
    for (unsigned i = 0; i < n; i++) {
        struct position before = pos;
        move_play(rules, &pos, &moves[i]);
        if (history_add(s->game, &before, &moves[i], &pos) < 0)
            return -1;
    }
    return 0;
}

int searcher_set(struct searcher *s, const struct position *start, const struct move *moves,
                 unsigned n)
{
    const struct eval *eval = s->shared->eval;
    uint64_t *past = realloc(s->past, (n + 1 + SEARCH_PLIES + 2) * sizeof *past);
    if (!past)
        return -1;
    s->past = past;
    s->n_past = 0;
    spot_start(eval, start, &s->spot[0]);
    past[s->n_past++] = s->spot[0].key;
    for (unsigned i = 0; i < n; i++) {
        spot_play(eval, &s->spot[0], &moves[i], &s->spot[1]);
        s->spot[0] = s->spot[1];
        past[s->n_past++] = s->spot[0].key;
    }
    return set_history(s, start, moves, n);
}
