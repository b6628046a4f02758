// SPDX-License-Identifier: MIT
/*
 * The engine around the search: opening, limits, pondering, and how an answer is made. The search
 * itself is in deepening.c and search.c.
 */
#include "core/engine/engine.h"

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/engine/deepening.h"
#include "core/engine/endgame-probe.h"
#include "core/engine/endgame.h"
#include "core/engine/engine-internal.h"
#include "core/engine/level.h"
#include "core/engine/search.h"
#include "core/engine/static-score.h"
#include "core/engine/time-plan.h"
#include "core/engine/wdl.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- open and close ---- */

static int open_workers(struct engine *engine, struct err *err)
{
    engine->worker = calloc(engine->n_threads, sizeof(struct worker *));
    for (unsigned i = 0; engine->worker && i < engine->n_threads; i++)
        if (!(engine->worker[i] = worker_open(&engine->shared, i)))
            return err_memory(err);
    return engine->worker ? 0 : err_memory(err);
}

static search_code *choose_code(bool portable)
{
#ifdef ENGINE_HAS_AVX2
    if (!portable && CPU_HAS_AVX2())
        return search_root_avx2;
#endif
    (void)portable;
    return search_root;
}

/* Allocates what threads use to tell each other about their searches. */
static int open_team(struct engine *engine, struct err *err)
{
    if (engine->n_threads == 1)
        return 0;
    struct search_shared *shared = &engine->shared;
    shared->n_workers = engine->n_threads;
    shared->deferral = calloc(1, sizeof *shared->deferral);
    shared->split = calloc(engine->n_threads, sizeof *shared->split);
    return shared->deferral && shared->split ? 0 : err_memory(err);
}

static int open_locks(struct engine *engine, struct err *err)
{
    if (pthread_mutex_init(&engine->lock, NULL) != 0)
        return err_memory(err);
    if (clock_cond_init(&engine->changed) != 0) {
        pthread_mutex_destroy(&engine->lock);
        return err_memory(err);
    }
    return 0;
}

int engine_open_eval(const struct rules *rules, const struct engine_options *options,
                     struct eval **out, struct err *err)
{
    struct err missing = {0};
    if (options->eval || weights_find(rules, &missing))
        return eval_open(rules, options->eval, out, err);
    if (options->warn)
        options->warn(options->hooks.ctx, &missing);
    return eval_open(rules, "material", out, err);
}

static int take_eval(struct engine *engine, const struct engine_options *options, struct err *err)
{
    if (!options->shared_eval)
        return engine_open_eval(engine->rules, options, &engine->eval, err);
    if (options->shared_eval->rules != engine->rules)
        return err_plain(err, "evaluation for %s, expected %s",
                         rules_spelling(options->shared_eval->rules),
                         rules_spelling(engine->rules));
    engine->eval = eval_share(options->shared_eval);
    return 0;
}

static int take_egdb(struct engine *engine, const struct engine_options *options, struct err *err)
{
    struct engine_hooks *hooks = &engine->shared.hooks;
    engine->hooks = *hooks = options->hooks;
    if (endgame_open(engine->rules, options, &engine->egdb, err))
        return -1;
    if (engine->egdb) {
        hooks->endgame = endgame_value;
        hooks->endgame_pieces = egdb_pieces(engine->egdb);
        hooks->ctx = engine->egdb;
    }
    return 0;
}

int engine_open(const struct rules *rules, const struct engine_options *options,
                struct engine **out, struct err *err)
{
    static const struct engine_options none = {0};
    options = options ? options : &none;
    if (options->threads > ENGINE_THREADS_MAX)
        return err_plain(err, "%u threads are too many; at most %d are possible", options->threads,
                         ENGINE_THREADS_MAX);
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return err_memory(err);
    if (open_locks(engine, err)) {
        free(engine);
        return -1;
    }
    engine->rules = engine->shared.rules = rules;
    engine->search = choose_code(options->portable);
    engine->shared.tuning = options->tuning ? *options->tuning : tuning_of(rules);
    engine->shared.draws = options->draws;
    engine->stopped = options->stopped;
    engine->warn = options->warn;
    engine->level = level_find(options->level);
    engine->seed = options->seed;
    engine->n_threads = options->threads ? options->threads : 1;
    atomic_init(&engine->shared.stop, false);
    if (options->level && !engine->level) {
        err_plain(err, "level '%c': expected A to D", options->level);
        goto fail;
    }
    if (!engine->shared.draws
        && !(engine->shared.draws = draw_profile_find(rules, (struct text){NULL, 0}, err)))
        goto fail;
    if (take_egdb(engine, options, err) || take_eval(engine, options, err)
        || table_open(&engine->shared.table, options->hash ? options->hash : (size_t)64 << 20, err))
        goto fail;
    engine->shared.eval = engine->eval;
    if (open_workers(engine, err) || open_team(engine, err))
        goto fail;
    *out = engine;
    return 0;
fail:
    engine_close(engine);
    return -1;
}

