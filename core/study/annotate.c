// SPDX-License-Identifier: MIT
/*
 * Workers take games from one list under a mutex, which also guards the journal; searching needs
 * neither. In the scan the next game is the first without a verdict; after it, the one whose plies
 * are worth most. What a ply is worth looking at is how uncertain its result is, and falls as it
 * has been looked at: a position that is won, lost or drawn for certain is worth nothing.
 */
#include "core/study/annotate.h"

#include "core/base/clock.h"
#include "core/book/probe.h"
#include "core/check/check.h"
#include "core/engine/endgame.h"
#include "core/engine/eval.h"
#include "core/store/record.h"
#include "core/study/judged-pack.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    VARIANTS_MAX = 64, /* rule sets of one run with an evaluation of their own */
    SCAN_PERCENT = 25, /* of the time */
    SCAN_NODES_MIN = 200,
    SCAN_NODES_MAX = 2000000,
    NODES_A_SECOND = 1500000, /* until it is known better */
    DEEPER = 4,               /* times the nodes of before */
    DEEPEN_PLIES = 12,        /* of a game at a time */
    TELL_MS = 100,
    STOP_MS = 50, /* between two looks whether searches are to end */
};

/** A game to judge. */
struct annotate_task {
    int64_t number;
    struct hash128 key;
    unsigned plies;
    bool taken, done;
    float worth; /* of looking deeper; 0 nothing to gain */
    uint64_t nodes;
};

/** What the engines of one rule set share. */
struct shared_variant {
    const struct rules *rules;
    struct eval *eval; /* NULL where the engine is not ours */
    struct egdb *egdb; /* NULL: none */
    bool refused;      /* it cannot be judged, which has been told */
};

struct annotate {
    const struct annotate_settings *settings;
    pthread_mutex_t mutex; /* guards all below, and the journal */
    struct journal *journal;
    struct annotate_task *tasks; /* owned */
    unsigned n, room, next;
    struct shared_variant variants[VARIANTS_MAX];
    unsigned n_variants;
    struct annotate_progress progress;
    unsigned n_working;   /* workers that have not ended yet */
    pthread_cond_t ended; /* one of them has */
    int64_t began, told;
    uint64_t plies, plies_done; /* of the scan */
    struct err *err;
    bool failed;
};

/** What one thread has. */
struct annotate_worker {
    struct annotate *run;
    struct judge *judge;
    const struct rules *rules; /* of the judge */
    struct checker *checker;
    struct arena arena;
    struct buffer record, bytes;
    struct book *book; /* NULL: none */
    struct book_answer answer;
    struct judge_cache cache;
    struct judged_ply plies[JUDGE_PLIES + 1];
    bool redo[JUDGE_PLIES];
    uint64_t nodes; /* of earlier judges */
};

/* ---- games ---- */

unsigned annotate_shard(struct hash128 key, unsigned shards)
{
    return shards ? (unsigned)((key.low ^ key.high) % shards) : 0;
}

static void add_number(struct buffer *out, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++)
        buffer_add_char(out, (char)(unsigned char)(number >> 8 * i));
}

/* Rules, start and moves: the same on every machine. */
static struct hash128 key_of(const struct game *game, struct buffer *scratch)
{
    buffer_clear(scratch);
    if (game->rules) {
        buffer_add_string(scratch, game->rules->name);
        buffer_add_char(scratch, '\0');
        buffer_add_string(scratch, game->rules->options ? game->rules->options : "");
    }
    buffer_add_char(scratch, '\0');
    add_number(scratch, game->start.pieces[WHITE]);
    add_number(scratch, game->start.pieces[BLACK]);
    add_number(scratch, game->start.kings);
    buffer_add_char(scratch, (char)game->start.turn);
    for (const struct node *node = game->line.first; node && node->state == NODE_PLAYED;
         node = node->next) {
        add_number(scratch, node->move.captured);
        buffer_add_char(scratch, (char)node->move.from);
        buffer_add_char(scratch, (char)node->move.to);
    }
    return hash128_of(scratch->s, scratch->n);
}

