// SPDX-License-Identifier: MIT
/*
 * Threads take tasks in order, so that the first answers come while the last tasks still wait. Each
 * thread clears its engine before a search: no answer depends on what the engine was asked before.
 * While waiting, the caller checks every LOOK_MS whether to stop. A search that was cut short has
 * no result, and its task counts as not done.
 */
#include "core/study/search-pool.h"

#include "core/base/clock.h"
#include "core/base/team.h"

#include <pthread.h>
#include <stdlib.h>

enum { LOOK_MS = 100 };

struct searcher {
    struct search_pool *pool;
    void *engine; /* from ops->open */
    pthread_t thread;
    bool started;
};

struct search_pool {
    struct search_pool_options options;
    struct searcher *searchers; /* owned, n of them */
    unsigned n;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    /* guarded by lock: */
    struct search_task *tasks;
    unsigned n_tasks, next, busy;
    bool closing, stopping, failed;
    struct err err;
};

static int search(struct searcher *s, struct search_task *task, struct err *err)
{
    const struct search_pool_options *o = &s->pool->options;
    struct engine_result result = {0};
    o->ops->new_game(s->engine); /* so that an answer does not depend on what was asked before */
    if (o->ops->think(s->engine, &task->pos, NULL, 0, &o->limits, NULL, NULL, &result, err))
        return -1;
    task->score = result.lines[0].score;
    task->depth = result.depth;
    task->nodes = result.nodes;
    return 0;
}

/* @return a task, NULL when the pool closes; the lock is held */
static struct search_task *take_task(struct search_pool *pool)
{
    while (!pool->closing && (pool->next == pool->n_tasks || pool->stopping || pool->failed))
        pthread_cond_wait(&pool->work, &pool->lock);
    if (pool->closing)
        return NULL;
    pool->busy++;
    return &pool->tasks[pool->next++];
}

static void *search_main(void *ctx)
{
    struct searcher *s = ctx;
    struct search_pool *pool = s->pool;
    struct search_task *task;
    pthread_mutex_lock(&pool->lock);
    while ((task = take_task(pool))) {
        struct err err = {0};
        pthread_mutex_unlock(&pool->lock);
        int rc = search(s, task, &err);
        pthread_mutex_lock(&pool->lock);
        pool->busy--;
        if (rc == 0 && !pool->stopping) /* a search that was cut short has no result */
            task->done = true;
        if (rc && !pool->failed) {
            pool->failed = true;
            pool->err = err;
        }
        pthread_cond_broadcast(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static int open_searcher(struct search_pool *pool, unsigned i, struct err *err)
{
    const struct search_pool_options *o = &pool->options;
    struct searcher *s = &pool->searchers[i];
    s->pool = pool;
    if (o->ops->open(o->ops_ctx, o->rules, &o->engine, &s->engine, err))
        return -1;
    s->started = team_start(&s->thread, search_main, s) == 0;
    return s->started ? 0 : err_plain(err, "cannot start a thread");
}

static int open_locks(struct search_pool *pool, struct err *err)
{
    if (pthread_mutex_init(&pool->lock, NULL) != 0)
        return err_memory(err);
    if (pthread_cond_init(&pool->work, NULL) != 0) {
        pthread_mutex_destroy(&pool->lock);
        return err_memory(err);
    }
    if (clock_cond_init(&pool->done) != 0) {
        pthread_cond_destroy(&pool->work);
        pthread_mutex_destroy(&pool->lock);
        return err_memory(err);
    }
    return 0;
}

int search_pool_open(const struct search_pool_options *options, struct search_pool **out,
                     struct err *err)
{
    struct search_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return err_memory(err);
    if (open_locks(pool, err)) {
        free(pool);
        return -1;
    }
    pool->options = *options;
    pool->n = options->threads ? options->threads : 1;
    pool->searchers = calloc(pool->n, sizeof *pool->searchers);
    int rc = pool->searchers ? 0 : err_memory(err);
    for (unsigned i = 0; rc == 0 && i < pool->n; i++)
        rc = open_searcher(pool, i, err);
    if (rc) {
        search_pool_close(pool);
        return -1;
    }
    *out = pool;
    return 0;
}

void search_pool_begin(struct search_pool *pool, struct search_task *tasks, unsigned n)
{
    pthread_mutex_lock(&pool->lock);
    pool->tasks = tasks;
    pool->n_tasks = n;
    pool->next = 0;
    for (unsigned i = 0; i < n; i++)
        tasks[i].done = false;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
}

/* The lock is held. */
static bool all_done(const struct search_pool *pool, unsigned first)
{
    for (unsigned i = 0; i < first; i++) {
        if (!pool->tasks[i].done)
            return false;
    }
    return true;
}

/*
 * Ends all searches and waits for them; the lock is held. An engine that had just begun is stopped
 * by the next round.
 */
static void stop_all(struct search_pool *pool)
{
    pool->stopping = true;
    while (pool->busy) {
        for (unsigned i = 0; i < pool->n; i++) {
            if (pool->searchers[i].engine)
                pool->options.ops->stop(pool->searchers[i].engine);
        }
        struct timespec until = clock_after(LOOK_MS / 10);
        pthread_cond_timedwait(&pool->done, &pool->lock, &until);
    }
    for (unsigned i = 0; i < pool->n; i++) {
        if (pool->searchers[i].engine) /* if opening one has failed, some are missing */
            pool->options.ops->resume(pool->searchers[i].engine);
    }
    pool->next = pool->n_tasks;
    pool->stopping = false;
}

int search_pool_wait(struct search_pool *pool, unsigned first, struct err *err)
{
    const struct search_pool_options *o = &pool->options;
    int rc = 0;
    pthread_mutex_lock(&pool->lock);
    while (rc == 0 && !all_done(pool, first) && !pool->failed) {
        pthread_mutex_unlock(&pool->lock); /* never held over a callback */
        bool stopped = o->stopped && o->stopped(o->ctx);
        pthread_mutex_lock(&pool->lock);
        if (stopped) {
            stop_all(pool);
            rc = 1;
        } else if (!all_done(pool, first) && !pool->failed) {
            struct timespec until = clock_after(LOOK_MS);
            pthread_cond_timedwait(&pool->done, &pool->lock, &until);
        }
    }
    if (rc == 0 && !all_done(pool, first)) { /* tasks done before a failure still count */
        stop_all(pool);
        rc = err_pass(err, &pool->err);
    }
    pthread_mutex_unlock(&pool->lock);
    return rc;
}

void search_pool_end(struct search_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    stop_all(pool);
    pool->tasks = NULL;
    pool->n_tasks = pool->next = 0;
    pthread_mutex_unlock(&pool->lock);
}

void search_pool_close(struct search_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    if (pool->searchers)
        stop_all(pool);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; pool->searchers && i < pool->n; i++) {
        if (pool->searchers[i].started)
            pthread_join(pool->searchers[i].thread, NULL);
        if (pool->searchers[i].engine)
            pool->options.ops->close(pool->searchers[i].engine);
    }
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->done);
    free(pool->searchers);
    free(pool);
}
