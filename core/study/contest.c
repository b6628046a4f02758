// SPDX-License-Identifier: MIT
/*
 * Each opening is played twice, with colours exchanged, and counted as a pair: the two games of an
 * opening are not independent of each other.
 */
#include "core/study/contest.h"

#include "core/base/team.h"
#include "core/engine/eval.h"

#include <pthread.h>
#include <stdlib.h>

struct contest_state {
    const struct contest *contest;
    struct engine_options options[2]; /* with evaluations shared by all threads */
    pthread_mutex_t lock;
    /* guarded by lock: */
    unsigned next_pair, n_done;
    struct contest_result result;
    bool stopped, failed;
    struct err err;
};

static bool take_pair(struct contest_state *run, unsigned *number)
{
    pthread_mutex_lock(&run->lock);
    bool found = !run->stopped && !run->failed && run->next_pair * 2 < run->contest->games;
    *number = run->next_pair++;
    pthread_mutex_unlock(&run->lock);
    return found;
}

static void add_effort(struct search_effort *to, const struct search_effort *add)
{
    to->moves += add->moves;
    to->nodes += add->nodes;
    to->depth += add->depth;
    to->ms += add->ms;
    to->book += add->book;
}

/* Counts a pair: `points` are those of the first setting in its two games, in halves. */
static void give_pair(struct contest_state *run, int rc, const unsigned points[2],
                      const struct search_effort effort[2], const struct err *err)
{
    const struct contest *contest = run->contest;
    pthread_mutex_lock(&run->lock);
    struct contest_result *result = &run->result;
    if (rc < 0 && !run->failed) {
        run->failed = true;
        run->err = *err;
    }
    if (rc > 0)
        run->stopped = true;
    if (rc == 0) {
        for (unsigned i = 0; i < 2; i++) {
            result->won += points[i] == 2;
            result->drawn += points[i] == 1;
            result->lost += points[i] == 0;
            add_effort(&result->effort[i], &effort[i]);
        }
        result->pairs[points[0] + points[1]]++;
        run->n_done += 2;
        if (contest->progress)
            contest->progress(contest->ctx, run->n_done, contest->games, result);
    }
    pthread_mutex_unlock(&run->lock);
}

/* A thread's own engines and books. */
struct contestants {
    struct engine *engine[2];
    struct book_stream book[2]; /* of the settings that have a book */
    struct selfplay_game *game;
};

static bool open_contestants(const struct contest_state *run, struct contestants *out,
                             struct err *err)
{
    *out = (struct contestants){.game = malloc(sizeof *out->game)};
    if (!out->game) {
        err_memory(err);
        return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        struct engine_options options = run->options[i];
        out->book[i].player = run->contest->book[i];
        options.hooks.book = out->book[i].player ? book_stream_choose : NULL;
        options.hooks.book_ctx = &out->book[i];
        if (engine_open(run->contest->rules, &options, &out->engine[i], err))
            return false;
    }
    return true;
}

static void close_contestants(struct contestants *c)
{
    engine_close(c->engine[0]);
    engine_close(c->engine[1]);
    free(c->game);
}

static int play_pair(const struct contest *contest, unsigned number, struct contestants *c,
                     unsigned points[2], struct search_effort effort[2], struct err *err)
{
    struct engine *const *engine = c->engine;
    struct selfplay_game *game = c->game;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 2; k++)
            if (c->book[k].player)
                book_stream_begin(&c->book[k], 2 * (uint64_t)number + i);
        /* the first setting has White in the first game */
        struct engine_game setup = {
            .rules = contest->rules,
            .draws = contest->options[0].draws,
            .engine = {engine[i], engine[1 - i]},
            .limits = {contest->limits[i], contest->limits[1 - i]},
        };
        game_openings_begin(&contest->openings, contest->rules, contest->seed, number, game);
        int rc = engine_game_play(&setup, game, contest->stopped, err);
        if (rc != 0)
            return rc;
        points[i] = i == 0 ? game->result : 2u - game->result;
        add_effort(&effort[0], &setup.effort[i]);
        add_effort(&effort[1], &setup.effort[1 - i]);
    }
    return 0;
}

static void *compete(void *ctx)
{
    struct contest_state *run = ctx;
    const struct contest *contest = run->contest;
    struct contestants contestants;
    struct err err = {0};
    unsigned number;
    const bool ready = open_contestants(run, &contestants, &err);
    if (!ready)
        give_pair(run, -1, NULL, NULL, &err);
    while (ready && take_pair(run, &number)) {
        unsigned points[2];
        struct search_effort effort[2] = {{0}, {0}};
        int rc = play_pair(contest, number, &contestants, points, effort, &err);
        give_pair(run, rc, points, effort, &err);
    }
    close_contestants(&contestants);
    return NULL;
}

int contest_run(const struct contest *contest, struct contest_result *result, struct err *err)
{
    struct contest_state run = {.contest = contest,
                                .options = {contest->options[0], contest->options[1]}};
    int rc = -1;
    *result = (struct contest_result){0};
    for (unsigned i = 0; i < 2; i++)
        if (engine_open_eval(contest->rules, &run.options[i], &run.options[i].shared_eval, err))
            goto done;
    if (pthread_mutex_init(&run.lock, NULL) != 0) {
        err_memory(err);
        goto done;
    }
    team_run(contest->threads, compete, &run);
    pthread_mutex_destroy(&run.lock);
    *result = run.result;
    if (run.failed)
        err_pass(err, &run.err);
    else
        rc = run.stopped ? 1 : 0;
done:
    eval_close(run.options[0].shared_eval);
    eval_close(run.options[1].shared_eval);
    return rc;
}
