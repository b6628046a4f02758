// SPDX-License-Identifier: MIT
/*
 * Workers take games from one list under a mutex, which also guards the journal; searching needs
 * neither. In the scan, the next game is the first without verdicts; after it, the one whose plies
 * are most worth a deeper look.
 */
#include "core/study/annotate.h"

#include "core/base/clock.h"
#include "core/base/team.h"
#include "core/study/annotate-plan.h"
#include "core/study/annotate-worker.h"

#include <math.h>
#include <stdlib.h>

enum {
    REPORT_MS = 100,
    STOP_MS = 50,     /* between two checks whether searches must end */
    FAILURES_MAX = 5, /* games in a row at which the engine may fail */
};

struct annotate {
    const struct annotate_settings *settings;
    struct annotate_shared shared; /* its mutex also guards all fields below */
    struct annotate_list list;
    unsigned next; /* index in the list of the next game to scan */
    struct annotate_progress progress;
    unsigned n_working;   /* workers that have not ended yet */
    pthread_cond_t ended; /* signalled when one of them ends */
    int64_t began, reported_at;
    uint64_t plies, plies_done; /* of the scan */
    unsigned failures;          /* in a row */
    struct err *err;
    bool failed;  /* `err` says why */
    bool gave_up; /* because the engine fails at every game */
};

/* ---- workers ---- */

static bool is_over(const struct annotate *run)
{
    const struct annotate_settings *s = run->settings;
    return run->failed || (s->stopped && s->stopped()) || deadline_is_over(&s->deadline);
}

static uint64_t scan_nodes(const struct annotate *run)
{
    const struct annotate_settings *s = run->settings;
    const int64_t spent = clock_ms() - run->began;
    const struct annotate_scan scan = {.spent = spent,
                                       .whole = spent + deadline_left(&s->deadline),
                                       .nodes = run->progress.nodes,
                                       .plies = run->plies,
                                       .plies_done = run->plies_done,
                                       .jobs = s->jobs};
    return annotate_scan_nodes(&scan);
}

/* The next game to work on. @return NULL: nothing is left */
static struct annotate_task *take_task(struct annotate *run, bool *deepen, uint64_t *nodes)
{
    *deepen = false;
    *nodes = deadline_is_set(&run->settings->deadline) ? scan_nodes(run) : 0;
    run->progress.scan_nodes = *nodes ? *nodes : run->progress.scan_nodes;
    while (run->next < run->list.n) {
        struct annotate_task *task = &run->list.at[run->next++];
        if (!task->done && !task->taken) {
            task->taken = true;
            return task;
        }
    }
    if (!deadline_is_set(&run->settings->deadline))
        return NULL;
    struct annotate_task *best = annotate_take_best(&run->list);
    if (best) {
        best->taken = true;
        *deepen = run->progress.deepening = true;
        *nodes = annotate_deeper_nodes(best);
    }
    return best;
}

static void report_progress(struct annotate *run)
{
    const struct annotate_settings *s = run->settings;
    int64_t now = clock_ms();
    struct annotate_progress *p = &run->progress;
    p->ms = now - run->began;
    p->left_ms = -1;
    if (p->deepening
        || deadline_is_set(&s->deadline)) /* the rest of the time is for deeper looks */
        p->left_ms = deadline_left(&s->deadline);
    else if (run->plies_done)
        p->left_ms = (int64_t)((double)p->ms * (double)(run->plies - run->plies_done)
                               / (double)run->plies_done);
    if (!s->progress || now - run->reported_at < REPORT_MS)
        return;
    run->reported_at = now;
    s->progress(s->ctx, p);
}

/* A thread and its worker. */
struct thread {
    struct annotate *run;
    struct annotate_worker *worker;
    pthread_t id;
};

/*
 * Gives up a game at which the engine has failed: it is not tried again in this run. If only a
 * deeper look failed, the game still has its verdicts, and is no reason to end the run.
 */
static void pass_over(struct annotate *run, struct annotate_task *task, const struct err *why)
{
    const struct annotate_settings *s = run->settings;
    task->worth = 0;
    if (task->done)
        return;
    run->progress.failed++;
    if (s->failed)
        s->failed(s->ctx, task, why->msg);
    if (++run->failures < FAILURES_MAX || run->failed)
        return;
    run->failed = run->gave_up = true;
    err_set(run->err, why->at, "the engine failed on %d games in a row: %s", FAILURES_MAX,
            why->msg);
}

/* Records the outcome for a game. Call it with the mutex. */
static void finish_task(struct annotate *run, struct annotate_task *task, int outcome,
                        bool was_done, struct err *err)
{
    task->taken = false;
    if (outcome == ANNOTATE_PASSED) { /* there is nothing more to do */
        task->worth = 0;
        task->done = true;
    }
    run->progress.done += task->done && !was_done;
    if (outcome == ANNOTATE_JUDGED)
        run->failures = 0;
    if (outcome == ANNOTATE_FAILED && !is_over(run)) /* a stopped one has not failed */
        pass_over(run, task, err);
    if (outcome < 0) {
        run->failed = true;
        err_pass(run->err, err);
    }
    annotate_offer(&run->list, task);
    report_progress(run);
}

