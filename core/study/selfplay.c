// SPDX-License-Identifier: MIT
/*
 * A game is determined by the seed and its number. So threads may take numbers in any order, and a
 * run that was interrupted goes on by playing the numbers that the file lacks; an incomplete block
 * at the end of the file is removed first.
 */
#include "core/study/selfplay.h"

#include "core/base/array.h"
#include "core/base/team.h"
#include "core/engine/eval.h"
#include "core/study/engine-game.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Data shared by the threads of a run. */
struct selfplay_state {
    const struct selfplay *selfplay;
    struct engine_options options; /* with an evaluation shared by all threads */
    FILE *out;
    pthread_mutex_t lock;
    /* guarded by lock: */
    unsigned char *done; /* by number of game */
    unsigned next, n_done;
    bool stopped, failed;
    struct err err;
};

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
    const bool writes = rc == 0 && !run->failed;
    if (writes)
        rc = selfplay_game_write(run->out, selfplay->rules, game, err);
    if (writes && rc == 0 && fflush(run->out)) /* so that a finished game is not lost */
        rc = err_plain(err, "%s", strerror(errno));
    if (writes && rc == 0) {
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
        game_openings_begin(&selfplay->openings, selfplay->rules, selfplay->seed, number, game);
        give(run, game, engine_game_play(&setup, game, selfplay->stopped, &err), &err);
    }
    engine_close(engine);
    free(game);
    return NULL;
}

/*
 * Whether a game begins as the settings of this run require: with the same opening, whose moves
 * have no score.
 */
static bool begins_so(const struct selfplay *selfplay, const struct selfplay_game *game,
                      struct selfplay_game *ours)
{
    game_openings_begin(&selfplay->openings, selfplay->rules, selfplay->seed, game->number, ours);
    bool same = position_same(&game->start, &ours->start) && game->n >= ours->n;
    for (unsigned i = 0; same && i < ours->n; i++)
        same = move_same(&game->move[i], &ours->move[i]) && game->score[i] == SELFPLAY_NO_SCORE;
    return same && (game->n == ours->n || game->score[ours->n] != SELFPLAY_NO_SCORE);
}

/*
 * Notes the games that are in the file.
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
                err, "game %u does not begin as these settings require; choose another file",
                (unsigned)game->number);
        if (game->number < selfplay->games && !run->done[game->number]) {
            run->done[game->number] = 1;
            run->n_done++;
        }
    }
    return rc;
}

/*
 * Makes the head of this run's file.
 * @return 0, or -1 with `err`: draw rules with too long a name
 */
static int head_of(const struct selfplay_state *run, struct selfplay_head *head, struct err *err)
{
    const struct selfplay *selfplay = run->selfplay;
    const struct draw_profile *draws = selfplay->options.draws;
    *head = (struct selfplay_head){
        .rules = selfplay->rules,
        .seed = selfplay->seed,
        .nodes = (uint32_t)selfplay->limits.nodes,
        .depth = selfplay->limits.depth,
        .is_whole = true,
        .weights = weights_number(&run->options.shared_eval->weights),
        .resign = selfplay->resign,
        .hash = selfplay->options.hash,
    };
    const char *name = draw_profile_name(draws ? draws : draw_profile_at(selfplay->rules, 0));
    if (strlen(name) >= sizeof head->draws)
        return err_plain(err, "draw rules '%s': longer than %d characters", name,
                         SELFPLAY_DRAWS_SIZE);
    memcpy(head->draws, name, strlen(name));
    return 0;
}

/* @return the setting in which two files differ, in the user's words; NULL: there is none */
static const char *difference(const struct selfplay_head *a, const struct selfplay_head *b)
{
    bool both = a->is_whole && b->is_whole;
    const struct {
        const char *setting;
        bool differs;
    } rows[] = {
        {"--seed", a->seed != b->seed},
        {"--nodes", a->nodes != b->nodes},
        {"--depth", a->depth != b->depth},
        {"evaluation", both && a->weights != b->weights},
        {"--resign", both && a->resign != b->resign},
        {"--hash", both && a->hash != b->hash},
        {"--draws", both && strcmp(a->draws, b->draws) != 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (rows[i].differs)
            return rows[i].setting;
    return NULL;
}

/* Compares the head of the file with this run's, or writes it. @return 0, or -1 with `err` */
static int agree(struct selfplay_state *run, struct err *err)
{
    struct selfplay_head ours, head;
    if (head_of(run, &ours, err))
        return -1;
    if (fseeko(run->out, 0, SEEK_END) != 0)
        return err_plain(err, "%s", strerror(errno));
    if (ftello(run->out) == 0 && selfplay_head_write(run->out, &ours, err))
        return -1;
    if (fflush(run->out))
        return err_plain(err, "cannot write: %s", strerror(errno));
    rewind(run->out);
    if (selfplay_head_read(run->out, &head, err))
        return -1;
    if (head.rules != ours.rules)
        return err_plain(err, "contains games of %s, not of %s; choose another file",
                         rules_spelling(head.rules), rules_spelling(ours.rules));
    const char *other = difference(&head, &ours);
    return other ? err_plain(err, "contains games made with a different %s; choose another file",
                             other)
                 : 0;
}

/* Notes the games that the file holds, and positions `out` after the last whole one. */
static int read_done(struct selfplay_state *run, const char *path, struct err *err)
{
    struct err why = {0};
    struct selfplay_game *game = malloc(2 * sizeof *game);
    if (!game)
        return err_memory(err);
    int rc = agree(run, &why);
    if (rc == 0)
        rc = note_done(run, game, game + 1, &why);
    free(game);
    if (rc < 0)
        return err_file(err, path, "%s", why.msg);
    off_t end = ftello(run->out);
    if (end < 0 || fseeko(run->out, end, SEEK_SET) != 0 || ftruncate(fileno(run->out), end) != 0)
        return err_file(err, path, "%s", strerror(errno));
    return 0;
}

/*
 * Opens the file, and locks out other runs while it is open: they would overwrite each other's
 * games.
 * @return 0; 2: another process has it; -1 with `err`
 */
static int open_games(const char *path, FILE **out, struct err *err)
{
    struct src_pos at = {.file = path};
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    FILE *made = fopen(path, "ab"); /* creates it if it does not exist */
    if (!made)
        return err_set(err, at, "%s", strerror(errno));
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

/* Plays the games that the open file lacks. @return as selfplay_run */
static int play_missing(struct selfplay_state *run, const char *path, struct err *err)
{
    struct src_pos at = {.file = path};
    if (pthread_mutex_init(&run->lock, NULL) != 0)
        return err_memory(err);
    team_run(run->selfplay->threads, work, run);
    pthread_mutex_destroy(&run->lock);
    if (run->failed)
        return err_set(err, run->err.at.file ? run->err.at : at, "%s", run->err.msg);
    return run->stopped ? 1 : 0;
}

int selfplay_run(const struct selfplay *selfplay, const char *path, struct err *err)
{
    struct selfplay_state run = {.selfplay = selfplay, .options = selfplay->options};
    int rc = -1;
    if (engine_open_eval(selfplay->rules, &run.options, &run.options.shared_eval, err))
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
        if (rc == 0)
            rc = play_missing(&run, path, err);
        if (rc < 0 && is_new && run.n_done == 0)
            unlink(path); /* else a run with other settings would be refused */
    }
done:
    if (run.out && fclose(run.out) != 0 && rc >= 0)
        rc = err_set(err, (struct src_pos){.file = path}, "%s", strerror(errno));
    free(run.done);
    eval_close(run.options.shared_eval);
    return rc;
}
