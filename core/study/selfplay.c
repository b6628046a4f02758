// SPDX-License-Identifier: MIT
/*
 * A game follows from the seed and its number. So threads may take numbers in any order, and a run
 * that was interrupted goes on by playing the numbers that the file lacks; a block that was cut
 * short at the end of the file is cut off first. Contests play each opening twice, with colours
 * exchanged, and count by pairs: the two games of an opening are not independent of each other.
 */
#include "core/study/selfplay.h"

#include "core/engine/eval.h"
#include "core/study/engine-game.h"
#include "core/study/random-ending.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    RESIGN_PLIES = 6,
    PLIES_MAX = 400,
    KING_PLIES_MAX =
        100,    /* without it kings walk about for most of the time where no draw rule bites */
    TRIES = 100 /* for a random opening that is not over */
};

/** What the threads of a run share. */
struct selfplay_state {
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
static void open_game(const struct rules *rules, const struct selfplay_openings *openings,
                      uint64_t seed, unsigned number, struct selfplay_game *game)
{
    struct random random;
    random_seed(&random, seed ^ (uint64_t)number * 0xd1342543de82ef95);
    unsigned plies =
        openings->plies_min + random_below(&random, openings->plies_max - openings->plies_min + 1);
    unsigned pieces = openings->pieces_min;
    if (openings->pieces_max > pieces)
        pieces += random_below(&random, openings->pieces_max - pieces + 1);
    for (unsigned i = 0; i < TRIES; i++) {
        memset(game, 0, offsetof(struct selfplay_game, move));
        game->number = number;
        if (openings->pieces_min)
            random_ending_make(rules, pieces, &random, &game->start);
        else if (openings->at)
            game->start = openings->at[number % openings->n];
        else
            position_start(rules, &game->start);
        if (engine_game_random_moves(rules, game, plies, &random))
            return;
    }
    game->n = 0;
}

static bool take_number(struct selfplay_state *run, unsigned *number)
{
    bool found = false;
    pthread_mutex_lock(&run->lock);
    while (!found && !run->stopped && !run->failed && run->next < run->selfplay->games) {
        *number = run->next++;
        found = !run->done[*number];
    }
    pthread_mutex_unlock(&run->lock);
    return found;
}

static void give(struct selfplay_state *run, const struct selfplay_game *game, int rc,
                 struct err *err)
{
    const struct selfplay *selfplay = run->selfplay;
    pthread_mutex_lock(&run->lock);
    if (rc == 0 && !run->failed)
        rc = selfplay_game_write(run->out, selfplay->rules, game, err);
    if (rc == 0 && !run->failed && fflush(run->out)) /* a game that was played is not lost */
        rc = err_plain(err, "%s", strerror(errno));
    if (rc == 0) {
        run->n_done++;
        if (selfplay->progress)
            selfplay->progress(selfplay->ctx, run->n_done, selfplay->games);
    }
    if (rc > 0)
        run->stopped = true;
    if (rc < 0 && !run->failed) {
        run->failed = true;
        run->err = *err;
    }
    pthread_mutex_unlock(&run->lock);
}

static void *work(void *ctx)
{
    struct selfplay_state *run = ctx;
    const struct selfplay *selfplay = run->selfplay;
    struct engine_game setup = {
        .rules = selfplay->rules,
        .draws = selfplay->options.draws,
        .limits = {selfplay->limits, selfplay->limits},
        .resign = selfplay->resign,
        .resign_plies = RESIGN_PLIES,
        .plies_max = PLIES_MAX,
        .king_plies_max = KING_PLIES_MAX,
        .settles_wins = true,
    };
    struct err err = {0};
    unsigned number;
    struct selfplay_game *game = malloc(sizeof *game);
    struct engine *engine = NULL;
    if (!game || engine_open(selfplay->rules, &run->options, &engine, &err)) {
        err_memory(&err);
        give(run, NULL, -1, &err);
    }
    setup.engine[WHITE] = setup.engine[BLACK] = engine;
    while (engine && take_number(run, &number)) {
        open_game(selfplay->rules, &selfplay->openings, selfplay->seed, number, game);
        give(run, game, engine_game_play(&setup, game, selfplay->stopped, &err), &err);
    }
    engine_close(engine);
    free(game);
    return NULL;
}

/**
 * Whether a game begins as the settings of this run have it begin. What belongs to its opening has
 * no score.
 */
static bool begins_so(const struct selfplay *selfplay, const struct selfplay_game *game,
                      struct selfplay_game *ours)
{
    open_game(selfplay->rules, &selfplay->openings, selfplay->seed, game->number, ours);
    bool same = position_same(&game->start, &ours->start) && game->n >= ours->n;
    for (unsigned i = 0; same && i < ours->n; i++)
        same = move_same(&game->move[i], &ours->move[i]) && game->score[i] == SELFPLAY_NO_SCORE;
    return same && (game->n == ours->n || game->score[ours->n] != SELFPLAY_NO_SCORE);
}

/**
 * Notes the games that stand in the file.
 * @return 0, or -1 with `err`: damaged, or not of this run
 */
static int note_done(struct selfplay_state *run, struct selfplay_game *game,
                     struct selfplay_game *ours, struct err *err)
{
    const struct selfplay *selfplay = run->selfplay;
    int rc;
    while ((rc = selfplay_game_read(run->out, selfplay->rules, game, err)) > 0) {
        if (!begins_so(selfplay, game, ours))
            return err_plain(
                err, "game %u begins otherwise than these settings have it; choose another file",
                (unsigned)game->number);
        if (game->number < selfplay->games && !run->done[game->number]) {
            run->done[game->number] = 1;
            run->n_done++;
        }
    }
    return rc;
}

/** Notes the games that the file holds; `out` stands behind the last whole one. */
static int read_done(struct selfplay_state *run, const char *path, struct err *err)
{
    const struct selfplay *selfplay = run->selfplay;
    struct src_pos at = {.file = path};
    struct selfplay_head head, ours = {selfplay->rules, selfplay->seed,
                                       (uint32_t)selfplay->limits.nodes, selfplay->limits.depth};
    struct err why = {0};
    int rc;
    if (fseek(run->out, 0, SEEK_END) != 0)
        return err_set(err, at, "%s", strerror(errno));
    if (ftell(run->out) == 0)
        return selfplay_head_write(run->out, &ours, err);
    rewind(run->out);
    if (selfplay_head_read(run->out, &head, &why))
        return err_set(err, at, "%s", why.msg);
    if (head.rules != ours.rules || head.seed != ours.seed || head.nodes != ours.nodes
        || head.depth != ours.depth)
        return err_set(err, at, "holds games of %s with other settings; choose another file",
                       head.rules->name);
    struct selfplay_game *game = malloc(2 * sizeof *game);
    if (!game)
        return err_memory(err);
    rc = note_done(run, game, game + 1, &why);
    free(game);
    if (rc < 0)
        return err_set(err, at, "%s", why.msg);
    long end = ftell(run->out);
    if (end < 0 || fseek(run->out, end, SEEK_SET) != 0
        || ftruncate(fileno(run->out), (off_t)end) != 0)
        return err_set(err, at, "%s", strerror(errno));
    return 0;
}

/** Opens the evaluation once for all engines of a run. @param eval to be closed after them */
static int share_eval(const struct rules *rules, struct engine_options *options, struct eval **eval,
                      struct err *err)
{
    if (engine_open_eval(rules, options, eval, err))
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

/**
 * Opens the file, and keeps other runs out of it for as long as it is open: they would write over
 * each other's games.
 * @return 0, 2 another process has it, -1 with `err`
 */
static int open_games(const char *path, FILE **out, struct err *err)
{
    struct src_pos at = {.file = path};
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    FILE *made = fopen(path, "ab"); /* so that it exists */
    if (made)
        fclose(made);
    *out = fopen(path, "r+b");
    if (!*out)
        return err_set(err, at, "%s", strerror(errno));
    if (fcntl(fileno(*out), F_SETLK, &all) == 0)
        return 0;
    if (errno == EAGAIN || errno == EACCES)
        return 2;
    return err_set(err, at, "cannot be locked: %s", strerror(errno));
}

/** Plays the games that the open file lacks. @return as selfplay_run */
static int play_missing(struct selfplay_state *run, const char *path, struct err *err)
{
    struct src_pos at = {.file = path};
    pthread_mutex_init(&run->lock, NULL);
    run_threads(run->selfplay->threads, work, run);
    pthread_mutex_destroy(&run->lock);
    if (run->failed)
        return err_set(err, run->err.at.file ? run->err.at : at, "%s", run->err.msg);
    return run->stopped ? 1 : 0;
}

int selfplay_run(const struct selfplay *selfplay, const char *path, struct err *err)
{
    struct selfplay_state run = {.selfplay = selfplay, .options = selfplay->options};
    struct eval *eval = NULL;
    int rc = -1;
    if (share_eval(selfplay->rules, &run.options, &eval, err))
        return -1;
    run.done = calloc(selfplay->games + 1, 1);
    if (!run.done) {
        err_memory(err);
        goto done;
    }
    bool is_new = access(path, F_OK) != 0;
    rc = open_games(path, &run.out, err);
    if (rc == 0) {
        rc = read_done(&run, path, err);
        if (rc < 0 && is_new)
            unlink(path);
    }
    if (rc == 0)
        rc = play_missing(&run, path, err);
done:
    if (run.out && fclose(run.out) != 0 && rc >= 0)
        rc = err_set(err, (struct src_pos){.file = path}, "%s", strerror(errno));
    free(run.done);
    eval_close(eval);
    return rc;
}

/* one setting against another */

struct contest_state {
    const struct contest *contest;
    struct engine_options options[2]; /* with the evaluations that all share */
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

/** Counts a pair: `points` are those of the first setting in its two games, in halves. */
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

static int play_pair(const struct contest *contest, unsigned number, struct engine *const engine[2],
                     struct selfplay_game *game, unsigned points[2], struct search_effort effort[2],
                     struct err *err)
{
    for (unsigned i = 0; i < 2; i++) {
        /* the first setting has White in the first game */
        struct engine_game setup = {
            .rules = contest->rules,
            .draws = contest->options[0].draws,
            .engine = {engine[i], engine[1 - i]},
            .limits = {contest->limits[i], contest->limits[1 - i]},
            .plies_max = PLIES_MAX,
            .king_plies_max = KING_PLIES_MAX,
            .settles_wins = true,
        };
        open_game(contest->rules, &contest->openings, contest->seed, number, game);
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
    struct engine *engine[2] = {NULL, NULL};
    struct selfplay_game *game = malloc(sizeof *game);
    struct err err = {0};
    unsigned number;
    bool ready = game && engine_open(contest->rules, &run->options[0], &engine[0], &err) == 0
                 && engine_open(contest->rules, &run->options[1], &engine[1], &err) == 0;
    if (!ready) {
        err_memory(&err);
        give_pair(run, -1, NULL, NULL, &err);
    }
    while (ready && take_pair(run, &number)) {
        unsigned points[2];
        struct search_effort effort[2] = {{0}, {0}};
        int rc = play_pair(contest, number, engine, game, points, effort, &err);
        give_pair(run, rc, points, effort, &err);
    }
    engine_close(engine[0]);
    engine_close(engine[1]);
    free(game);
    return NULL;
}

int contest_run(const struct contest *contest, struct contest_result *result, struct err *err)
{
    struct contest_state run = {.contest = contest,
                                .options = {contest->options[0], contest->options[1]}};
    struct eval *eval[2] = {NULL, NULL};
    int rc = -1;
    *result = (struct contest_result){0};
    for (unsigned i = 0; i < 2; i++)
        if (share_eval(contest->rules, &run.options[i], &eval[i], err))
            goto done;
    pthread_mutex_init(&run.lock, NULL);
    run_threads(contest->threads, compete, &run);
    pthread_mutex_destroy(&run.lock);
    *result = run.result;
    if (run.failed)
        err_set(err, run.err.at, "%s", run.err.msg);
    else
        rc = run.stopped ? 1 : 0;
done:
    eval_close(eval[0]);
    eval_close(eval[1]);
    return rc;
}
