// SPDX-License-Identifier: MIT
/*
 * The engine of this program as a player: it thinks on threads of its own, through match/thinker.
 */
#include "core/base/random.h"
#include "core/book/probe.h"
#include "match/player.h"
#include "match/thinker.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESERVE_MS = 10, /* ms of the clock, for waking up */
    WARNINGS = 8,    /* how many are kept until they are reported */
    PATH_SHOWN = 100,
};

struct builtin {
    struct player player;
    struct thinker *thinker;
    struct book_player *book; /* NULL: none */
    struct waker waker;
    bool beginning; /* the engine is preparing for the game */
    bool to_move;
    pthread_mutex_t lock; /* guards the following */
    char warnings[WARNINGS][PLAYER_TEXT];
    unsigned n_warnings, n_lost; /* waiting to be reported; lost for lack of room */
};

static void builtin_close(struct player *player)
{
    struct builtin *b = (struct builtin *)player;
    thinker_close(b->thinker);
    book_player_close(b->book);
    pthread_mutex_destroy(&b->lock);
    if (b->waker.read >= 0)
        waker_fini(&b->waker);
    free(b);
}

/* Has the engine play from a book. @return 0, or -1 with `err` */
static int open_book(struct builtin *b, const struct player_settings *settings,
                     const struct player_host *host, struct engine_options *options,
                     struct err *err)
{
    struct book_choice_options choice = book_choice_default; /* its seed is set before each game */
    choice.margin = settings->book_margin;
    choice.temperature = settings->book_temperature;
    if (book_player_open(settings->book, host->rules, &choice, &b->book, err))
        return -1;
    book_player_wait_briefly(b->book);
    options->hooks.book = book_player_choose;
    options->hooks.book_ctx = b->book;
    return 0;
}

/* Names the file by the end of its path. */
static void print_warning(const struct err *err, char out[PLAYER_TEXT])
{
    const char *path = err->at.file ? err->at.file : "";
    size_t n = strlen(path), cut = n > PATH_SHOWN ? n - PATH_SHOWN : 0;
    int at = snprintf(out, PLAYER_TEXT, "%s%s%s", cut ? "..." : "", path + cut, n ? ": " : "");
    snprintf(out + at, PLAYER_TEXT - (size_t)at, "%s", err->msg);
}

/* Called from any thread of the engine. */
static void warn(void *ctx, const struct err *err)
{
    struct builtin *b = ctx;
    pthread_mutex_lock(&b->lock);
    if (b->n_warnings < WARNINGS)
        print_warning(err, b->warnings[b->n_warnings++]);
    else
        b->n_lost++;
    pthread_mutex_unlock(&b->lock);
    waker_wake(&b->waker);
}

static void tell_warnings(struct builtin *b)
{
    pthread_mutex_lock(&b->lock);
    for (unsigned i = 0; i < b->n_warnings; i++)
        snprintf(player_add_event(&b->player, PLAYER_WARNED)->text, PLAYER_TEXT, "%s",
                 b->warnings[i]);
    if (b->n_lost)
        snprintf(player_add_event(&b->player, PLAYER_WARNED)->text, PLAYER_TEXT, "%u more warnings",
                 b->n_lost);
    b->n_warnings = b->n_lost = 0;
    pthread_mutex_unlock(&b->lock);
}

/* As engine_options.egdb: NULL is no database, "" the user's own. */
static const char *egdb_of(const struct player_settings *settings)
{
    if (!settings->egdb)
        return "";
    return strcmp(settings->egdb, "none") == 0 ? NULL : settings->egdb;
}

static int builtin_open(const struct player_settings *settings, const struct player_host *host,
                        struct player **out, struct err *err)
{
    struct engine_options options = {.hash = settings->hash,
                                     .threads = settings->threads,
                                     .eval = settings->eval,
                                     .egdb = egdb_of(settings),
                                     .draws = host->draws,
                                     .level = settings->level,
                                     .seed = host->seed,
                                     .warn = warn};
    const struct engine_ops *ops = host->ops ? host->ops : &engine_ops_dama;
    struct builtin *b = calloc(1, sizeof *b);
    if (!b || pthread_mutex_init(&b->lock, NULL) != 0) {
        free(b);
        return err_memory(err);
    }
    b->waker.read = -1;
    options.hooks.ctx = b;
    if (settings->book && open_book(b, settings, host, &options, err)) {
        builtin_close(&b->player);
        return -1;
    }
    if (waker_init(&b->waker, err)
        || thinker_open(ops, host->ops_ctx, host->rules, &options, &b->waker, &b->thinker, err)) {
        builtin_close(&b->player);
        return -1;
    }
    snprintf(b->player.version, sizeof b->player.version, "%s", host->name ? host->name : "dama");
    tell_warnings(b);
    player_add_event(&b->player, PLAYER_READY);
    *out = &b->player;
    return 0;
}

