// SPDX-License-Identifier: MIT
#include "core/engine/ops.h"

static int open_engine(void *ctx, const struct rules *rules, const struct engine_options *options,
                       void **out, struct err *err)
{
    struct engine *engine;
    (void)ctx;
    if (engine_open(rules, options, &engine, err))
        return -1;
    *out = engine;
    return 0;
}

static void close_engine(void *engine) { engine_close(engine); }
static void new_game(void *engine) { engine_new_game(engine); }
static void stop(void *engine) { engine_stop(engine); }
static void resume(void *engine) { engine_resume(engine); }
static void ponder_hit(void *engine) { engine_ponder_hit(engine); }

static int think(void *engine, const struct position *start, const struct move *moves, unsigned n,
                 const struct engine_limits *limits, engine_report *report, void *ctx,
                 struct engine_result *result, struct err *err)
{
    return engine_think(engine, start, moves, n, limits, report, ctx, result, err);
}

const struct engine_ops engine_ops_dama = {
    .open = open_engine,
    .close = close_engine,
    .new_game = new_game,
    .think = think,
    .stop = stop,
    .resume = resume,
    .ponder_hit = ponder_hit,
    .takes_hash = true,
};
