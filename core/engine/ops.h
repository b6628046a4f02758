// SPDX-License-Identifier: MIT
/*
 * An engine as a table of functions: the engine of dama, a program on a pipe, a scripted one in
 * tests. Its callers (self-play, judging games, front ends) do not know which one it is.
 */
#ifndef DAMA_CORE_ENGINE_OPS_H
#define DAMA_CORE_ENGINE_OPS_H

#include "core/engine/engine.h"

/**
 * Each function keeps the contract of the one in engine.h named beside it. `stop` and `ponder_hit`
 * may be called by any thread at any moment, the others only while the engine does not think.
 */
struct engine_ops {
    /**
     * engine_open.
     * @param ctx what this table of functions needs besides the options, as its module documents;
     *        NULL for engine_ops_dama
     * @return 0; 1 with `err`: it does not play these rules; -1 with `err`
     */
    int (*open)(void *ctx, const struct rules *rules, const struct engine_options *options,
                void **out, struct err *err);
    void (*close)(void *engine);    /* engine_close */
    void (*new_game)(void *engine); /* engine_new_game */
    /** engine_think. Each report's index is below limits->multi, or 0 if that is 0. */
    int (*think)(void *engine, const struct position *start, const struct move *moves, unsigned n,
                 const struct engine_limits *limits, engine_report *report, void *ctx,
                 struct engine_result *result, struct err *err);
    void (*stop)(void *engine);       /* engine_stop */
    void (*resume)(void *engine);     /* engine_resume */
    void (*ponder_hit)(void *engine); /* engine_ponder_hit */
    bool takes_hash;                  /* it obeys engine_options.hash, the size of its table */
};

/** The engine of dama itself. */
extern const struct engine_ops engine_ops_dama;

#endif