/*
 * A game that is played again gets the same book moves, and simultaneous games do not all get the
 * same ones.
 */
static void reseed_book(struct builtin *b)
{
    uint64_t own = b->player.settings->book_seed;
    uint64_t seed = own ? own : b->player.host->seed;
    if (b->book)
        book_player_reseed(b->book, random_splitmix64_scramble(seed)
                                        ^ random_splitmix64_scramble(b->player.game.number));
}

static void builtin_start(struct player *player, int64_t now)
{
    struct builtin *b = (struct builtin *)player;
    struct err err = {0};
    (void)now;
    thinker_abandon(b->thinker);
    reseed_book(b);
    if (thinker_start_new_game(b->thinker, &err))
        player_fail(player, REASON_ENGINE, "%s", err.msg);
    else
        b->beginning = true;
}

static void builtin_turn(struct player *player, int64_t now)
{
    struct builtin *b = (struct builtin *)player;
    const struct referee *referee = player->game.referee;
    const struct player_limits *own = &player->settings->limits;
    struct engine_limits limits = {.depth = own->depth,
                                   .nodes = own->nodes,
                                   .move_ms = own->move_ms,
                                   .game = player->game.number};
    struct err err = {0};
    int64_t left = referee_left(referee, player->game.side, now);
    if (left != INT64_MAX) {
        limits.clock_ms = left > RESERVE_MS ? left - RESERVE_MS : 1;
        limits.moves = referee_moves_to_go(referee, player->game.side);
        limits.inc_ms = own->inc_ms;
    }
    if (thinker_start(b->thinker, referee_start_position(referee), referee_moves(referee),
                      referee_plies(referee), &limits, &err)) {
        player_fail(player, REASON_ENGINE, "cannot think: %s", err.msg);
        return;
    }
    b->to_move = true;
}

static void tell_move(struct builtin *b, const struct engine_result *result)
{
    struct player_event *e = player_add_event(&b->player, PLAYER_MOVED);
    e->move = player_move_of(&result->best, player_arrival(&b->player));
    e->move.depth = result->depth;
    e->move.nodes = result->nodes;
    if (result->from_book || result->lines[0].n == 0
        || (b->player.settings->level && !result->depth)) /* a weak level had no time */
        return; /* there is no score: nothing was searched */
    e->move.score = result->lines[0].score;
    e->move.win = (int)lroundf(result->lines[0].wdl.win * 1000);
    e->move.loss = (int)lroundf(result->lines[0].wdl.loss * 1000);
}

static void builtin_serve(struct player *player, const struct pollfd *fds, unsigned n, int64_t now)
{
    struct builtin *b = (struct builtin *)player;
    struct engine_result result;
    struct err err = {0};
    (void)fds, (void)n, (void)now;
    waker_clear(&b->waker);
    tell_warnings(b);
    int rc = thinker_take_result(b->thinker, &result, &err);
    if (rc > 0 && b->beginning) {
        b->beginning = false;
        player_add_event(&b->player, PLAYER_ACCEPTED);
        return;
    }
    if (rc == 0 || !b->to_move)
        return;
    b->to_move = false;
    if (rc < 0)
        player_fail(player, REASON_ENGINE, "%s", err.msg);
    else if (!result.has_move)
        player_fail(player, REASON_ENGINE, "the engine found no move");
    else
        tell_move(b, &result);
}

static unsigned builtin_want(struct player *player, struct pollfd *fds, int64_t *by)
{
    (void)by;
    fds[0] = (struct pollfd){.fd = ((struct builtin *)player)->waker.read, .events = POLLIN};
    return 1;
}

static void builtin_finish(struct player *player, const struct referee_verdict *verdict,
                           int64_t now)
{
    struct builtin *b = (struct builtin *)player;
    (void)verdict, (void)now;
    thinker_abandon(b->thinker);
    b->to_move = b->beginning = false;
    player_add_event(player, PLAYER_OVER);
}

static void builtin_back_settled(struct player *player, bool agreed, int64_t now)
{
    struct builtin *b = (struct builtin *)player;
    (void)now;
    if (!agreed)
        return;
    thinker_abandon(b->thinker);
    b->to_move = false;
}

const struct player_ops player_builtin = {
    .open = builtin_open,
    .start = builtin_start,
    .turn = builtin_turn,
    .finish = builtin_finish,
    .back_settled = builtin_back_settled,
    .close = builtin_close,
    .want = builtin_want,
    .serve = builtin_serve,
};
