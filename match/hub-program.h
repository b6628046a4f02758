// SPDX-License-Identifier: MIT
/*
 * A running Hub program: it gets ready, then searches one position after the other. The functions
 * block until it answers. After any failure it can only be closed.
 */
#ifndef DAMA_MATCH_HUB_PROGRAM_H
#define DAMA_MATCH_HUB_PROGRAM_H

#include "core/base/buffer.h"
#include "core/engine/engine.h"
#include "match/hub-settings.h"
#include "match/link/poll.h"

#include <stdatomic.h>

/** A request to end a search, from any thread. */
struct hub_stop {
    struct waker waker;
    atomic_bool asked;
};

struct hub_program;

/**
 * Starts a program and waits until it is ready.
 * @param threads set where the program has such a parameter; 0: its own default
 * @param stop    borrowed while it lives
 * @return 0, 1 with `err`: it does not play these rules, -1 with `err`
 */
int hub_program_open(const struct hub_engine_settings *settings, const struct rules *rules,
                     unsigned threads, struct hub_stop *stop, struct hub_program **out,
                     struct err *err);

/** What is asked. */
struct hub_question {
    const struct position *start; /* and n moves from there */
    const struct move *moves;
    unsigned n;
    struct position pos; /* after them; it has a legal move */
    const struct engine_limits *limits;
};

/** What a search has found. */
struct hub_found {
    struct move move; /* legal */
    int score;        /* thousandths of a man, as the program reports them; 0 if it does not */
    unsigned depth;
    uint64_t nodes;
    struct buffer pv; /* as reported: words between blanks; empty: none. To be freed */
};

/**
 * Searches a position.
 * @param is_new it has nothing to do with the position before
 * @return 0, or -1 with `err`: the program has ended, was silent, does not stop, or its move is not
 *         legal
 */
int hub_program_search(struct hub_program *program, const struct hub_question *question,
                       bool is_new, struct hub_found *found, struct err *err);

/** Ends the program. Allows NULL. @param grace ms for it to go by itself */
void hub_program_close(struct hub_program *program, int64_t grace);

#endif
