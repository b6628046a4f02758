// SPDX-License-Identifier: MIT
#include "tests/lib/scripted.h"

#include "core/base/clock.h"
#include "core/base/random.h"
#include "match/link/poll.h"

#include <stdlib.h>
#include <string.h>

void script_init(struct script *script)
{
    memset(script, 0, sizeof *script);
    pthread_mutex_init(&script->lock, NULL);
    clock_cond_init(&script->changed);
}

void script_fini(struct script *script)
{
    pthread_cond_destroy(&script->changed);
    pthread_mutex_destroy(&script->lock);
}

unsigned script_searches(struct script *script)
{
    pthread_mutex_lock(&script->lock);
    unsigned n = script->searches;
    pthread_mutex_unlock(&script->lock);
    return n;
}

bool script_move(const struct rules *rules, const struct position *pos, struct move *out)
{
    struct moves list;
    moves_init(&list);
    bool any = moves_generate(rules, pos, &list) == 0 && list.n;
    uint64_t key = random_splitmix64_scramble(
        pos->pieces[0]
        ^ random_splitmix64_scramble(pos->pieces[1]
                                     ^ random_splitmix64_scramble(pos->kings + pos->turn)));
    if (any)
        *out = list.at[key % list.n];
    moves_fini(&list);
    return any;
}

/* One of those that think by a script. What its searching thread and others share is under the script's lock. */
struct engine {
    struct script *script;
    const struct rules *rules;
    bool stop, hit;
    struct engine_line line[SCRIPT_LINES]; /* of the last result */
};

static int open_script(void *ctx, const struct rules *rules, const struct engine_options *options,
                       void **out, struct err *err)
{
    struct script *s = ctx;
    (void)options;
    if (s->will_not_open)
        return err_plain(err, "no weights for these rules");
    struct engine *e = calloc(1, sizeof *e);
    if (!e)
        return err_memory(err);
    e->script = s;
    e->rules = rules;
    pthread_mutex_lock(&s->lock);
    s->rules = rules;
    s->opened++;
    pthread_mutex_unlock(&s->lock);
    *out = e;
    return 0;
}

static void count(struct script *s, unsigned *counter)
{
    pthread_mutex_lock(&s->lock);
    ++*counter;
    pthread_mutex_unlock(&s->lock);
}

static void close_script(void *engine)
{
    struct engine *e = engine;
    count(e->script, &e->script->closed);
    free(e);
}

static void new_game(void *engine)
{
    struct engine *e = engine;
    poll_until(NULL, 0, clock_ms() + e->script->begin_ms);
    count(e->script, &e->script->new_games);
}

static void raise_flag(struct engine *e, bool *flag, bool value)
{
    pthread_mutex_lock(&e->script->lock);
    *flag = value;
    pthread_cond_broadcast(&e->script->changed);
    pthread_mutex_unlock(&e->script->lock);
}

static void stop(void *engine) { raise_flag(engine, &((struct engine *)engine)->stop, true); }
static void resume(void *engine) { raise_flag(engine, &((struct engine *)engine)->stop, false); }
static void hit(void *engine) { raise_flag(engine, &((struct engine *)engine)->hit, true); }

static void wait_as_told(struct engine *e, const struct engine_limits *limits)
{
    struct script *s = e->script;
    bool endless = s->waits || limits->infinite;
    struct timespec by = clock_after(s->ms);
    while (!e->stop && ((limits->ponder && !e->hit) || (endless && !(limits->ponder && e->hit))))
        pthread_cond_wait(&s->changed, &s->lock);
    while (!e->stop && s->ms && !endless)
        if (pthread_cond_timedwait(&s->changed, &s->lock, &by))
            break;
}

/*
 * Its own move first, then the others as they are generated, each a hundredth of a man worse;
 * several are reported twice.
 */
static void tell_lines(struct engine *e, const struct position *pos, unsigned multi,
                       engine_report *report, void *ctx, struct engine_result *result)
{
    struct moves list;
    unsigned n = 1;
    moves_init(&list);
    e->line[0].pv[e->line[0].n++] = result->best;
    if (moves_generate(e->rules, pos, &list) == 0)
        for (unsigned i = 0; i < list.n && n < multi && n < SCRIPT_LINES; i++)
            if (!move_same(&list.at[i], &result->best)) {
                e->line[n] = (struct engine_line){
                    .score = e->script->score - 10 * (int)n, .n = 1, .pv = {list.at[i]}};
                n++;
            }
    moves_fini(&list);
    result->n_lines = n;
    for (unsigned depth = n > 1 ? 6 : 7; report && depth <= 7; depth++)
        for (unsigned i = 0; i < n; i++) {
            struct engine_info info = {.depth = depth,
                                       .depth_max = depth + 2,
                                       .index = i,
                                       .nodes = 1234567,
                                       .ms = 500,
                                       .line = &e->line[i]};
            report(ctx, &info);
        }
}

static int think(void *engine, const struct position *start, const struct move *moves, unsigned n,
                 const struct engine_limits *limits, engine_report *report, void *ctx,
                 struct engine_result *result, struct err *err)
{
    struct engine *e = engine;
    struct script *s = e->script;
    struct position pos = *start;
    for (unsigned i = 0; i < n; i++)
        move_play(e->rules, &pos, &moves[i]);
    *result = (struct engine_result){.lines = e->line, .n_lines = 1};
    e->line[0] = (struct engine_line){.score = e->script->score};
    result->has_move = script_move(e->rules, &pos, &result->best);
    if (result->has_move) {
        tell_lines(e, &pos, limits->multi, report, ctx, result);
        move_play(e->rules, &pos, &result->best);
        result->has_ponder = s->has_ponder && script_move(e->rules, &pos, &result->ponder);
    }
    pthread_mutex_lock(&s->lock);
    s->searches++;
    s->limits = *limits;
    s->n_moves = n;
    s->thinking = true;
    pthread_cond_broadcast(&s->changed);
    wait_as_told(e, limits);
    s->thinking = e->hit = false;
    pthread_mutex_unlock(&s->lock);
    return s->fails ? err_memory(err) : 0;
}

const struct engine_ops scripted = {
    .open = open_script,
    .close = close_script,
    .new_game = new_game,
    .think = think,
    .stop = stop,
    .resume = resume,
    .ponder_hit = hit,
};
