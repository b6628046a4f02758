// SPDX-License-Identifier: MIT
/*
 * What several verbs of dama-engine share: which engine, which openings.
 */
#ifndef DAMA_CMD_ENGINE_H
#define DAMA_CMD_ENGINE_H

#include "cmd/options.h"
#include "core/engine/engine.h"
#include "core/engine/tuning.h"
#include "core/study/playout.h"

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

/** Openings of positions, one FEN a line; blank lines and those that begin with '#' are passed over. */
struct fen_file {
    struct position *at; /* owned */
    unsigned n;
};

/** @return 0, or -1 with `err`: cannot be read, a line that is no position, none at all */
int fen_file_read(const struct rules *rules, const char *path, struct fen_file *out,
                  struct err *err);
void fen_file_free(struct fen_file *file);

/** Reads "4" or "4-12". @return 0, or -1 with `err` */
int read_range(const char *text, unsigned most, unsigned *low, unsigned *high, struct err *err);

#endif
