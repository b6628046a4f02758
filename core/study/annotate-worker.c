// SPDX-License-Identifier: MIT
/*
 * Threads share the journal and the opened variants under one mutex, which is held for a row or a
 * look-up and never while an engine thinks. A judge serves one rule set; when a game of another one
 * comes, it is replaced. Each search is remembered in the journal by position and effort, so that a
 * run that was interrupted, or is repeated with more games, searches only new positions.
 */
#include "core/study/annotate-worker.h"

#include "core/book/probe.h"
#include "core/check/check.h"
#include "core/engine/endgame.h"
#include "core/engine/eval.h"
#include "core/game/game-start.h"
#include "core/store/record.h"
#include "core/study/annotate-plan.h"
#include "core/study/exercise.h"
#include "core/study/judged-pack.h"
#include "core/study/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct annotate_worker {
    struct annotate_shared *shared;
    struct judge *judge;
    const struct rules *rules; /* of the judge */
    uint64_t engine;           /* identifies its engine and sources in the cache */
    struct checker *checker;
    struct arena arena;
    struct buffer record, bytes;
    struct book *book; /* NULL: none */
    struct book_answer answer;
    struct judge_cache cache;
    struct judged_ply plies[JUDGE_PLIES + 1];
    bool redo[JUDGE_PLIES];
    uint64_t nodes; /* searched by earlier judges */
};

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
    struct annotate_shared *shared = w->shared;
    struct journal_effort effort = effort_of(limits);
    pthread_mutex_lock(&shared->mutex);
    int rc = journal_position_find(shared->journal, w->engine, key, &effort, &w->bytes, err);
    pthread_mutex_unlock(&shared->mutex);
    if (rc <= 0)
        return rc;
    long used = judged_pack_read_one(rules, pos, buffer_text(&w->bytes), out);
    return used > 0; /* 0: damaged, or another position with that key: search */
}

static int cache_keep(void *ctx, const struct rules *rules, const struct position *pos,
                      uint64_t key, const struct engine_limits *limits,
                      const struct judgement *judgement, struct err *err)
{
    struct annotate_worker *w = ctx;
    struct annotate_shared *shared = w->shared;
    struct journal_effort effort = effort_of(limits);
    buffer_clear(&w->bytes);
    if (judged_pack_one(rules, pos, judgement, &w->bytes))
        return err_memory(err);
    pthread_mutex_lock(&shared->mutex);
    int rc = journal_position_keep(shared->journal, w->engine, key, &effort, buffer_text(&w->bytes),
                                   err);
    pthread_mutex_unlock(&shared->mutex);
    return rc;
}
/* ---- one game ---- */

/* Opens the evaluation and databases of a variant. @return 0, or -1 with `err` */
static int open_variant(const struct annotate_settings *s, struct annotate_variant *out,
                        struct err *err)
{
    struct engine_options options = {.egdb = s->egdb,
                                     .egdb_variant_optional =
                                         true, /* a collection has many variants */
                                     .warn = s->judge.engine.warn};
    if (engine_open_eval(out->rules, &s->judge.engine, &out->eval, err))
        return -1;
    if (endgame_open(out->rules, &options, &out->egdb, err))
        return -1;
    if (out->egdb)
        egdb_solve_on_demand(out->egdb);
    annotate_knowledge_name(out->eval, out->egdb, out->sources);
    out->engine = s->engine ^ hash128_of(out->sources, strlen(out->sources)).low;
    return 0;
}

static void close_variant(struct annotate_variant *variant)
{
    if (variant->eval)
        eval_close(variant->eval);
    if (variant->egdb)
        egdb_close(variant->egdb);
}

/* Notes that games of this variant are not judged. Call it with the mutex. */
static void refuse(struct annotate_variant *variant, const struct err *why)
{
    if (!variant->refused)
        snprintf(variant->why, sizeof variant->why, "%s%s%s", why->at.file ? why->at.file : "",
                 why->at.file ? ": " : "", why->msg);
    variant->refused = true;
}

/*
 * Reports once that a variant is not judged, when the first game of it comes: the variants in the
 * journal may come from an earlier run with other games. Call it with the mutex.
 */
static void tell_refused(const struct annotate_settings *s, struct annotate_variant *variant)
{
    if (*variant->why && s->refused)
        s->refused(s->ctx, variant->rules, variant->why);
    *variant->why = '\0';
}