void engine_close(struct engine *engine)
{
    if (!engine)
        return;
    for (unsigned i = 0; engine->worker && i < engine->n_threads; i++)
        worker_close(engine->worker[i]);
    free(engine->worker);
    free(engine->root);
    free(engine->line);
    free(engine->shared.deferral);
    free(engine->shared.split);
    table_close(&engine->shared.table);
    eval_close(engine->eval);
    egdb_close(engine->egdb);
    pthread_cond_destroy(&engine->changed);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

void engine_new_game(struct engine *engine)
{
    if (engine->egdb)
        egdb_prepare(engine->egdb, NULL); /* if memory runs out, the engine just knows less */
    table_clear(&engine->shared.table);
    for (unsigned i = 0; i < engine->n_threads; i++)
        worker_clear_history(engine->worker[i]);
}

/* ---- stopping ---- */

void engine_stop(struct engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    atomic_store(&engine->shared.stop, true);
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
}

void engine_resume(struct engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    atomic_store(&engine->shared.stop, false);
    engine->hit = false;
    pthread_mutex_unlock(&engine->lock);
}

void engine_ponder_hit(struct engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    engine->hit = true;
    if (engine->pondering) {
        engine->pondering = false;
        atomic_store(&engine->counted, clock_ms());
    }
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
}

/* Time that counts against the limits. */
int64_t engine_time_used(const struct engine *engine)
{
    int64_t from = atomic_load(&engine->counted);
    return from == INT64_MAX ? 0 : clock_ms() - from;
}

static bool time_up(void *ctx)
{
    const struct engine *engine = ctx;
    if (engine->stopped && engine->stopped())
        return true;
    return engine->plan.hard != INT64_MAX && engine_time_used(engine) >= engine->plan.hard;
}

/* Waits until the answer may be given: pondering is over, or an endless search was stopped. */
void engine_wait_to_answer(struct engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    while (!atomic_load(&engine->shared.stop) && (engine->pondering || engine->limits->infinite)) {
        struct timespec deadline = clock_after(1000);
        pthread_cond_timedwait(&engine->changed, &engine->lock, &deadline);
    }
    pthread_mutex_unlock(&engine->lock);
}

/* ---- one search ---- */

/* Whether to play at a learner's level; an analysis is always as good as it can be. */
static bool plays_as_learner(const struct engine *engine)
{
    return engine->level && !engine->limits->analyze && !engine->limits->infinite;
}

static uint64_t all_nodes(const struct engine *engine)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < engine->n_threads; i++)
        n += atomic_load_explicit(&engine->worker[i]->nodes, memory_order_relaxed);
    return n;
}

static double share_left(const struct engine *engine, const struct position *pos)
{
    unsigned n = POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]);
    double share = (double)n / engine->eval->weights.pieces;
    return share < 1 ? share : 1;
}

/* The chances that a score stands for in a position, by the model fitted for the variant. */
static struct wdl chances(const struct engine *engine, const struct position *pos, int score)
{
    return wdl_of(&engine->eval->weights.wdl, score, share_left(engine, pos));
}

static void line_fill(const struct engine *engine, const struct root_move *move,
                      struct engine_line *line)
{
    line->score = move->score == -SCORE_NONE ? move->before : move->score;
    line->wdl = chances(engine, &engine->worker[0]->node[0].pos, line->score);
    if (engine->shared.root_value == EXACT_DRAW && abs(line->score) <= KNOWN_DRAW_MAX) {
        line->score = 0; /* other scores serve only to choose among moves that draw */
        line->wdl = (struct wdl){.draw = 1};
    }
    line->n = move->n_pv ? move->n_pv : 1;
    line->pv[0] = move->mv;
    memcpy(line->pv, move->pv, move->n_pv * sizeof *line->pv);
}

void engine_report_line(struct engine *engine, unsigned depth, unsigned index, enum bound bound)
{
    if (!engine->report)
        return;
    const struct worker *s = engine->worker[0];
    struct engine_line line;
    line_fill(engine, &s->root[index], &line);
    struct engine_info info = {
        .depth = depth,
        .depth_max = s->depth_max > depth ? s->depth_max : depth,
        .index = index,
        .lower = bound == BOUND_LOWER,
        .upper = bound == BOUND_UPPER,
        .nodes = all_nodes(engine),
        .ms = clock_ms() - engine->begun,
        .hash_full = table_full(&engine->shared.table),
        .line = &line,
    };
    engine->report(engine->report_ctx, &info);
}

/*
 * Lists the moves of the root; if limits->only is given, only those.
 * @param is_single set to whether the rules allow only one move
 * @return 0, or -1: out of memory
 */
