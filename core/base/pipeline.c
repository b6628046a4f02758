// SPDX-License-Identifier: MIT
/*
 * The calling thread reads, cuts and emits; workers take chunks in order from a ring and mark them
 * done:
 *
 *       emitted          taken            filled
 *          |  done, busy   |  waiting       |   free
 *     ...  [#] [ ] [#] [ ] [ ] [ ] [ ] [ ]  .  .  .          place = number % places
 *
 * The oldest chunk is emitted as soon as it is done, else a free place is filled, else the thread
 * waits. A parsed game can take a hundred times the memory of its text. So no place is filled while
 * the ring already holds as much text as a full ring usually does: it never holds more than one or
 * two very large games.
 */
#include "core/base/pipeline.h"

#include "core/base/chunks.h"
#include "core/base/clock.h"
#include "core/base/machine.h"
#include "core/base/signals.h"
#include "core/base/team.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { WAIT = 1000 /* ms, then look again */ };

struct ring_place {
    struct chunk_room room;
    bool done;
    int rc; /* returned by work */
    struct err err;
};

struct batch {
    const struct pipeline *pipeline;
    struct chunks *chunks;
    pthread_t *threads;
    unsigned n_threads, n_places;

    pthread_mutex_t lock; /* guards the fields below, and `done` of each place */
    pthread_cond_t waiting, done;
    struct ring_place *places;
    uint64_t emitted, taken, filled;
    size_t bytes, bytes_max; /* of text in the ring; used by the calling thread alone */
    bool closing;
    unsigned next_worker;
};

static struct ring_place *place_of(struct batch *b, uint64_t number)
{
    return &b->places[number % b->n_places];
}

static void do_work(const struct pipeline *pipeline, unsigned worker, struct ring_place *place)
{
    place->err = (struct err){0};
    place->room.chunk.result = NULL;
    place->rc = pipeline->work(pipeline->ctx, worker, &place->room.chunk, &place->err);
}

