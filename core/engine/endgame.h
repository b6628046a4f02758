// SPDX-License-Identifier: MIT
/*
 * Lets the search use endgame databases.
 */
#ifndef DAMA_CORE_ENGINE_ENDGAME_H
#define DAMA_CORE_ENGINE_ENDGAME_H

#include "core/egdb/egdb.h"
#include "core/engine/thinking.h"

/**
 * Opens the database that the options name.
 * @param out set to NULL if they name none
 * @return 0, or -1 with `err`, as egdb_open
 */
int endgame_open(const struct rules *rules, const struct engine_options *options, struct egdb **out,
                 struct err *err);

/** engine_hooks.endgame; ctx is a struct egdb. */
enum engine_exact endgame_value(void *ctx, const struct position *pos, int *plies);

#endif
