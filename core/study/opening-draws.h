// SPDX-License-Identifier: MIT
/*
 * How often the games of past matches were drawn, by the position that their opening ended in.
 */
#ifndef DAMA_CORE_STUDY_OPENING_DRAWS_H
#define DAMA_CORE_STUDY_OPENING_DRAWS_H

#include "core/base/err.h"
#include "core/base/hashtable.h"
#include "core/board/rules.h"

/** The results of games that reached a position. */
struct opening_draw_count {
    uint64_t key; /* position_key */
    uint64_t games, drawn;
};

/** Games by the position that their openings ended in. */
struct opening_draws {
    struct opening_draw_count *at; /* owned */
    unsigned n, room;
    struct hashtable by_key;
};

/**
 * Reads the games played by `rules` from a file of results, if they count.
 * @param out zero; free it with opening_draws_fini, also after a failure
 * @return 0, or -1 with `err`: cannot be read, damaged, out of memory
 */
int opening_draws_read(const struct rules *rules, const char *path, struct opening_draws *out,
                       struct err *err);

/** @return NULL if no game began there */
const struct opening_draw_count *opening_draws_find(const struct opening_draws *openings,
                                                    uint64_t key);

void opening_draws_fini(struct opening_draws *openings);

#endif