static void *work_on(void *arg)
{
    struct batch *b = arg;
    pthread_mutex_lock(&b->lock);
    unsigned worker = b->next_worker++;
    for (;;) {
        while (b->taken == b->filled && !b->closing) {
            struct timespec until = clock_after(WAIT);
            pthread_cond_timedwait(&b->waiting, &b->lock, &until);
        }
        if (b->closing)
            break;
        struct ring_place *place = place_of(b, b->taken++);
        pthread_mutex_unlock(&b->lock);
        do_work(b->pipeline, worker, place);
        pthread_mutex_lock(&b->lock);
        place->done = true;
        pthread_cond_signal(&b->done);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

/* Takes a finished chunk out. @return as emit */
static int emit(struct batch *b, struct ring_place *place, struct err *err)
{
    const struct pipeline *p = b->pipeline;
    if (place->rc)
        return err_pass(err, &place->err);
    int rc = p->emit(p->ctx, &place->room.chunk, err);
    chunk_room_clear(&place->room, p->chunk_size);
    if (rc == 0 && p->progress)
        p->progress(p->ctx, chunks_used(b->chunks));
    return rc;
}

static int run_alone(struct batch *b, struct err *err)
{
    struct ring_place *place = b->places;
    int rc;
    while ((rc = chunks_next(b->chunks, &place->room, err)) == 1) {
        do_work(b->pipeline, 0, place);
        rc = emit(b, place, err);
        if (rc)
            return rc;
    }
    return rc;
}

enum task { TASK_EMIT, TASK_FILL, TASK_END };

/* Waits until the calling thread has something to do. */
static enum task next_task(struct batch *b, bool more)
{
    enum task task;
    pthread_mutex_lock(&b->lock);
    for (;;) {
        bool any = b->emitted < b->filled;
        if (any && place_of(b, b->emitted)->done)
            task = TASK_EMIT;
        else if (more && b->filled - b->emitted < b->n_places && b->bytes < b->bytes_max)
            task = TASK_FILL;
        else if (!any)
            task = TASK_END;
        else {
            struct timespec until = clock_after(WAIT);
            pthread_cond_timedwait(&b->done, &b->lock, &until);
            continue;
        }
        break;
    }
    pthread_mutex_unlock(&b->lock);
    return task;
}

static void publish(struct batch *b)
{
    pthread_mutex_lock(&b->lock);
    place_of(b, b->filled)->done = false;
    b->filled++;
    pthread_cond_signal(&b->waiting);
    pthread_mutex_unlock(&b->lock);
}

static int run_together(struct batch *b, struct err *err)
{
    struct err later = {0}; /* a failure to cut, reported after the chunks before it are emitted */
    bool more = true;
    int rc = 0, end = 0;
    while (rc == 0) {
        switch (next_task(b, more)) {
        case TASK_EMIT:
            b->bytes -= place_of(b, b->emitted)->room.chunk.text.n;
            rc = emit(b, place_of(b, b->emitted), err);
            pthread_mutex_lock(&b->lock);
            b->emitted++;
            pthread_mutex_unlock(&b->lock);
            break;
        case TASK_FILL:
            end = chunks_next(b->chunks, &place_of(b, b->filled)->room, &later);
            more = end == 1;
            if (more) {
                b->bytes += place_of(b, b->filled)->room.chunk.text.n;
                publish(b);
            }
            break;
        case TASK_END:
            if (end < 0)
                err_pass(err, &later);
            return end;
        }
    }
    return rc;
}

static int open_locks(struct batch *b)
{
    if (pthread_mutex_init(&b->lock, NULL) != 0)
        return -1;
    if (clock_cond_init(&b->waiting) != 0) {
        pthread_mutex_destroy(&b->lock);
        return -1;
    }
    if (clock_cond_init(&b->done) != 0) {
        pthread_cond_destroy(&b->waiting);
        pthread_mutex_destroy(&b->lock);
        return -1;
    }
    return 0;
}

static void close_locks(struct batch *b)
{
    pthread_cond_destroy(&b->waiting);
    pthread_cond_destroy(&b->done);
    pthread_mutex_destroy(&b->lock);
}

/* If no thread can be started, the work is done on this one. */
static void start_threads(struct batch *b, unsigned jobs)
{
    b->threads = calloc(jobs, sizeof *b->threads);
    if (!b->threads || open_locks(b))
        return;
    while (b->n_threads < jobs && team_start(&b->threads[b->n_threads], work_on, b) == 0)
        b->n_threads++;
    if (b->n_threads == 0)
        close_locks(b);
}

static void stop_threads(struct batch *b)
{
    if (b->n_threads == 0)
        return;
    pthread_mutex_lock(&b->lock);
    b->closing = true;
    pthread_cond_broadcast(&b->waiting);
    pthread_mutex_unlock(&b->lock);
    for (unsigned i = 0; i < b->n_threads; i++)
        pthread_join(b->threads[i], NULL);
    close_locks(b);
}

/* After the threads have ended: drops the results that were not emitted. */
static void drop_results(struct batch *b)
{
    const struct pipeline *p = b->pipeline;
    for (uint64_t i = b->emitted; p->drop && i < b->taken; i++) {
        struct ring_place *place = place_of(b, i);
        if (place->done && !place->rc)
            p->drop(p->ctx, &place->room.chunk);
    }
}

unsigned pipeline_jobs(unsigned jobs)
{
    jobs = jobs ? jobs : machine_processors();
    return jobs < PIPELINE_JOBS_MAX ? jobs : PIPELINE_JOBS_MAX;
}

int pipeline_run(const struct pipeline *pipeline, const char *const *paths, unsigned n_paths,
                 struct err *err)
{
    unsigned jobs = pipeline_jobs(pipeline->jobs);
    struct batch b = {.pipeline = pipeline, .n_places = jobs == 1 ? 1 : 2 * jobs + 2};
    int rc = -1;
    b.bytes_max = b.n_places * (pipeline->chunk_size ? pipeline->chunk_size : CHUNKS_SIZE);
    const struct chunks_options options = {pipeline->split, pipeline->chunk_size,
                                           pipeline->encoding};
    if (chunks_open(&options, paths, n_paths, &b.chunks, err))
        return -1;
    b.places = calloc(b.n_places, sizeof *b.places);
    if (!b.places) {
        err_memory(err);
        goto done;
    }
    if (jobs > 1)
        start_threads(&b, jobs);
    rc = b.n_threads ? run_together(&b, err) : run_alone(&b, err);
    if (rc == 0 && signals_stopped())
        rc = 1;
done:
    stop_threads(&b);
    drop_results(&b);
    for (unsigned i = 0; b.places && i < b.n_places; i++)
        chunk_room_fini(&b.places[i].room);
    free(b.places);
    free(b.threads);
    chunks_close(b.chunks);
    return rc;
}

uint64_t pipeline_total(const char *const *paths, unsigned n_paths)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < n_paths; i++) {
        struct stat st;
        if (paths[i][0] == '-' && paths[i][1] == '\0')
            return 0;
        const bool exists = stat(paths[i], &st) == 0;
        if (exists ? !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode) : errno == ENOTDIR)
            return 0; /* a pipe, or a file in an archive */
        if (exists && S_ISREG(st.st_mode))
            sum += (uint64_t)st.st_size;
    }
    return sum;
}

size_t pipeline_split_lines(const char *text, size_t n, size_t target)
{
    for (size_t at = target < n ? target : n; at > 0; at--)
        if (text[at - 1] == '\n')
            return at;
    const char *end = target < n ? memchr(text + target, '\n', n - target) : NULL;
    return end ? (size_t)(end + 1 - text) : 0;
}