static int list_root(struct engine *engine, const struct position *pos, unsigned *n,
                     bool *is_single)
{
    const struct engine_limits *limits = engine->limits;
    struct moves list;
    moves_init(&list);
    int rc = moves_generate(engine->rules, pos, &list);
    free(engine->root);
    engine->root =
        rc < 0 ? NULL
               : calloc((list.n + 1) * (size_t)(engine->n_threads + 1), sizeof *engine->root);
    *n = 0;
    *is_single = list.n == 1;
    for (unsigned i = 0; engine->root && i < list.n; i++) {
        bool wanted = !limits->only;
        for (unsigned k = 0; !wanted && k < limits->n_only; k++)
            wanted = move_same(&limits->only[k], &list.at[i]);
        if (wanted)
            engine->root[(*n)++] = (struct root_move){.mv = list.at[i], .score = -SCORE_NONE};
    }
    moves_fini(&list);
    return engine->root ? 0 : -1;
}

static int set_workers(struct engine *engine, const struct position *start,
                       const struct move *moves, unsigned n)
{
    atomic_store(&engine->shared.depth_done, 0);
    for (unsigned i = 0; i < engine->n_threads; i++) {
        struct worker *s = engine->worker[i];
        if (worker_set(s, start, moves, n))
            return -1;
        atomic_store(&s->nodes, 0);
        s->stopped = s->overtaken = false;
        s->leave = 0;
        if (engine->shared.split)
            split_points_clear(&engine->shared.split[i]);
        s->depth_max = 0;
        s->nodes_max =
            engine->limits->nodes ? engine->limits->nodes / engine->n_threads : UINT64_MAX;
        s->depth = 0;
        s->check_at = FIRST_NODES < s->nodes_max ? FIRST_NODES : s->nodes_max;
        s->time_up = time_up;
        s->ctx = engine;
    }
    return 0;
}

static void begin(struct engine *engine, const struct engine_limits *limits, engine_report *report,
                  void *ctx)
{
    pthread_mutex_lock(&engine->lock);
    engine->limits = limits;
    engine->report = report;
    engine->report_ctx = ctx;
    engine->plan = time_plan_make(limits);
    engine->begun = clock_ms();
    engine->pondering = limits->ponder && !engine->hit;
    atomic_store(&engine->counted, engine->pondering ? INT64_MAX : engine->begun);
    engine->depth = 0;
    table_next_age(&engine->shared.table);
    pthread_mutex_unlock(&engine->lock);
}

static void give_root(struct engine *engine, unsigned n, bool is_single)
{
    for (unsigned i = 0; i < engine->n_threads; i++) {
        struct worker *s = engine->worker[i];
        s->root = engine->root + (size_t)i * n;
        s->n_root = n;
        s->single_root = is_single;
        if (i > 0)
            memcpy(s->root, engine->root, n * sizeof *s->root);
    }
    engine->done = engine->root + (size_t)engine->n_threads * n;
}

/*
 * Reports if not even one ply was finished: the first moves, or the best so far, with the static
 * evaluation as the score of moves that were not searched.
 */
static void tell_unsearched(struct engine *engine, unsigned lines)
{
    struct worker *s = engine->worker[0];
    int score = static_score(s, 0);
    for (unsigned i = 0; i < lines; i++) {
        if (s->root[i].score == -SCORE_NONE)
            s->root[i].before = score;
        else if (s->root[i].score < score)
            score = s->root[i].score; /* no later line may look better than this one */
        engine_report_line(engine, 0, i, BOUND_EXACT);
    }
}

/* Makes room for the lines of a result. @return 0, or -1: out of memory */
static int reserve_lines(struct engine *engine, unsigned n)
{
    if (n <= engine->room_lines)
        return 0;
    struct engine_line *more = realloc(engine->line, n * sizeof *more);
    if (!more)
        return -1;
    engine->line = more;
    engine->room_lines = n;
    return 0;
}

static void give_lines(const struct engine *engine, struct engine_result *result, unsigned n)
{
    result->lines = engine->line;
    result->n_lines = n;
}

static void finish(struct engine *engine, struct engine_result *result, unsigned lines)
{
    const struct worker *s = engine->worker[0];
    if (engine->depth == 0 && !plays_as_learner(engine))
        tell_unsearched(engine, lines);
    result->has_move = true;
    result->best = s->root[0].mv;
    result->depth = engine->depth;
    result->depth_max = s->depth_max;
    for (unsigned i = 0; i < lines; i++)
        line_fill(engine, &s->root[i], &engine->line[i]);
    give_lines(engine, result, lines);
    result->has_ponder = engine->line[0].n > 1;
    if (result->has_ponder)
        result->ponder = engine->line[0].pv[1];
    result->nodes = all_nodes(engine);
    result->ms = clock_ms() - engine->begun;
}

