// SPDX-License-Identifier: MIT
/*
 * Something that thinks for tests: its move depends on the position alone, and the test says how
 * long it takes and what goes wrong. There may be several at a time with one script. Seen through core/engine/ops.h it is an engine like any other.
 */
#ifndef DAMA_TESTS_LIB_SCRIPTED_H
#define DAMA_TESTS_LIB_SCRIPTED_H

#include "match/thinker.h"

#include <pthread.h>

enum { SCRIPT_LINES = 4 }; /* told at once at most */

struct script {
    /* set by the test, before it is opened */
    int64_t ms;       /* to think; cut short by a stop */
    int64_t begin_ms; /* to prepare for a game */
    bool waits;       /* think until stopped or hit, whatever the limits say */
    bool fails;       /* every search */
    bool will_not_open;
    int score;       /* of everything */
    bool has_ponder; /* it names the reply that it would play itself */

    pthread_mutex_t lock; /* guards the following, and the engines */
    pthread_cond_t changed;
    bool thinking;
    unsigned opened, closed, searches, new_games;
    struct engine_limits limits; /* of the last search */
    unsigned n_moves;
    const struct rules *rules;
};

void script_init(struct script *script);
void script_fini(struct script *script);

/** How many searches there were; also while one runs. */
unsigned script_searches(struct script *script);

/** The move that it plays in a position. @return whether there is one */
bool script_move(const struct rules *rules, const struct position *pos, struct move *out);

/** ctx is a struct script. */
extern const struct engine_ops scripted;

#endif