static unsigned legal_plies(const struct game *game)
{
    unsigned n = 0;
    for (const struct node *node = game->line.first;
         node && node->kind == NODE_MOVE && node->state == NODE_PLAYED; node = node->next)
        n++;
    return game->rules ? n : 0;
}

int annotate_pack(const struct game *game, struct buffer *out, struct err *err)
{
    struct buffer scratch = {0};
    uint8_t key[16];
    uint32_t plies = legal_plies(game);
    hash128_put(key_of(game, &scratch), key);
    buffer_add(out, (const char *)key, sizeof key);
    buffer_add(out, (const char *)&plies, sizeof plies);
    bool failed = scratch.failed || out->failed;
    buffer_fini(&scratch);
    return failed ? err_set(err, game->at, "out of memory") : record_pack(game, false, out, err);
}

bool annotate_unpack(struct text bytes, struct journal_game *out)
{
    uint32_t plies;
    if (bytes.n <= 16 + sizeof plies)
        return false;
    memcpy(&plies, bytes.s + 16, sizeof plies);
    *out = (struct journal_game){
        .key = hash128_get((const uint8_t *)bytes.s),
        .plies = plies,
        .record = {bytes.s + 16 + sizeof plies, bytes.n - 16 - sizeof plies},
    };
    return true;
}

static int add_task(void *ctx, int64_t number, const struct journal_game *game, struct err *err)
{
    struct annotate *run = ctx;
    const struct annotate_settings *s = run->settings;
    if (!game->plies || annotate_shard(game->key, s->shards) != s->shard)
        return 0;
    if (run->n == run->room) {
        unsigned room = run->room ? 2 * run->room : 1024;
        struct annotate_task *more = realloc(run->tasks, room * sizeof *more);
        if (!more)
            return err_set(err, (struct src_pos){0}, "out of memory");
        run->tasks = more;
        run->room = room;
    }
    run->tasks[run->n++] =
        (struct annotate_task){.number = number, .key = game->key, .plies = game->plies};
    return 0;
}

