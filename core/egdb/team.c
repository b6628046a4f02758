// SPDX-License-Identifier: MIT
#include "core/egdb/team.h"

#include <pthread.h>
#include <stdatomic.h>

struct team {
    atomic_size_t next;
    size_t n;
    egdb_team_work *work;
    void *ctx;
};

static void *take_pieces(void *arg)
{
    struct team *team = arg;
    for (;;) {
        size_t piece = atomic_fetch_add_explicit(&team->next, 1, memory_order_relaxed);
        if (piece >= team->n)
            return NULL;
        team->work(team->ctx, piece);
    }
}

void egdb_team_run(unsigned threads, size_t n, egdb_team_work *work, void *ctx)
{
    struct team team = {.n = n, .work = work, .ctx = ctx};
    pthread_t other[EGDB_THREADS_MAX];
    unsigned n_other = 0;
    if (threads > EGDB_THREADS_MAX)
        threads = EGDB_THREADS_MAX;
    atomic_init(&team.next, 0);
    while (n_other + 1 < threads && n_other + 1 < n
           && pthread_create(&other[n_other], NULL, take_pieces, &team) == 0)
        n_other++;
    take_pieces(&team);
    while (n_other > 0)
        pthread_join(other[--n_other], NULL);
}
