// SPDX-License-Identifier: MIT
/*
 * What several verbs of dama-engine share: which engine, which openings.
 */
#ifndef DAMA_CMD_ENGINE_SETTINGS_H
#define DAMA_CMD_ENGINE_SETTINGS_H

#include "cmd/lib/options.h"
#include "core/engine/engine.h"
#include "core/engine/tuning.h"
#include "core/study/selfplay.h"

/** The words --variant completes, ended by NULL. */
extern const char *const engine_variants[];

/** What opens an engine, as options give it. */
struct engine_settings {
    const char *variant, *draws, *eval, *tune;
    int64_t hash; /* bytes */
    unsigned threads;
    /* made of them by engine_settings_take */
    const struct rules *rules;
    struct tuning tuning;
    struct engine_options options;
};

/** Turns words into rules and options. @return 0, or -1 with `err` */
int engine_settings_take(struct engine_settings *settings, struct err *err);

/** How games begin, as options give it. */
struct opening_settings {
    const char *
        file; /* positions, one FEN a line; blank lines and those that begin with '#' are passed over */
    const char *endings; /* pieces of endings set up at random instead, "4" or "3-8"; NULL: none */
    const char *random;  /* plies behind them, "4" or "4-12"; NULL: as `out` says already */
    struct position *at; /* owned; from the file */
};

/**
 * Reads the file and the ranges.
 * @param out borrows the positions, as long as `settings` are not freed
 * @return 0, or -1 with `err`: cannot be read, a line that is no position, none at all, no range,
 *         file and endings together, endings of a game that ends with the first king
 */
int opening_settings_take(struct opening_settings *settings, const struct rules *rules,
                          struct openings *out, struct err *err);
void opening_settings_free(struct opening_settings *settings);

#endif
