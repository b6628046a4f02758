// SPDX-License-Identifier: MIT
/*
 * There is one thread for each search or new game: thinker_start creates it, and the call that
 * takes the result joins it, so that none is left behind. The thread reports each line in a slot of
 * its own; a newer report replaces one that has not been taken.
 */
#include "match/thinker.h"

#include "core/base/team.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct slot {
    bool is_new; /* it has not been taken yet */
    struct thinker_report report;
};

struct thinker {
    const struct engine_ops *ops;
    void *engine;
    const struct waker *waker;

    bool runs; /* there is a thread to join; used by the owner only */
    pthread_t thread;

    /* the thread's task, which only the thread uses */
    struct position start;
    struct move *moves; /* owned */
    unsigned n_moves, room;
    struct engine_limits limits;
    struct move *only; /* owned copy of limits.only */

    pthread_mutex_t lock; /* guards the following */
    bool done;
    struct slot *slot; /* owned; one for each line, n_slots of them */
    unsigned n_slots;
    struct engine_result result;
    int rc;
    struct err err;
};

int thinker_open(const struct engine_ops *ops, void *ctx, const struct rules *rules,
                 const struct engine_options *options, const struct waker *waker,
                 struct thinker **out, struct err *err)
{
    struct thinker *t = calloc(1, sizeof *t);
    if (!t || pthread_mutex_init(&t->lock, NULL) != 0) {
        free(t);
        return err_memory(err);
    }
    t->ops = ops;
    t->waker = waker;
    if (ops->open(ctx, rules, options, &t->engine, err)) {
        pthread_mutex_destroy(&t->lock);
        free(t);
        return -1;
    }
    *out = t;
    return 0;
}

void thinker_close(struct thinker *thinker)
{
    if (!thinker)
        return;
    thinker_abandon(thinker);
    thinker->ops->close(thinker->engine);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker->slot);
    free(thinker->moves);
    free(thinker->only);
    free(thinker);
}

/* Called from the searching thread, or another one of the engine's. */
static void report(void *ctx, const struct engine_info *info)
{
    struct thinker *t = ctx;
    if (info->lower || info->upper || !info->line || info->index >= t->n_slots)
        return;
    struct slot *slot = &t->slot[info->index];
    pthread_mutex_lock(&t->lock);
    slot->report.info = *info;
    slot->report.line = *info->line;
    slot->is_new = true;
    pthread_mutex_unlock(&t->lock);
    waker_wake(t->waker);
}

/* The thread has done its work. */
static void done(struct thinker *t, const struct engine_result *result, int rc,
                 const struct err *err)
{
    pthread_mutex_lock(&t->lock);
    t->result = *result;
    t->rc = rc;
    t->err = *err;
    t->done = true;
    pthread_mutex_unlock(&t->lock);
    waker_wake(t->waker);
}

static void *search(void *ctx)
{
    struct thinker *t = ctx;
    struct engine_result result;
    struct err err = {0};
    int rc = t->ops->think(t->engine, &t->start, t->moves, t->n_moves, &t->limits, report, t,
                           &result, &err);
    done(t, &result, rc, &err);
    return NULL;
}

static void *begin_game(void *ctx)
{
    struct thinker *t = ctx;
    const struct engine_result none = {0};
    const struct err err = {0};
    t->ops->new_game(t->engine);
    done(t, &none, 0, &err);
    return NULL;
}

/* Makes an empty slot for each line that will be reported. @return 0, or -1: out of memory */
static int make_slots(struct thinker *t, unsigned lines)
{
    unsigned n = lines < 1 ? 1 : lines < ENGINE_MULTI_MAX ? lines : ENGINE_MULTI_MAX;
    if (n > t->n_slots) {
        struct slot *more = realloc(t->slot, n * sizeof *more);
        if (!more)
            return -1;
        t->slot = more;
        t->n_slots = n;
    }
    for (unsigned i = 0; i < t->n_slots; i++)
        t->slot[i].is_new = false;
    return 0;
}

/* Copies what the search works on. @return 0, or -1: out of memory */
static int copy_task(struct thinker *t, const struct position *start, const struct move *moves,
                     unsigned n, const struct engine_limits *limits)
{
    if (n > t->room) {
        struct move *more = realloc(t->moves, (n + 64) * sizeof *more);
        if (!more)
            return -1;
        t->moves = more;
        t->room = n + 64;
    }
    if (n)
        memcpy(t->moves, moves, n * sizeof *moves);
    t->n_moves = n;
    t->start = *start;
    t->limits = *limits;
    free(t->only);
    t->only = NULL;
    if (limits->only) {
        t->only = malloc(((size_t)limits->n_only + 1) * sizeof *t->only);
        if (!t->only)
            return -1;
        memcpy(t->only, limits->only, limits->n_only * sizeof *t->only);
        t->limits.only = t->only;
    }
    return make_slots(t, limits->multi);
}

static int start_thread(struct thinker *t, void *(*run)(void *), struct err *err)
{
    t->done = false;
    int error = team_start(&t->thread, run, t);
    if (error)
        return err_plain(err, "cannot start a thread: %s", strerror(error));
    t->runs = true;
    return 0;
}

int thinker_start(struct thinker *thinker, const struct position *start, const struct move *moves,
                  unsigned n, const struct engine_limits *limits, struct err *err)
{
    assert(!thinker->runs);
    if (copy_task(thinker, start, moves, n, limits))
        return err_memory(err);
    thinker->ops->resume(thinker->engine); /* clears a stop that came too late */
    return start_thread(thinker, search, err);
}

bool thinker_busy(const struct thinker *thinker) { return thinker->runs; }

bool thinker_take_report(struct thinker *thinker, struct thinker_report *out)
{
    bool found = false;
    pthread_mutex_lock(&thinker->lock);
    for (unsigned i = 0; i < thinker->n_slots && !found; i++) {
        struct slot *slot = &thinker->slot[i];
        if (!slot->is_new)
            continue;
        slot->is_new = false;
        found = true;
        *out = slot->report;
        out->info.line = &out->line;
    }
    pthread_mutex_unlock(&thinker->lock);
    return found;
}

int thinker_take_result(struct thinker *thinker, struct engine_result *out, struct err *err)
{
    if (!thinker->runs)
        return 0;
    pthread_mutex_lock(&thinker->lock);
    bool done = thinker->done;
    pthread_mutex_unlock(&thinker->lock);
    if (!done)
        return 0;
    pthread_join(thinker->thread, NULL);
    thinker->runs = false;
    *out = thinker->result;
    if (thinker->rc)
        return err_pass(err, &thinker->err);
    return 1;
}

void thinker_stop(struct thinker *thinker)
{
    if (thinker->runs)
        thinker->ops->stop(thinker->engine);
}

void thinker_ponder_hit(struct thinker *thinker)
{
    if (thinker->runs)
        thinker->ops->ponder_hit(thinker->engine);
}

void thinker_abandon(struct thinker *thinker)
{
    if (!thinker->runs)
        return;
    thinker->ops->stop(thinker->engine);
    pthread_join(thinker->thread, NULL);
    thinker->runs = false;
    for (unsigned i = 0; i < thinker->n_slots; i++)
        thinker->slot[i].is_new = false;
}

void thinker_new_game(struct thinker *thinker)
{
    assert(!thinker->runs);
    thinker->ops->new_game(thinker->engine);
}

int thinker_start_new_game(struct thinker *thinker, struct err *err)
{
    assert(!thinker->runs);
    return start_thread(thinker, begin_game, err);
}
