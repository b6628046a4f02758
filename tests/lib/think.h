// SPDX-License-Identifier: MIT
/* For tests of the engine: a position from its FEN, an engine that counts material, one search. */
#ifndef DAMA_TESTS_LIB_THINK_H
#define DAMA_TESTS_LIB_THINK_H

#include "core/board/fen.h"
#include "core/engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static inline struct position position_of(const struct rules *rules, const char *fen)
{
    struct position pos;
    struct err err = {0};
    if (fen_read(rules, text_of(fen), (struct src_pos){0}, &pos, NULL, &err) < 0)
        fail_msg("%s", err.msg);
    return pos;
}

static inline struct engine *engine_of(const struct rules *rules, unsigned threads)
{
    struct engine_options options = {.hash = 1 << 20, .threads = threads, .eval = "material"};
    struct engine *engine;
    struct err err = {0};
    if (engine_open(rules, &options, &engine, &err) < 0)
        fail_msg("%s", err.msg);
    return engine;
}

/** Searches a position without a game before it. */
static inline void think(struct engine *engine, const struct position *pos,
                         struct engine_limits limits, struct engine_result *result)
{
    struct err err = {0};
    assert_int_equal(engine_think(engine, pos, NULL, 0, &limits, NULL, NULL, result, &err), 0);
}

#endif