static int by_key(const void *a, const void *b)
{
    const struct annotate_task *x = a, *y = b;
    if (x->key.high != y->key.high)
        return x->key.high < y->key.high ? -1 : 1;
    if (x->key.low != y->key.low)
        return x->key.low < y->key.low ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static int by_number(const void *a, const void *b)
{
    const struct annotate_task *x = a, *y = b;
    return x->number < y->number ? -1 : 1;
}

/* Copies are judged once: the first of them stays. */
static void drop_copies(struct annotate *run)
{
    unsigned kept = 0;
    if (!run->n)
        return;
    qsort(run->tasks, run->n, sizeof *run->tasks, by_key);
    for (unsigned i = 0; i < run->n; i++)
        if (!kept || !hash128_same(run->tasks[i].key, run->tasks[kept - 1].key))
            run->tasks[kept++] = run->tasks[i];
    run->n = kept;
    qsort(run->tasks, run->n, sizeof *run->tasks, by_number);
}

/* ---- what is worth a deeper look ---- */

static double ply_worth(const struct judged_ply *ply)
{
    if (!(ply->flags & JUDGED)
        || ply->flags & (JUDGED_SINGLE | JUDGED_EXACT | JUDGED_BOOK | JUDGED_OTHER)
        || ply->best.exact)
        return 0;
    double expected = judge_expected(ply->best.wdl);
    double spread =
        (double)ply->best.wdl.win + (double)ply->best.wdl.draw / 4 - expected * expected;
    double nodes = ply->best.nodes ? (double)ply->best.nodes : 1;
    return (sqrt(spread > 0 ? spread : 0) + judge_loss(ply)) / sqrt(nodes);
}

/* The best few plies of a game, marked in `redo`. @return what they are worth */
static double choose_deeper(const struct judged_ply *plies, unsigned n, bool *redo)
{
    double most = 0, sum = 0;
    unsigned chosen = 0;
    for (unsigned i = 0; i < n; i++) {
        double worth = ply_worth(&plies[i]);
        most = worth > most ? worth : most;
    }
    for (unsigned i = 0; i < n; i++) {
        double worth = ply_worth(&plies[i]);
        redo[i] = worth > 0 && worth >= most / 2 && chosen < DEEPEN_PLIES;
        if (redo[i]) {
            chosen++;
            sum += worth;
        }
    }
    return chosen ? sum / chosen : 0;
}

/* ---- the cache: the journal's positions ---- */

static struct journal_effort effort_of(const struct engine_limits *limits)
{
    return (struct journal_effort){limits->nodes, limits->depth,
                                   limits->nodes || limits->depth ? 0 : limits->move_ms};
}

static int cache_find(void *ctx, const struct rules *rules, const struct position *pos,
                      uint64_t key, const struct engine_limits *limits, struct judgement *out,
                      struct err *err)
{
    struct annotate_worker *w = ctx;
    struct annotate *run = w->run;
    struct journal_effort effort = effort_of(limits);
    pthread_mutex_lock(&run->mutex);
    int rc =
        journal_position_find(run->journal, run->settings->engine, key, &effort, &w->bytes, err);
    pthread_mutex_unlock(&run->mutex);
    if (rc <= 0)
        return rc;
    long used = judged_pack_read_one(rules, pos, buffer_text(&w->bytes), out);
    return used > 0; /* damaged, or another position with that key: search it */
}

static int cache_keep(void *ctx, const struct rules *rules, const struct position *pos,
                      uint64_t key, const struct engine_limits *limits,
                      const struct judgement *judgement, struct err *err)
{
    struct annotate_worker *w = ctx;
    struct annotate *run = w->run;
    struct journal_effort effort = effort_of(limits);
    buffer_clear(&w->bytes);
    if (judged_pack_one(rules, pos, judgement, &w->bytes))
        return err_set(err, (struct src_pos){0}, "out of memory");
    pthread_mutex_lock(&run->mutex);
    int rc = journal_position_keep(run->journal, run->settings->engine, key, &effort,
                                   buffer_text(&w->bytes), err);
    pthread_mutex_unlock(&run->mutex);
    return rc;
}

/* ---- one game ---- */

/* Opens what a variant needs. @return 0, or -1 with `err` */
static int open_variant(const struct annotate_settings *s, struct shared_variant *out,
                        struct err *err)
{
    struct engine_options options = {.egdb = s->egdb};
    if (s->judge.ops == &engine_ops_dama
        && engine_open_eval(out->rules, &s->judge.engine, &out->eval, err))
        return -1;
    if (endgame_open(out->rules, &options, &out->egdb, err))
        return -1;
    return out->egdb ? egdb_prepare(out->egdb, err) : 0;
}

static void close_variant(struct shared_variant *variant)
{
    if (variant->eval)
        eval_close(variant->eval);
    if (variant->egdb)
        egdb_close(variant->egdb);
}

/* Finds what a variant's engines share, or opens it, once. Under the mutex. */
static struct shared_variant variant_of(struct annotate *run, const struct rules *rules)
{
    const struct annotate_settings *s = run->settings;
    struct shared_variant variant = {.rules = rules, .refused = true};
    struct err why = {0};
    for (unsigned i = 0; i < run->n_variants; i++)
        if (run->variants[i].rules == rules)
            return run->variants[i];
    if (run->n_variants == VARIANTS_MAX) {
        err_set(&why, (struct src_pos){0}, "too many rule sets in one run");
    } else if (open_variant(s, &variant, &why)) {
        close_variant(&variant);
        variant.eval = NULL;
        variant.egdb = NULL;
    } else {
        variant.refused = false;
    }
    if (variant.refused && s->refused)
        s->refused(s->ctx, rules, why.msg);
    if (run->n_variants < VARIANTS_MAX)
        run->variants[run->n_variants++] = variant;
    return variant;
}

/* Whether a move is in the worker's book. */
static bool is_in_book(void *ctx, const struct position *pos, const struct move *mv)
{
    struct annotate_worker *w = ctx;
    struct err err = {0};
    struct book_weighing weighing = {0};
    if (book_probe(w->book, pos, &weighing, false, &w->answer, &err) <= 0)
        return false;
    for (unsigned i = 0; i < w->answer.n; i++)
        if (w->answer.at[i].in_book && move_same(&w->answer.at[i].mv, mv))
            return true;
    return false;
}

static void use_variant(struct annotate_worker *w, const struct shared_variant *variant,
                        struct judge_options *options)
{
    options->cache = &w->cache;
    options->deadline = w->run->settings->deadline;
    options->stopped = w->run->settings->stopped;
    options->engine.shared_eval = variant->eval;
    options->egdb = variant->egdb;
    if (variant->egdb) {
        options->engine.hooks.endgame = endgame_value;
        options->engine.hooks.endgame_pieces = egdb_pieces(variant->egdb);
        options->engine.hooks.ctx = variant->egdb;
    }
    if (w->book && book_settings(w->book)->rules == variant->rules) {
        options->in_book = is_in_book;
        options->book_ctx = w;
    }
}

/* A judge for the game's rules. @return 1, 0 this variant is not judged, -1 with `err` */
static int ready_judge(struct annotate_worker *w, const struct rules *rules, struct err *err)
{
    struct annotate *run = w->run;
    struct judge_options options = run->settings->judge;
    struct shared_variant variant;
    if (w->rules == rules)
        return w->judge != NULL;
    struct judge *old = w->judge, *judge;
    if (old)
        w->nodes += judge_nodes(old);
    w->rules = rules;
    pthread_mutex_lock(&run->mutex);
    w->judge = NULL; /* nobody stops it any more */
    variant = variant_of(run, rules);
    pthread_mutex_unlock(&run->mutex);
    judge_close(old);
    if (variant.refused)
        return 0;
    use_variant(w, &variant, &options);
    if (judge_open(rules, &options, &judge, err))
        return -1;
    pthread_mutex_lock(&run->mutex);
    w->judge = judge;
    pthread_mutex_unlock(&run->mutex);
    return 1;
}

/* Reads a game of the list and plays it through. @return 1, 0 it cannot be judged, -1 with `err` */
static int load_game(struct annotate_worker *w, int64_t number, struct game *game, struct err *err)
{
    struct annotate *run = w->run;
    struct findings found = {.arena = &w->arena};
    struct record record;
    struct err why = {0};
    pthread_mutex_lock(&run->mutex);
    int rc = journal_game_record(run->journal, number, &w->record, err);
    pthread_mutex_unlock(&run->mutex);
    if (rc <= 0)
        return rc;
    arena_reset(&w->arena);
    *game = (struct game){.arena = &w->arena};
    if (!record_unpack(buffer_text(&w->record), &record) || record_game(&record, game, &why))
        return 0;
    return check_game(w->checker, game, &found, err) ? -1 : 1;
}

static int put_verdict(struct annotate_worker *w, struct annotate_task *task,
                       const struct game *game, unsigned n, uint64_t nodes, struct err *err)
{
    struct annotate *run = w->run;
    struct buffer bytes = {0};
    int rc = judged_pack(game, w->plies, n, &bytes)
                 ? err_set(err, (struct src_pos){0}, "out of memory")
                 : 0;
    pthread_mutex_lock(&run->mutex);
    if (rc == 0)
        rc = journal_verdict_put(run->journal, task->key, nodes, buffer_text(&bytes), err);
    if (rc == 0) {
        task->nodes = nodes;
        task->worth = (float)choose_deeper(w->plies, n, w->redo);
        if (!task->done)
            run->progress.done++;
        task->done = true;
    }
    pthread_mutex_unlock(&run->mutex);
    buffer_fini(&bytes);
    return rc;
}

/* What an earlier step has found out. @return 1, 0 nothing, -1 with `err` */
static int load_verdict(struct annotate_worker *w, const struct annotate_task *task,
                        const struct game *game, unsigned *n, struct err *err)
{
    struct annotate *run = w->run;
    struct buffer bytes = {0};
    uint64_t nodes;
    pthread_mutex_lock(&run->mutex);
    int rc = journal_verdict_get(run->journal, task->key, &nodes, &bytes, err);
    pthread_mutex_unlock(&run->mutex);
    if (rc > 0)
        rc = judged_pack_read(game, buffer_text(&bytes), w->plies, n);
    buffer_fini(&bytes);
    return rc;
}

/* @return 1 done, 0 stopped before, -1 with `err` */
static int judge_task(struct annotate_worker *w, struct annotate_task *task, bool deepen,
                      uint64_t nodes, struct err *err)
{
    struct annotate *run = w->run;
    struct engine_limits limits = run->settings->judge.limits;
    struct game game;
    unsigned n = 0;
    int rc = load_game(w, task->number, &game, err);
    if (rc > 0)
        rc = ready_judge(w, game.rules, err);
    if (rc <= 0) {
        task->worth = 0;
        return rc < 0 ? -1 : 1; /* not to be judged: nothing more to do */
    }
    memset(w->plies, 0, sizeof w->plies);
    if (deepen) {
        rc = load_verdict(w, task, &game, &n, err);
        if (rc < 0)
            return -1;
        deepen = rc > 0 && choose_deeper(w->plies, n, w->redo) > 0;
    }
    if (nodes)
        limits.nodes = nodes;
    if (run->settings->game_ms)
        limits.move_ms = run->settings->game_ms / task->plies + 1;
    judge_set_limits(w->judge, &limits);
    rc = judge_game(w->judge, &game, &run->settings->range, deepen ? w->redo : NULL, w->plies, &n,
                    err);
    if (rc < 0 || (rc == 0 && !deepen)) /* half a deeper look is still worth keeping */
        return rc;
    return put_verdict(w, task, &game, n, nodes, err) ? -1 : rc;
}

/* ---- workers ---- */

static bool is_over(const struct annotate *run)
{
    const struct annotate_settings *s = run->settings;
    return run->failed || (s->stopped && s->stopped())
           || (s->deadline && clock_ms() >= s->deadline);
}

/* How many nodes a position gets in the scan, so that it ends in its share of the time. */
static uint64_t scan_nodes(const struct annotate *run)
{
    const struct annotate_settings *s = run->settings;
    int64_t now = clock_ms(), spent = now - run->began;
    int64_t whole = (s->deadline - run->began) * SCAN_PERCENT / 100;
    double jobs = s->jobs ? s->jobs : 1, left = (double)(run->plies - run->plies_done);
    double rate = NODES_A_SECOND * jobs;
    if (spent > 1000 && run->progress.nodes)
        rate = (double)run->progress.nodes * 1000 / (double)spent;
    double share = (double)(whole - spent) / 1000 * rate / (left > 1 ? left : 1);
    return share < SCAN_NODES_MIN   ? SCAN_NODES_MIN
           : share > SCAN_NODES_MAX ? SCAN_NODES_MAX
                                    : (uint64_t)share;
}

/* The next game to work on. @return NULL: nothing is left */
static struct annotate_task *take_task(struct annotate *run, bool *deepen, uint64_t *nodes)
{
    struct annotate_task *best = NULL;
    *deepen = false;
    *nodes = run->settings->deadline ? scan_nodes(run) : 0;
    run->progress.scan_nodes = *nodes ? *nodes : run->progress.scan_nodes;
    for (; run->next < run->n; run->next++) {
        struct annotate_task *task = &run->tasks[run->next];
        if (!task->done && !task->taken) {
            run->next++;
            task->taken = true;
            return task;
        }
    }
    if (!run->settings->deadline)
        return NULL;
    for (unsigned i = 0; i < run->n; i++) {
        struct annotate_task *task = &run->tasks[i];
        if (!task->taken && task->worth > 0 && (!best || task->worth > best->worth))
            best = task;
    }
    if (best) {
        best->taken = true;
        *deepen = run->progress.deepening = true;
        *nodes = DEEPER * (best->nodes ? best->nodes : SCAN_NODES_MIN);
    }
    return best;
}

static void tell(struct annotate *run)
{
    const struct annotate_settings *s = run->settings;
    int64_t now = clock_ms();
    struct annotate_progress *p = &run->progress;
    p->ms = now - run->began;
    p->left_ms = -1;
    if (p->deepening)
        p->left_ms = s->deadline - now;
    else if (run->plies_done)
        p->left_ms = (int64_t)((double)p->ms * (double)(run->plies - run->plies_done)
                               / (double)run->plies_done);
    if (!s->progress || now - run->told < TELL_MS)
        return;
    run->told = now;
    s->progress(s->ctx, p);
}

static void *work(void *arg)
{
    struct annotate_worker *w = arg;
    struct annotate *run = w->run;
    struct err err = {0};
    for (;;) {
        bool deepen;
        uint64_t nodes, before = w->nodes + (w->judge ? judge_nodes(w->judge) : 0);
        pthread_mutex_lock(&run->mutex);
        struct annotate_task *task = is_over(run) ? NULL : take_task(run, &deepen, &nodes);
        run->n_working -= !task;
        if (!task)
            pthread_cond_signal(&run->ended);
        pthread_mutex_unlock(&run->mutex);
        if (!task)
            return NULL;
        int rc = judge_task(w, task, deepen, nodes, &err);
        pthread_mutex_lock(&run->mutex);
        task->taken = false;
        run->progress.nodes += w->nodes + (w->judge ? judge_nodes(w->judge) : 0) - before;
        run->progress.deepened += deepen;
        run->plies_done += deepen ? 0 : task->plies;
        if (rc > 0 && !task->done) { /* of a variant that is not judged */
            task->done = true;
            run->progress.done++;
        }
        if (rc < 0) {
            run->failed = true;
            err_set(run->err, err.at, "%s", err.msg);
        }
        tell(run);
        pthread_mutex_unlock(&run->mutex);
    }
}

static void close_worker(struct annotate_worker *w)
{
    if (!w)
        return;
    judge_close(w->judge);
    book_close(w->book);
    book_answer_fini(&w->answer);
    checker_close(w->checker);
    arena_fini(&w->arena);
    buffer_fini(&w->record);
    buffer_fini(&w->bytes);
    free(w);
}

static struct annotate_worker *open_worker(struct annotate *run, struct err *err)
{
    struct annotate_worker *w = calloc(1, sizeof *w);
    const char *book = run->settings->book;
    if (!w) {
        err_set(err, (struct src_pos){0}, "out of memory");
        return NULL;
    }
    w->run = run;
    w->cache = (struct judge_cache){.find = cache_find, .keep = cache_keep, .ctx = w};
    w->checker = checker_open(&(struct check_options){.quiet = true});
    if (!w->checker)
        err_set(err, (struct src_pos){0}, "out of memory");
    if (w->checker && (!book || book_open(book, BOOK_READ, &w->book, err) == 0))
        return w;
    close_worker(w);
    return NULL;
}

/*
 * Waits for all workers to end. A search may be long: it is ended when the run is to stop.
 */
static void wait_for_workers(struct annotate *run, struct annotate_worker **workers, unsigned n)
{
    pthread_mutex_lock(&run->mutex);
    while (run->n_working) {
        struct timespec soon = clock_after(STOP_MS);
        (void)pthread_cond_timedwait(&run->ended, &run->mutex, &soon);
        for (unsigned i = 0; i < n && is_over(run); i++)
            if (workers[i]->judge)
                judge_stop(workers[i]->judge);
    }
    pthread_mutex_unlock(&run->mutex);
}

static int run_workers(struct annotate *run, unsigned jobs, struct err *err)
{
    struct annotate_worker **workers = calloc(jobs, sizeof *workers);
    pthread_t *threads = calloc(jobs, sizeof *threads);
    unsigned n = 0;
    int rc = workers && threads ? 0 : err_set(err, (struct src_pos){0}, "out of memory");
    for (; rc == 0 && n < jobs; n++) {
        if (!(workers[n] = open_worker(run, err)))
            rc = -1;
        else if (pthread_create(&threads[n], NULL, work, workers[n])) {
            rc = err_set(err, (struct src_pos){0}, "no thread can be started");
            close_worker(workers[n]);
        }
        pthread_mutex_lock(&run->mutex);
        run->n_working += rc == 0;
        run->failed = run->failed || rc;
        pthread_mutex_unlock(&run->mutex);
        if (rc)
            break;
    }
    wait_for_workers(run, workers, n);
    for (unsigned i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
        close_worker(workers[i]);
    }
    free(workers);
    free(threads);
    return rc;
}

/* ---- the run ---- */

/* Takes over what the journal knows already. */
static int load_done(struct annotate *run, struct err *err)
{
    struct buffer bytes = {0};
    int rc = 0;
    for (unsigned i = 0; i < run->n && rc >= 0; i++) {
        struct annotate_task *task = &run->tasks[i];
        uint64_t nodes;
        rc = journal_verdict_get(run->journal, task->key, &nodes, &bytes, err);
        if (rc > 0) {
            task->done = true;
            task->nodes = nodes;
            task->worth =
                nodes ? (float)(1 / sqrt((double)nodes)) : 0; /* known better once it is read */
            run->progress.done++;
        } else {
            run->plies += task->plies;
        }
    }
    buffer_fini(&bytes);
    return rc < 0 ? -1 : 0;
}

static void finish(struct annotate *run)
{
    for (unsigned i = 0; i < run->n_variants; i++)
        close_variant(&run->variants[i]);
    free(run->tasks);
    pthread_cond_destroy(&run->ended);
    pthread_mutex_destroy(&run->mutex);
}

int annotate_run(struct journal *journal, const struct annotate_settings *settings,
                 struct annotate_progress *progress, struct err *err)
{
    struct annotate run = {
        .settings = settings, .journal = journal, .began = clock_ms(), .err = err};
    int rc = -1;
    if (pthread_mutex_init(&run.mutex, NULL))
        return err_set(err, (struct src_pos){0}, "no mutex can be made");
    if (clock_cond_init(&run.ended)) {
        pthread_mutex_destroy(&run.mutex);
        return err_set(err, (struct src_pos){0}, "no condition can be made");
    }
    if (journal_games_each(journal, add_task, &run, err) == 0) {
        drop_copies(&run);
        run.progress.games = run.n;
        rc = load_done(&run, err);
    }
    if (rc == 0)
        rc = run_workers(&run, settings->jobs ? settings->jobs : 1, err);
    if (rc == 0 && run.failed)
        rc = -1;
    if (rc == 0 && run.progress.done < run.n)
        rc = 1;
    if (rc == 0 && !settings->deadline && settings->stopped && settings->stopped())
        rc = 0; /* asked to stop when all was done */
    run.progress.ms = clock_ms() - run.began;
    *progress = run.progress;
    finish(&run);
    return rc;
}
