// SPDX-License-Identifier: MIT
/* A search thread before it begins to search: its memory, and the game it is given. */
#include "core/engine/worker.h"

#include "core/base/huge-pages.h"

#include <stdlib.h>
#include <string.h>

struct worker *worker_open(struct search_shared *shared, unsigned id)
{
    struct worker *s = huge_pages_alloc(sizeof *s);
    if (!s)
        return NULL;
    s->shared = shared;
    s->id = id;
    for (unsigned ply = 0; ply < SEARCH_PLIES + 2; ply++)
        moves_init(&s->list[ply]);
    return s;
}

void worker_close(struct worker *s)
{
    if (!s)
        return;
    for (unsigned ply = 0; ply < SEARCH_PLIES + 2; ply++)
        moves_fini(&s->list[ply]);
    history_close(s->draws);
    free(s->past);
    huge_pages_free(s, sizeof *s);
}

void worker_clear_history(struct worker *s)
{
    memset(s->move_history, 0, sizeof s->move_history);
    memset(s->reply_history, 0, sizeof s->reply_history);
    memset(s->killer, 0, sizeof s->killer);
}

/*
 * Whether draws by counted moves can occur within the search: except for a limit on all moves, that
 * takes kings, or very few pieces. Counting costs time, so otherwise only repetitions are looked
 * for.
 */
static bool needs_history(const struct position *pos, const struct history *draws)
{
    enum { FEW = 8 };
    return pos->kings || POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]) <= FEW
           || history_has_limit(draws);
}

static int set_history(struct worker *s, const struct position *start, const struct move *moves,
                       unsigned n)
{
    const struct rules *rules = s->shared->rules;
    struct position pos = *start;
    history_close(s->draws);
    s->draws = history_open(rules, s->shared->draws);
    if (!s->draws)
        return -1;
    if (!needs_history(&s->node[0].pos, s->draws)) {
        history_close(s->draws);
        s->draws = NULL;
        return 0;
    }
    history_start(s->draws, start);
    for (unsigned i = 0; i < n; i++) {
        struct position before = pos;
        move_play(rules, &pos, &moves[i]);
        if (history_add(s->draws, &before, &moves[i], &pos))
            return -1;
    }
    return 0;
}

/*
 * Leaves only those positions of the game before the root in `past` whose next occurrence is a
 * draw. From the others the game may go on in another way than it has, so coming back to one of
 * them proves nothing.
 */
static void forget_undrawn(struct worker *s)
{
    const unsigned enough = draw_profile_repetitions(s->shared->draws);
    const unsigned root = s->n_past - 1, reversible = s->node[0].reversible;
    const unsigned first = reversible < root ? root - reversible : 0;
    for (unsigned i = root; i-- > first;) { /* backwards: the count looks at those before it */
        unsigned times = 1;
        for (unsigned k = i; k >= first + 2; k -= 2)
            times += s->past[k - 2] == s->past[i];
        if (!enough || times + 1 < enough)
            s->past[i] = 0; /* the key of no position */
    }
}

int worker_set(struct worker *s, const struct position *start, const struct move *moves, unsigned n)
{
    const struct eval *eval = s->shared->eval;
    uint64_t *past = realloc(s->past, (n + 1 + SEARCH_PLIES + 2) * sizeof *past);
    if (!past)
        return -1;
    s->past = past;
    s->n_past = 0;
    search_node_start(eval, start, &s->node[0]);
    past[s->n_past++] = s->node[0].key;
    s->to[0] = n ? moves[n - 1].to : 0;
    for (unsigned i = 0; i < n; i++) {
        search_node_play(eval, &s->node[0], &moves[i], &s->node[1]);
        s->node[0] = s->node[1];
        past[s->n_past++] = s->node[0].key;
    }
    forget_undrawn(s);
    return set_history(s, start, moves, n);
}

void worker_raise(struct worker *s, unsigned to, unsigned i)
{
    struct root_move raised = s->root[i];
    memmove(&s->root[to + 1], &s->root[to], (i - to) * sizeof raised);
    s->root[to] = raised;
}
