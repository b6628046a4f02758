// SPDX-License-Identifier: MIT
#include "core/base/team.h"

#include <stdatomic.h>

/* A search uses some 300 KB, with sanitizers several times that; musl gives 128 KiB. */
static const size_t STACK_LEAST = (size_t)2 << 20;

int team_start(pthread_t *thread, void *(*run)(void *ctx), void *ctx)
{
    pthread_attr_t attr;
    size_t size = 0;
    int rc = pthread_attr_init(&attr);
    if (rc)
        return rc;
    if (pthread_attr_getstacksize(&attr, &size) == 0 && size < STACK_LEAST)
        rc = pthread_attr_setstacksize(&attr, STACK_LEAST);
    if (!rc)
        rc = pthread_create(thread, &attr, run, ctx);
    pthread_attr_destroy(&attr);
    return rc;
}

void team_run(unsigned threads, void *(*member)(void *ctx), void *ctx)
{
    pthread_t other[TEAM_THREADS_MAX];
    unsigned n = 0;
    if (threads > TEAM_THREADS_MAX)
        threads = TEAM_THREADS_MAX;
    while (n + 1 < threads && team_start(&other[n], member, ctx) == 0)
        n++;
    member(ctx);
    while (n > 0)
        pthread_join(other[--n], NULL);
}

/* A loop whose items are taken one by one. */
struct loop {
    atomic_size_t next;
    size_t n;
    team_work *work;
    void *ctx;
};

static void *take_items(void *arg)
{
    struct loop *loop = arg;
    for (;;) {
        size_t item = atomic_fetch_add_explicit(&loop->next, 1, memory_order_relaxed);
        if (item >= loop->n)
            return NULL;
        loop->work(loop->ctx, item);
    }
}

void team_share(unsigned threads, size_t n, team_work *work, void *ctx)
{
    struct loop loop = {.n = n, .work = work, .ctx = ctx};
    atomic_init(&loop.next, 0);
    team_run(threads < n ? threads : (unsigned)n, take_items, &loop);
}

int team_barrier_init(struct team_barrier *barrier, unsigned threads)
{
    barrier->threads = threads;
    barrier->here = barrier->round = 0;
    int rc = pthread_mutex_init(&barrier->mutex, NULL);
    if (rc)
        return rc;
    rc = pthread_cond_init(&barrier->all_here, NULL);
    if (rc)
        pthread_mutex_destroy(&barrier->mutex);
    return rc;
}

void team_barrier_wait(struct team_barrier *barrier)
{
    pthread_mutex_lock(&barrier->mutex);
    const unsigned round = barrier->round;
    if (++barrier->here == barrier->threads) {
        barrier->here = 0;
        barrier->round++;
        pthread_cond_broadcast(&barrier->all_here);
    }
    while (round == barrier->round)
        pthread_cond_wait(&barrier->all_here, &barrier->mutex);
    pthread_mutex_unlock(&barrier->mutex);
}

void team_barrier_fini(struct team_barrier *barrier)
{
    pthread_cond_destroy(&barrier->all_here);
    pthread_mutex_destroy(&barrier->mutex);
}