/* Finds the data shared by a variant's engines, or opens them. Call it with the mutex. */
static struct annotate_variant *variant_of(struct annotate_shared *shared,
                                           const struct rules *rules, struct err *err)
{
    for (unsigned i = 0; i < shared->n_variants; i++)
        if (shared->variants[i].rules == rules)
            return &shared->variants[i];
    if (shared->n_variants == ANNOTATE_VARIANTS) {
        err_plain(err, "too many rule sets in one run");
        return NULL;
    }
    struct annotate_variant *variant = &shared->variants[shared->n_variants++];
    struct err why = {0};
    *variant = (struct annotate_variant){.rules = rules};
    if (open_variant(shared->settings, variant, &why))
        refuse(variant, &why);
    return variant;
}

/* Records once what a variant is judged with. Call it with the mutex. */
static int keep_sources(struct annotate_shared *shared, struct annotate_variant *variant,
                        struct err *err)
{
    if (variant->refused || variant->kept)
        return 0;
    if (annotate_knowledge_keep(shared->journal, variant->rules, text_of(variant->sources), err))
        return -1;
    variant->kept = true;
    return 0;
}

/* @return 1: the verdicts for these rules come from other sources; 0: they do not; -1 with `err` */
static int has_other_sources(struct annotate_shared *shared, const struct rules *rules,
                             struct err *err)
{
    struct buffer kept = {0};
    int rc = annotate_knowledge_find(shared->journal, rules, &kept, err);
    if (rc > 0) {
        const struct annotate_variant *variant = variant_of(shared, rules, err);
        rc = variant ? !variant->refused && !text_is(buffer_text(&kept), variant->sources) : -1;
    }
    buffer_fini(&kept);
    return rc;
}

int annotate_shared_check(struct annotate_shared *shared, struct err *err)
{
    const struct rules *rules[ANNOTATE_VARIANTS];
    bool forget = false;
    pthread_mutex_lock(&shared->mutex);
    int n = annotate_knowledge_rules(shared->journal, rules, ANNOTATE_VARIANTS, err), rc = n;
    for (int i = 0; i < n && rc >= 0; i++) {
        rc = has_other_sources(shared, rules[i], err);
        forget |= rc > 0;
    }
    if (rc >= 0 && forget)
        rc = journal_verdicts_forget(shared->journal, err);
    /* only now: a run that is killed before must not leave old verdicts under new names */
    for (unsigned i = 0; i < shared->n_variants && rc >= 0; i++)
        rc = keep_sources(shared, &shared->variants[i], err);
    pthread_mutex_unlock(&shared->mutex);
    return rc < 0 ? -1 : 0;
}

/* What the worker's book says about a move. @return an enum judge_book, or -1 with `err` */
static int ask_book(void *ctx, const struct position *pos, const struct move *mv, struct err *err)
{
    struct annotate_worker *w = ctx;
    struct book_weighing weighing = {0};
    int rc = book_probe(w->book, pos, &weighing, false, &w->answer, err);
    enum judge_book found = JUDGE_BOOK_ENDED;
    if (rc > 0)
        book_answer_share(&w->answer, &book_choice_default);
    for (unsigned i = 0; rc > 0 && i < w->answer.n; i++) {
        if (!book_entry_is_book_move(&w->answer.at[i]))
            continue;
        if (move_same(&w->answer.at[i].mv, mv))
            return JUDGE_BOOK_HAS;
        found = JUDGE_BOOK_OTHERS;
    }
    return rc < 0 ? -1 : (int)found;
}

static void use_variant(struct annotate_worker *w, const struct annotate_variant *variant,
                        struct judge_options *options)
{
    w->engine = variant->engine;
    options->cache = &w->cache;
    options->deadline = w->shared->settings->deadline;
    options->stopped = w->shared->settings->stopped;
    options->engine.shared_eval = variant->eval;
    options->egdb = variant->egdb;
    if (variant->egdb) {
        options->engine.hooks.endgame = endgame_value;
        options->engine.hooks.endgame_pieces = egdb_pieces(variant->egdb);
        options->engine.hooks.ctx = variant->egdb;
    }
    if (w->book && book_settings(w->book)->rules == variant->rules) {
        options->in_book = ask_book;
        options->book_ctx = w;
    }
}

/*
 * Makes sure that the worker has a judge for the game's rules.
 * @return 1; 0: this variant is not judged; -1 with `err`
 */