static void *work(void *arg)
{
    struct thread *thread = arg;
    struct annotate *run = thread->run;
    struct annotate_worker *worker = thread->worker;
    pthread_mutex_t *mutex = &run->shared.mutex;
    for (;;) {
        bool deepen;
        struct err err = {0};
        uint64_t nodes, before = annotate_worker_nodes(worker);
        pthread_mutex_lock(mutex);
        struct annotate_task *task = is_over(run) ? NULL : take_task(run, &deepen, &nodes);
        run->n_working -= !task;
        if (!task)
            pthread_cond_signal(&run->ended);
        pthread_mutex_unlock(mutex);
        if (!task)
            return NULL;
        bool was_done = task->done;
        int outcome = annotate_worker_judge(worker, task, deepen, nodes, &err);
        pthread_mutex_lock(mutex);
        run->progress.nodes += annotate_worker_nodes(worker) - before;
        run->progress.deepened += deepen;
        run->plies_done += deepen ? 0 : task->plies;
        finish_task(run, task, outcome, was_done, &err);
        pthread_mutex_unlock(mutex);
    }
}

/*
 * Waits for all workers to end, and reports their progress. If the run must stop, searches are
 * ended, since they may be long.
 */
static void wait_for_workers(struct annotate *run, struct thread *threads, unsigned n)
{
    pthread_mutex_lock(&run->shared.mutex);
    while (run->n_working) {
        struct timespec soon = clock_after(STOP_MS);
        (void)pthread_cond_timedwait(&run->ended, &run->shared.mutex, &soon);
        report_progress(run);
        for (unsigned i = 0; i < n && is_over(run); i++)
            annotate_worker_stop(threads[i].worker);
    }
    pthread_mutex_unlock(&run->shared.mutex);
}

static int start_thread(struct annotate *run, struct thread *thread, struct err *err)
{
    int rc = -1;
    thread->run = run;
    if ((thread->worker = annotate_worker_open(&run->shared, err)) != NULL) {
        pthread_mutex_lock(&run->shared.mutex);
        if (team_start(&thread->id, work, thread) == 0) {
            run->n_working++;
            rc = 0;
        }
        pthread_mutex_unlock(&run->shared.mutex);
        if (rc)
            err_plain(err, "cannot start a thread");
    }
    if (rc)
        annotate_worker_close(thread->worker);
    return rc;
}

static int run_workers(struct annotate *run, unsigned jobs, struct err *err)
{
    struct thread *threads = calloc(jobs, sizeof *threads);
    struct err why = {0}; /* not `err`: workers that already run may be filling it */
    unsigned n = 0;
    int rc = threads ? 0 : err_memory(&why);
    while (rc == 0 && n < jobs)
        if ((rc = start_thread(run, &threads[n], &why)) == 0)
            n++;
    pthread_mutex_lock(&run->shared.mutex);
    run->failed = run->failed || rc;
    if (rc)
        err_pass(err, &why);
    pthread_mutex_unlock(&run->shared.mutex);
    wait_for_workers(run, threads, n);
    for (unsigned i = 0; i < n; i++) {
        pthread_join(threads[i].id, NULL);
        annotate_worker_close(threads[i].worker);
    }
    free(threads);
    return rc;
}

/* ---- the run ---- */

/* Takes over what the journal knows already. */
static int load_done(struct annotate *run, struct err *err)
{
    struct buffer bytes = {0};
    int rc = 0;
    for (unsigned i = 0; i < run->list.n && rc >= 0; i++) {
        struct annotate_task *task = &run->list.at[i];
        uint64_t nodes;
        rc = journal_verdict_get(run->shared.journal, task->key, &nodes, &bytes, err);
        if (rc > 0) {
            task->done = true;
            task->nodes = nodes;
            task->worth =
                nodes ? (float)(1 / sqrt((double)nodes)) : 0; /* known better once it is read */
            annotate_offer(&run->list, task);
            run->progress.done++;
        } else {
            run->plies += task->plies;
        }
    }
    buffer_fini(&bytes);
    return rc < 0 ? -1 : 0;
}

int annotate_run(struct journal *journal, const struct annotate_settings *settings,
                 struct annotate_progress *progress, struct err *err)
{
    struct annotate run = {.settings = settings,
                           .shared = {.settings = settings, .journal = journal},
                           .began = clock_ms(),
                           .err = err};
    if (pthread_mutex_init(&run.shared.mutex, NULL) != 0)
        return err_memory(err);
    if (clock_cond_init(&run.ended) != 0) {
        pthread_mutex_destroy(&run.shared.mutex);
        return err_memory(err);
    }
    int rc = annotate_list_load(&run.list, journal, settings->shard, settings->shards, err);
    run.progress.games = run.list.n;
    if (rc == 0)
        rc = annotate_shared_check(&run.shared, err);
    if (rc == 0)
        rc = load_done(&run, err);
    run.progress.before = run.progress.done;
    if (rc == 0)
        rc = run_workers(&run, settings->jobs ? settings->jobs : 1, err);
    if (rc == 0 && run.failed)
        rc = run.gave_up ? 2 : -1;
    if (rc == 0 && run.progress.done + run.progress.failed < run.list.n)
        rc = 1;
    if (journal_commit(journal, err)) /* searches for games that were stopped */
        rc = -1;
    run.progress.ms = clock_ms() - run.began;
    *progress = run.progress;
    annotate_shared_fini(&run.shared);
    annotate_list_fini(&run.list);
    pthread_cond_destroy(&run.ended);
    pthread_mutex_destroy(&run.shared.mutex);
    return rc;
}
