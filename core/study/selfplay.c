// SPDX-License-Identifier: MIT
#include "core/study/selfplay.h"

#include "core/engine/eval.h"
#include "core/study/playout.h"
#include "core/study/random-ending.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    RESIGN_PLIES = 6,
    PLIES_MAX = 400,
    STILL_MAX = 100, /* without it kings walk about for most of the time where no draw rule bites */
    TRIES = 100      /* for a random opening that is not over */
};

/** What the threads of a run share. */
struct works {
    const struct selfplay *selfplay;
    struct engine_options options; /* with the evaluation that all share */
    FILE *out;
    pthread_mutex_t lock;
    /* guarded by lock: */
    unsigned char *done; /* by number of game */
    unsigned next, n_done;
    bool stopped, failed;
    struct err err;
};

/** Sets a game up to the end of its opening; what happens depends on seed and number alone. */
static void open_game(const struct rules *rules, const struct openings *openings, uint64_t seed,
                      unsigned number, struct record *record)
{
    struct random random;
    random_seed(&random, seed ^ (uint64_t)number * 0xd1342543de82ef95);
    unsigned plies =
        openings->plies_min + random_below(&random, openings->plies_max - openings->plies_min + 1);
    unsigned pieces = openings->pieces_min;
    if (openings->pieces_max > pieces)
        pieces += random_below(&random, openings->pieces_max - pieces + 1);
    for (unsigned i = 0; i < TRIES; i++) {
        memset(record, 0, offsetof(struct record, move));
        record->number = number;
        if (openings->pieces_min)
            setup_ending(rules, pieces, &random, &record->start);
        else if (openings->at)
            record->start = openings->at[number % openings->n];
        else
            position_start(rules, &record->start);
        if (playout_random(rules, record, plies, &random))
            return;
    }
    record->n = 0;
}

static bool take_number(struct works *works, unsigned *number)
{
    bool found = false;
    pthread_mutex_lock(&works->lock);
    while (!found && !works->stopped && !works->failed && works->next < works->selfplay->games) {
        *number = works->next++;
        found = !works->done[*number];
    }
    pthread_mutex_unlock(&works->lock);
    return found;
}

static void give(struct works *works, const struct record *record, int rc, struct err *err)
{
    const struct selfplay *selfplay = works->selfplay;
    pthread_mutex_lock(&works->lock);
    if (rc == 0 && !works->failed)
        rc = record_put(works->out, selfplay->rules, record, err);
    if (rc == 0) {
        works->n_done++;
        if (selfplay->progress)
            selfplay->progress(selfplay->ctx, works->n_done, selfplay->games);
    }
    if (rc > 0)
        works->stopped = true;
    if (rc < 0 && !works->failed) {
        works->failed = true;
        works->err = *err;
    }
    pthread_mutex_unlock(&works->lock);
}

static void *work(void *ctx)
{
    struct works *works = ctx;
    const struct selfplay *selfplay = works->selfplay;
    struct playout playout = {
        .rules = selfplay->rules,
        .draws = selfplay->options.draws,
        .limits = {selfplay->limits, selfplay->limits},
        .resign = selfplay->resign,
        .resign_plies = RESIGN_PLIES,
        .plies_max = PLIES_MAX,
        .still_max = STILL_MAX,
        .settles_wins = true,
    };
    struct err err = {0};
    unsigned number;
    struct record *record = malloc(sizeof *record);
    struct engine *engine = NULL;
    if (!record || engine_open(selfplay->rules, &works->options, &engine, &err) < 0) {
        err_set(&err, (struct src_pos){0}, "out of memory");
        give(works, NULL, -1, &err);
    }
    playout.engine[WHITE] = playout.engine[BLACK] = engine;
    while (engine && take_number(works, &number)) {
        open_game(selfplay->rules, &selfplay->openings, selfplay->seed, number, record);
        give(works, record, playout_run(&playout, record, selfplay->stopped, &err), &err);
    }
    engine_close(engine);
    free(record);
    return NULL;
}

/** Whether a game begins as the settings of this run have it begin. What belongs to its opening has no score. */
static bool begins_so(const struct selfplay *selfplay, const struct record *record,
                      struct record *ours)
{
    open_game(selfplay->rules, &selfplay->openings, selfplay->seed, record->number, ours);
    bool same = position_same(&record->start, &ours->start) && record->n >= ours->n;
    for (unsigned i = 0; same && i < ours->n; i++)
        same = move_same(&record->move[i], &ours->move[i]) && record->score[i] == RECORD_NO_SCORE;
    return same && (record->n == ours->n || record->score[ours->n] != RECORD_NO_SCORE);
}

