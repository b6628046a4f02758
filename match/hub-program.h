// SPDX-License-Identifier: MIT
/*
 * A running Hub program: it gets ready, then searches one position after the other. The functions
 * block until the program answers. After any failure it can only be closed.
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
 * @param rules   NULL: any, to see whether the program gets ready with its parameters
 * @param threads set if the program has such a parameter; 0: its own default
 * @param stop    borrowed while it lives; needed for searches only
 * @return 0, 1 with `err`: the program does not play these rules, -1 with `err`: among others, it
 *         lacks one of the parameters or has refused one
 */
int hub_program_open(const struct hub_engine_settings *settings, const struct rules *rules,
                     unsigned threads, struct hub_stop *stop, struct hub_program **out,
                     struct err *err);

/** A position to search. */
struct hub_question {
    const struct position *start; /* the position before the n moves */
    const struct move *moves;
    unsigned n;
    struct position pos; /* the position after them; it has a legal move */
    const struct engine_limits *limits;
};

/** The result of a search. */
struct hub_found {
    struct move move; /* legal */
    bool has_score;   /* it reported one */
    int score;        /* thousandths of a man, as the program reports them */
    unsigned depth;
    uint64_t nodes;
    struct buffer pv; /* as reported: words between blanks; empty: none. To be freed */
};

/**
 * Searches a position.
 * @param is_new the position does not belong to the same game as the one before
 * @return 0, or -1 with `err`: the program has ended, was silent, does not stop, or its move is not
 *         legal
 */
int hub_program_search(struct hub_program *program, const struct hub_question *question,
                       bool is_new, struct hub_found *found, struct err *err);

/** Ends the program. Allows NULL. @param grace ms for it to end by itself */
void hub_program_close(struct hub_program *program, int64_t grace);

#endif
