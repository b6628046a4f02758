// SPDX-License-Identifier: MIT
/*
 * A follower on TCP or a serial line: waits for peers, or connects to one, and plays as long as
 * there is somebody to play with.
 *
 * One connection at a time. A newcomer replaces a connection without a game; while a game runs it
 * gets a busy message and is sent away, so that a passer-by cannot end a game. With `newest` it
 * replaces that connection too, as suits a line that breaks often: the peer need not wait until the
 * old connection is known to be dead.
 */
#ifndef DAMA_MATCH_SERVE_FOLLOWER_RUN_H
#define DAMA_MATCH_SERVE_FOLLOWER_RUN_H

#include "match/link/tcp.h"
#include "match/protocol/dxp-serial.h"
#include "match/serve/follower.h"

struct follower_run {
    struct follower_settings follower;
    struct tcp_place place;
    bool connects;      /* go to `place`; false: listen there */
    int64_t connect_ms; /* how long to try */
    bool newest;
    const char *serial;                    /* device, instead of `place`; NULL: none */
    struct dxp_serial_config serial_bytes; /* around messages on it */
    unsigned baud;                         /* 0: 9600 */
    int stop; /* descriptor that can be read when a signal asks to stop; -1: none */
    /** Called with each address listened on. May be NULL. */
    void (*listening)(void *ctx, const char *name);
    void *ctx; /* of listening */
};

enum follower_end {
    FOLLOWER_DONE,    /* all games are played */
    FOLLOWER_GONE,    /* the peer we went to has closed, between games */
    FOLLOWER_BROKEN,  /* ... in the middle of one */
    FOLLOWER_STOPPED, /* a signal; a game that ran was played to its end */
};

/**
 * Serves until it is over.
 * @param end   why it ended; set on success
 * @param score the games' results; set in any case
 * @return 0, or -1 with `err`: no engine, cannot listen or connect
 */
int follower_run(const struct engine_ops *ops, void *thinker_ctx, const struct follower_run *run,
                 enum follower_end *end, struct follower_score *score, struct err *err);

#endif