/** Notes the games that stand in the file. @return 0, or -1 with `err`: damaged, or not of this run */
static int note_done(struct works *works, struct record *record, struct record *ours,
                     struct err *err)
{
    const struct selfplay *selfplay = works->selfplay;
    int rc;
    while ((rc = record_get(works->out, selfplay->rules, record, err)) > 0) {
        if (!begins_so(selfplay, record, ours))
            return err_set(
                err, (struct src_pos){0},
                "game %u begins otherwise than these settings have it; choose another file",
                (unsigned)record->number);
        if (record->number < selfplay->games && !works->done[record->number]) {
            works->done[record->number] = 1;
            works->n_done++;
        }
    }
    return rc;
}

/** Notes the games that the file holds; `out` stands behind the last whole one. */
static int read_done(struct works *works, const char *path, struct err *err)
{
    const struct selfplay *selfplay = works->selfplay;
    struct src_pos at = {.file = path};
    struct record_head head, ours = {selfplay->rules, selfplay->seed,
                                     (uint32_t)selfplay->limits.nodes, selfplay->limits.depth};
    struct err why = {0};
    int rc;
    if (fseek(works->out, 0, SEEK_END) != 0)
        return err_set(err, at, "%s", strerror(errno));
    if (ftell(works->out) == 0)
        return record_put_head(works->out, &ours, err);
    rewind(works->out);
    if (record_get_head(works->out, &head, &why) < 0)
        return err_set(err, at, "%s", why.msg);
    if (head.rules != ours.rules || head.seed != ours.seed || head.nodes != ours.nodes
        || head.depth != ours.depth)
        return err_set(err, at, "holds games of %s with other settings; choose another file",
                       head.rules->name);
    struct record *record = malloc(2 * sizeof *record);
    if (!record)
        return err_set(err, at, "out of memory");
    rc = note_done(works, record, record + 1, &why);
    free(record);
    if (rc < 0)
        return err_set(err, at, "%s", why.msg);
    long end = ftell(works->out);
    if (end < 0 || fseek(works->out, end, SEEK_SET) != 0
        || ftruncate(fileno(works->out), (off_t)end) != 0)
        return err_set(err, at, "%s", strerror(errno));
    return 0;
}

/** Opens the evaluation once for all engines of a run. @param eval to be closed after them */
static int share_eval(const struct rules *rules, struct engine_options *options, struct eval **eval,
                      struct err *err)
{
    if (eval_open(rules, options->eval, eval, err) < 0)
        return -1;
    options->shared_eval = *eval;
    return 0;
}

/** Runs `n` threads, of which this is one. */
static void run_threads(unsigned n, void *(*main)(void *), void *ctx)
{
    pthread_t thread[ENGINE_THREADS_MAX];
    unsigned started = 0;
    for (n = n > ENGINE_THREADS_MAX ? ENGINE_THREADS_MAX : n; started + 1 < n; started++)
        if (pthread_create(&thread[started], NULL, main, ctx) != 0)
            break;
    main(ctx);
    while (started > 0)
        pthread_join(thread[--started], NULL);
}

int selfplay_run(const struct selfplay *selfplay, const char *path, struct err *err)
{
    struct src_pos at = {.file = path};
    struct works works = {.selfplay = selfplay, .options = selfplay->options};
    struct eval *eval = NULL;
    int rc = -1;
    if (share_eval(selfplay->rules, &works.options, &eval, err) < 0)
        return -1;
    works.done = calloc(selfplay->games + 1, 1);
    works.out = fopen(path, "ab"); /* so that it exists */
    if (works.out)
        fclose(works.out);
    works.out = fopen(path, "r+b");
    if (!works.out || !works.done) {
        err_set(err, at, "%s", works.out ? "out of memory" : strerror(errno));
        goto done;
    }
    if (read_done(&works, path, err) < 0)
        goto done;
    pthread_mutex_init(&works.lock, NULL);
    run_threads(selfplay->threads, work, &works);
    pthread_mutex_destroy(&works.lock);
    if (works.failed)
        err_set(err, works.err.at.file ? works.err.at : at, "%s", works.err.msg);
    else
        rc = works.stopped ? 1 : 0;
done:
    if (works.out && fclose(works.out) != 0 && rc >= 0)
        rc = err_set(err, at, "%s", strerror(errno));
    free(works.done);
    eval_close(eval);
    return rc;
}

/* one setting against another */

