// SPDX-License-Identifier: MIT
/*
 * One thread per search: it is born by thinker_start and joined when its result is taken, so none is ever left behind.
 */
#include "match/thinker.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct thinker {
    const struct thinker_source *source;
    void *engine;
    const struct waker *waker;

    bool busy; /* a thread is to be joined; the owner's own */
    pthread_t thread;

    /* what the thread works on; it is alone with that */
    struct position start;
    struct move *moves; /* owned */
    unsigned n_moves, room;
    struct engine_limits limits;
    struct move *only; /* owned copy of limits.only */

    pthread_mutex_t lock; /* guards the following */
    bool has_news, done;
    struct thinker_news news;
    struct engine_result result;
    int rc;
    struct err err;
};

int thinker_open(const struct thinker_source *source, void *ctx, const struct rules *rules,
                 const struct engine_options *options, const struct waker *waker,
                 struct thinker **out, struct err *err)
{
    struct thinker *t = calloc(1, sizeof *t);
    if (!t)
        return err_set(err, (struct src_pos){0}, "out of memory");
    t->source = source;
    t->waker = waker;
    if (source->open(ctx, rules, options, &t->engine, err)) {
        free(t);
        return -1;
    }
    pthread_mutex_init(&t->lock, NULL);
    *out = t;
    return 0;
}

void thinker_close(struct thinker *thinker)
{
    if (!thinker)
        return;
    thinker_abandon(thinker);
    thinker->source->close(thinker->engine);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker->moves);
    free(thinker->only);
    free(thinker);
}

/** From the searching thread, or one of the engine's. */
static void report(void *ctx, const struct engine_info *info)
{
    struct thinker *t = ctx;
    if (info->lower || info->upper)
        return;
    pthread_mutex_lock(&t->lock);
    t->news.info = *info;
    if (info->line)
        t->news.line = *info->line;
    t->has_news = info->line != NULL;
    pthread_mutex_unlock(&t->lock);
    waker_wake(t->waker);
}

static void *search(void *ctx)
{
    struct thinker *t = ctx;
    struct engine_result *result = calloc(1, sizeof *result); /* large for a thread's stack */
    struct err err = {0};
    int rc = -1;
    if (result)
        rc = t->source->think(t->engine, &t->start, t->moves, t->n_moves, &t->limits, report, t,
                              result, &err);
    else
        err_set(&err, (struct src_pos){0}, "out of memory");
    pthread_mutex_lock(&t->lock);
    if (result)
        t->result = *result;
    t->rc = rc;
    t->err = err;
    t->done = true;
    pthread_mutex_unlock(&t->lock);
    free(result);
    waker_wake(t->waker);
    return NULL;
}

/** Copies what the search works on. @return 0, or -1: out of memory */
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
    return 0;
}

int thinker_start(struct thinker *thinker, const struct position *start, const struct move *moves,
                  unsigned n, const struct engine_limits *limits, struct err *err)
{
    assert(!thinker->busy);
    if (copy_task(thinker, start, moves, n, limits))
        return err_set(err, (struct src_pos){0}, "out of memory");
    thinker->has_news = thinker->done = false;
    thinker->source->resume(thinker->engine); /* a stop that came too late for the last search */
    int why = pthread_create(&thinker->thread, NULL, search, thinker);
    if (why)
        return err_set(err, (struct src_pos){0}, "cannot start to think: %s", strerror(why));
    thinker->busy = true;
    return 0;
}

bool thinker_busy(const struct thinker *thinker) { return thinker->busy; }

bool thinker_take_news(struct thinker *thinker, struct thinker_news *out)
{
    pthread_mutex_lock(&thinker->lock);
    bool any = thinker->has_news;
    if (any) {
        *out = thinker->news;
        out->info.line = &out->line;
        thinker->has_news = false;
    }
    pthread_mutex_unlock(&thinker->lock);
    return any;
}

int thinker_take_result(struct thinker *thinker, struct engine_result *out, struct err *err)
{
    if (!thinker->busy)
        return 0;
    pthread_mutex_lock(&thinker->lock);
    bool done = thinker->done;
    pthread_mutex_unlock(&thinker->lock);
    if (!done)
        return 0;
    pthread_join(thinker->thread, NULL);
    thinker->busy = false;
    *out = thinker->result;
    if (thinker->rc)
        return err_set(err, thinker->err.at, "%s", thinker->err.msg);
    return 1;
}

void thinker_stop(struct thinker *thinker)
{
    if (thinker->busy)
        thinker->source->stop(thinker->engine);
}

void thinker_ponder_hit(struct thinker *thinker)
{
    if (thinker->busy)
        thinker->source->ponder_hit(thinker->engine);
}

void thinker_abandon(struct thinker *thinker)
{
    if (!thinker->busy)
        return;
    thinker->source->stop(thinker->engine);
    pthread_join(thinker->thread, NULL);
    thinker->busy = false;
    thinker->has_news = thinker->done = false;
}

void thinker_new_game(struct thinker *thinker)
{
    assert(!thinker->busy);
    thinker->source->new_game(thinker->engine);
}