static int ready_judge(struct annotate_worker *w, const struct rules *rules, struct err *err)
{
    struct annotate_shared *shared = w->shared;
    struct judge_options options = shared->settings->judge;
    struct err why = {0};
    if (w->rules == rules)
        return w->judge != NULL;
    struct judge *old = w->judge, *judge;
    if (old)
        w->nodes += judge_nodes(old);
    w->rules = NULL; /* until there is a judge */
    pthread_mutex_lock(&shared->mutex);
    w->judge = NULL; /* from now on nobody can stop it */
    struct annotate_variant *variant = variant_of(shared, rules, err);
    bool refused = variant && variant->refused;
    if (refused)
        tell_refused(shared->settings, variant);
    else if (variant && keep_sources(shared, variant, err))
        variant = NULL;
    pthread_mutex_unlock(&shared->mutex);
    judge_close(old);
    if (!variant || refused)
        return variant ? 0 : -1;
    use_variant(w, variant, &options);
    int rc = judge_open(rules, &options, &judge, &why);
    if (rc < 0)
        return err_pass(err, &why);
    pthread_mutex_lock(&shared->mutex);
    if (rc > 0) {
        refuse(variant, &why);
        tell_refused(shared->settings, variant);
    } else {
        w->judge = judge;
    }
    pthread_mutex_unlock(&shared->mutex);
    w->rules = rules;
    return rc == 0;
}

/*
 * Reads a game of the list and plays it through; a position set up at its beginning becomes its
 * start.
 * @return 1; 0: it cannot be judged; -1 with `err`
 */
static int load_game(struct annotate_worker *w, int64_t number, struct game *game, struct err *err)
{
    struct annotate_shared *shared = w->shared;
    struct findings found = {.arena = &w->arena};
    struct record record;
    struct game_setups setups;
    struct err why = {0};
    pthread_mutex_lock(&shared->mutex);
    int rc = journal_game_record(shared->journal, number, &w->record, err);
    pthread_mutex_unlock(&shared->mutex);
    if (rc <= 0)
        return rc;
    arena_reset(&w->arena);
    *game = (struct game){.arena = &w->arena};
    if (!record_unpack(buffer_text(&w->record), &record) || record_game(&record, game, &why))
        return 0;
    if (check_game(w->checker, game, &found, err))
        return -1;
    game_take_setups(game, &setups);
    return 1;
}

/* @param worth of a deeper look; 0: none */
static int put_bytes(struct annotate_worker *w, struct annotate_task *task, struct text bytes,
                     uint64_t nodes, double worth, struct err *err)
{
    struct annotate_shared *shared = w->shared;
    pthread_mutex_lock(&shared->mutex);
    int rc = journal_verdict_put(shared->journal, task->key, nodes, bytes, err);
    if (rc == 0) {
        task->nodes = nodes;
        task->worth = (float)worth;
        task->done = true;
    }
    pthread_mutex_unlock(&shared->mutex);
    return rc;
}

static int put_verdict(struct annotate_worker *w, struct annotate_task *task,
                       const struct game *game, unsigned n, uint64_t nodes, struct err *err)
{
    struct buffer bytes = {0};
    int rc = judged_pack(game, w->plies, n, &bytes)
                 ? err_memory(err)
                 : put_bytes(w, task, buffer_text(&bytes), nodes,
                             annotate_choose_deeper(w->plies, n, w->redo), err);
    buffer_fini(&bytes);
    return rc;
}

/* If another program fails, only the game is lost; if our engine does, memory is out: give up. */
static int failure(const struct annotate_settings *s)
{
    return s->judge.ops == &engine_ops_dama ? -1 : ANNOTATE_FAILED;
}

/* Checks a composition, instead of judging a game. @return an annotate_outcome, -1 with `err` */
static int check_problem(struct annotate_worker *w, struct annotate_task *task,
                         const struct game *game, struct err *err)
{
    struct buffer bytes = {0};
    struct problem problem;
    judge_set_limits(w->judge, &w->shared->settings->judge.limits);
    int rc = problem_check(w->judge, game, &problem, err);
    if (rc > 0 && problem_pack(game, &problem, &bytes))
        rc = err_memory(err);
    if (rc > 0 && put_bytes(w, task, buffer_text(&bytes), 0, 0, err))
        rc = -1;
    buffer_fini(&bytes);
    if (rc < 0)
        return judge_engine_failed(w->judge) ? failure(w->shared->settings) : -1;
    return rc ? ANNOTATE_JUDGED : ANNOTATE_STOPPED;
}

