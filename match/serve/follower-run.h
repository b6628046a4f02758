// SPDX-License-Identifier: MIT
/*
 * A follower on TCP or a serial line: waits for peers, or connects to one, and plays as long as
 * there is somebody to play with.
 *
 * One connection at a time. A newcomer replaces a connection without a game; while a game is
 * running, it gets a busy message and is sent away, so that a stranger cannot end a game. With
 * `newest` it replaces that connection too, which suits a line that breaks often: the peer need not
 * wait until the old connection is known to be dead.
 */
#ifndef DAMA_MATCH_SERVE_FOLLOWER_RUN_H
#define DAMA_MATCH_SERVE_FOLLOWER_RUN_H

#include "match/link/tcp.h"
#include "match/protocol/dxp-serial.h"
#include "match/serve/follower.h"

struct follower_run {
    struct follower_settings follower;
    struct tcp_place place;
    bool connects;      /* connect to `place`; false: listen there */
    int64_t connect_ms; /* how long to try */
    bool newest;
    const char *serial;                    /* device, instead of `place`; NULL: none */
    struct dxp_serial_config serial_bytes; /* bytes around messages on the serial line */
    unsigned baud;                         /* 0: 9600 */
    int stop; /* descriptor that can be read when a signal asks to stop; -1: none */
    /** Called with each address listened on. May be NULL. */
    void (*listening)(void *ctx, const char *name);
    void *ctx; /* of listening */
};

enum follower_end {
    FOLLOWER_DONE,    /* all games have been played */
    FOLLOWER_GONE,    /* the peer we connected to has closed the connection, between games */
    FOLLOWER_BROKEN,  /* ... in the middle of a game */
    FOLLOWER_STOPPED, /* by a signal; a running game was played to its end */
};

/**
 * Serves until it is over.
 * @param end   set to why it ended, on success
 * @param score the games' results; always set
 * @return 0, or -1 with `err`: no engine, cannot listen or connect
 */
int follower_run(const struct engine_ops *ops, void *thinker_ctx, const struct follower_run *run,
                 enum follower_end *end, struct follower_score *score, struct err *err);

#endif