/*
 * Looks a few plies ahead for every move, and chooses as a learner would. It does not start before
 * the ponder-hit, and only the chosen move is reported.
 */
static void run_level(struct engine *engine, struct deepening_helper *helper)
{
    struct worker *s = engine->worker[0];
    const struct engine_limits *asked = engine->limits;
    struct engine_limits limits = *asked;
    engine_report *report = engine->report;
    int score[ENGINE_MULTI_MAX];
    unsigned n = s->n_root < ENGINE_MULTI_MAX ? s->n_root : ENGINE_MULTI_MAX;
    engine_wait_to_answer(engine);
    if (!limits.depth || limits.depth > engine->level->depth)
        limits.depth = engine->level->depth;
    limits.infinite = false;
    limits.multi = n;
    engine->limits = &limits;
    engine->report = NULL;
    deepening_run(engine, n, helper);
    for (unsigned i = 0; i < n; i++)
        score[i] = s->root[i].score == -SCORE_NONE ? s->root[i].before : s->root[i].score;
    uint64_t seed = engine->seed ^ random_splitmix64_scramble(asked->game) ^ s->node[0].key;
    unsigned choice = level_choose(engine->level, score, n, seed);
    struct root_move chosen = s->root[choice];
    s->root[choice] = s->root[0];
    s->root[0] = chosen;
    engine->limits = asked;
    engine->report = report;
    engine_report_line(engine, engine->depth, 0, BOUND_EXACT);
}

/* @return whether the book has a move; if it cannot be read, warns once */
static bool read_book(struct engine *engine, struct move *mv)
{
    const struct engine_hooks *hooks = &engine->hooks;
    struct err err = {0};
    int rc = hooks->book(hooks->book_ctx, &engine->worker[0]->node[0].pos, mv, &err);
    if (rc < 0 && !engine->book_failed && engine->warn)
        engine->warn(hooks->ctx, &err);
    engine->book_failed = rc < 0;
    return rc > 0;
}

/* Asks the book for a move. @return whether it has one, and that may be played */
static bool ask_book(struct engine *engine, struct engine_result *result)
{
    const struct engine_hooks *hooks = &engine->hooks;
    const struct worker *s = engine->worker[0];
    struct move mv;
    if (!hooks->book || engine->limits->analyze || engine->limits->infinite
        || engine->limits->ponder || !read_book(engine, &mv))
        return false;
    for (unsigned i = 0; i < s->n_root; i++)
        if (move_same(&mv, &s->root[i].mv)) {
            result->has_move = result->from_book = true;
            result->best = mv;
            engine->line[0] = (struct engine_line){
                .wdl = chances(engine, &s->node[0].pos, 0), .n = 1, .pv = {mv}};
            give_lines(engine, result, 1);
            return true;
        }
    return false;
}

/* Answers for a game that is over: gives its score, and waits if an answer must not come yet. */
static void finish_over(struct engine *engine, struct engine_result *result)
{
    int score = engine->rules->goal == GOAL_LOSE ? SCORE_WON : -SCORE_WON;
    engine->line[0] = (struct engine_line){
        .score = score, .wdl = chances(engine, &engine->worker[0]->node[0].pos, score)};
    give_lines(engine, result, 1);
    engine_wait_to_answer(engine);
}

/* Out of memory: a stop or ponder-hit meant for this search must not affect the next one. */
static int give_up(struct engine *engine, struct err *err)
{
    engine_resume(engine);
    return err_memory(err);
}

int engine_think(struct engine *engine, const struct position *start, const struct move *moves,
                 unsigned n, const struct engine_limits *limits, engine_report *report, void *ctx,
                 struct engine_result *result, struct err *err)
{
    struct deepening_helper helper[ENGINE_THREADS_MAX];
    unsigned n_root;
    bool is_single;
    memset(result, 0, sizeof *result);
    begin(engine, limits, report, ctx);
    if (set_workers(engine, start, moves, n)
        || list_root(engine, &engine->worker[0]->node[0].pos, &n_root, &is_single))
        return give_up(engine, err);
    give_root(engine, n_root, is_single);
    engine->shared.root_value =
        endgame_probe_root(&engine->shared, &engine->worker[0]->node[0].pos);
    unsigned lines = limits->multi ? limits->multi : 1;
    lines = lines < n_root ? lines : n_root;
    if (reserve_lines(engine, lines ? lines : 1))
        return give_up(engine, err);
    if (n_root == 0) {
        finish_over(engine, result);
    } else if (!ask_book(engine, result)) {
        if (plays_as_learner(engine))
            run_level(engine, helper);
        else
            deepening_run(engine, lines, helper);
        finish(engine, result, plays_as_learner(engine) ? 1 : lines);
    }
    engine_resume(engine);
    return 0;
}