struct ring {
    const struct contest *contest;
    struct engine_options options[2]; /* with the evaluations that all share */
    pthread_mutex_t lock;
    /* guarded by lock: */
    unsigned next_pair, n_done;
    struct contest_result result;
    bool stopped, failed;
    struct err err;
};

static bool take_pair(struct ring *ring, unsigned *number)
{
    pthread_mutex_lock(&ring->lock);
    bool found = !ring->stopped && !ring->failed && ring->next_pair * 2 < ring->contest->games;
    *number = ring->next_pair++;
    pthread_mutex_unlock(&ring->lock);
    return found;
}

static void add_effort(struct effort *to, const struct effort *add)
{
    to->moves += add->moves;
    to->nodes += add->nodes;
    to->depth += add->depth;
    to->ms += add->ms;
}

/** Counts a pair: `points` are those of the first setting in its two games, in halves. */
static void give_pair(struct ring *ring, int rc, const unsigned points[2],
                      const struct effort effort[2], const struct err *err)
{
    const struct contest *contest = ring->contest;
    pthread_mutex_lock(&ring->lock);
    struct contest_result *result = &ring->result;
    if (rc < 0 && !ring->failed) {
        ring->failed = true;
        ring->err = *err;
    }
    if (rc > 0)
        ring->stopped = true;
    if (rc == 0) {
        for (unsigned i = 0; i < 2; i++) {
            result->won += points[i] == 2;
            result->drawn += points[i] == 1;
            result->lost += points[i] == 0;
            add_effort(&result->effort[i], &effort[i]);
        }
        result->pairs[points[0] + points[1]]++;
        ring->n_done += 2;
        if (contest->progress)
            contest->progress(contest->ctx, ring->n_done, contest->games, result);
    }
    pthread_mutex_unlock(&ring->lock);
}

static int play_pair(const struct contest *contest, unsigned number, struct engine *const engine[2],
                     struct record *record, unsigned points[2], struct effort effort[2],
                     struct err *err)
{
    for (unsigned game = 0; game < 2; game++) {
        /* the first setting has White in the first game */
        struct playout playout = {
            .rules = contest->rules,
            .draws = contest->options[0].draws,
            .engine = {engine[game], engine[1 - game]},
            .limits = {contest->limits[game], contest->limits[1 - game]},
            .plies_max = PLIES_MAX,
            .still_max = STILL_MAX,
            .settles_wins = true,
        };
        open_game(contest->rules, &contest->openings, contest->seed, number, record);
        int rc = playout_run(&playout, record, contest->stopped, err);
        if (rc != 0)
            return rc;
        points[game] = game == 0 ? record->result : 2u - record->result;
        add_effort(&effort[0], &playout.effort[game]);
        add_effort(&effort[1], &playout.effort[1 - game]);
    }
    return 0;
}

static void *compete(void *ctx)
{
    struct ring *ring = ctx;
    const struct contest *contest = ring->contest;
    struct engine *engine[2] = {NULL, NULL};
    struct record *record = malloc(sizeof *record);
    struct err err = {0};
    unsigned number;
    bool ready = record && engine_open(contest->rules, &ring->options[0], &engine[0], &err) == 0
                 && engine_open(contest->rules, &ring->options[1], &engine[1], &err) == 0;
    if (!ready) {
        err_set(&err, (struct src_pos){0}, "out of memory");
        give_pair(ring, -1, NULL, NULL, &err);
    }
    while (ready && take_pair(ring, &number)) {
        unsigned points[2];
        struct effort effort[2] = {{0}, {0}};
        int rc = play_pair(contest, number, engine, record, points, effort, &err);
        give_pair(ring, rc, points, effort, &err);
    }
    engine_close(engine[0]);
    engine_close(engine[1]);
    free(record);
    return NULL;
}

int contest_run(const struct contest *contest, struct contest_result *result, struct err *err)
{
    struct ring ring = {.contest = contest, .options = {contest->options[0], contest->options[1]}};
    struct eval *eval[2] = {NULL, NULL};
    int rc = -1;
    *result = (struct contest_result){0};
    for (unsigned i = 0; i < 2; i++)
        if (share_eval(contest->rules, &ring.options[i], &eval[i], err) < 0)
            goto done;
    pthread_mutex_init(&ring.lock, NULL);
    run_threads(contest->threads, compete, &ring);
    pthread_mutex_destroy(&ring.lock);
    *result = ring.result;
    if (ring.failed)
        err_set(err, ring.err.at, "%s", ring.err.msg);
    else
        rc = ring.stopped ? 1 : 0;
done:
    eval_close(eval[0]);
    eval_close(eval[1]);
    return rc;
}