/* Loads the verdicts of an earlier step. @return 1; 0: there are none; -1 with `err` */
static int load_verdict(struct annotate_worker *w, const struct annotate_task *task,
                        const struct game *game, unsigned *n, struct err *err)
{
    struct annotate_shared *shared = w->shared;
    struct buffer bytes = {0};
    uint64_t nodes;
    pthread_mutex_lock(&shared->mutex);
    int rc = journal_verdict_get(shared->journal, task->key, &nodes, &bytes, err);
    pthread_mutex_unlock(&shared->mutex);
    if (rc > 0)
        rc = judged_pack_read(game, buffer_text(&bytes), w->plies, n);
    buffer_fini(&bytes);
    return rc;
}

/* Counts a deeper look that is complete. */
static void count_look(struct annotate_worker *w, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        w->plies[i].looks += w->redo[i] && w->plies[i].looks < JUDGE_LOOKS;
}

int annotate_worker_judge(struct annotate_worker *w, struct annotate_task *task, bool deepen,
                          uint64_t nodes, struct err *err)
{
    const struct annotate_settings *s = w->shared->settings;
    struct engine_limits limits = s->judge.limits;
    struct game game;
    unsigned n = 0;
    int rc = load_game(w, task->number, &game, err);
    if (rc <= 0)
        return rc < 0 ? -1 : ANNOTATE_PASSED;
    rc = ready_judge(w, game.rules, err);
    if (rc <= 0)
        return rc < 0 ? failure(s) : ANNOTATE_PASSED;
    if (s->problems)
        return check_problem(w, task, &game, err);
    memset(w->plies, 0, sizeof w->plies);
    if (deepen) {
        rc = load_verdict(w, task, &game, &n, err);
        if (rc < 0)
            return -1;
        deepen = rc > 0 && annotate_choose_deeper(w->plies, n, w->redo) > 0;
    }
    if (nodes)
        limits.nodes = nodes;
    judge_set_limits(w->judge, &limits);
    rc = judge_game(w->judge, &game, &s->range, deepen ? w->redo : NULL, w->plies, &n, err);
    bool judged = rc > 0;
    if (judged && deepen)
        count_look(w, n);
    if (judged && s->exercises)
        rc = exercise_mark(w->judge, &game, w->plies, n, err);
    if (rc == 0 && judged && deadline_is_set(&s->deadline) && !deepen)
        rc = 1; /* verdicts without exercises are better than none */
    if (rc < 0)
        return judge_engine_failed(w->judge) ? failure(s) : -1;
    /* an unfinished deeper look is worth keeping, unless exercises were still to be looked for */
    if (rc == 0 && (!deepen || s->exercises))
        return ANNOTATE_STOPPED;
    if (put_verdict(w, task, &game, n, rc > 0 ? nodes : task->nodes, err))
        return -1;
    return rc > 0 ? ANNOTATE_JUDGED : ANNOTATE_STOPPED;
}

/* ---- open, stop and close ---- */

void annotate_worker_stop(struct annotate_worker *w)
{
    if (w->judge)
        judge_stop(w->judge);
}

uint64_t annotate_worker_nodes(const struct annotate_worker *w)
{
    return w->nodes + (w->judge ? judge_nodes(w->judge) : 0);
}

void annotate_worker_close(struct annotate_worker *w)
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

struct annotate_worker *annotate_worker_open(struct annotate_shared *shared, struct err *err)
{
    struct annotate_worker *w = calloc(1, sizeof *w);
    const char *book = shared->settings->book;
    if (!w) {
        err_memory(err);
        return NULL;
    }
    w->shared = shared;
    w->cache = (struct judge_cache){.find = cache_find, .keep = cache_keep, .ctx = w};
    w->checker = checker_open(&(struct check_options){.quiet = true});
    if (!w->checker)
        err_memory(err);
    if (w->checker && (!book || book_open(book, BOOK_READ, &w->book, err) == 0))
        return w;
    annotate_worker_close(w);
    return NULL;
}

void annotate_shared_fini(struct annotate_shared *shared)
{
    for (unsigned i = 0; i < shared->n_variants; i++)
        close_variant(&shared->variants[i]);
}
