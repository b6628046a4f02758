// SPDX-License-Identifier: MIT
/*
 * Observers of a match. The manager does not know who they are; it calls one after the other, on
 * its own thread, and they must return quickly. Any function may be NULL.
 */
#ifndef DAMA_MATCH_OBSERVER_H
#define DAMA_MATCH_OBSERVER_H

#include "core/store/results.h"

/** A game in progress. Everything is borrowed during the call. */
struct observer_game {
    unsigned slot; /* the board at which it is played: below the number of games at once */
    const struct results_pair *pair;
    unsigned game;              /* 0 or 1 within the pair */
    const char *white, *black;  /* names of the players */
    struct results_game so_far; /* as it would be stored now, with result RESULT_UNKNOWN */
};

/** The progress of a match. */
struct observer_progress {
    unsigned games, finished;
};

struct observer {
    void *ctx;
    /* A game begins; if the match is stopped before both players accept it, it is not finished. */
    void (*started)(void *ctx, const struct observer_game *game);
    void (*moved)(void *ctx, const struct observer_game *game); /* called after one or more moves */
    /** A game is over and has been stored. @return 0, or -1 with `err`: the match ends */
    int (*finished)(void *ctx, int64_t number, const struct results_game *game,
                    const struct observer_progress *progress, struct err *err);
    /**
     * Something happened to a player: "connected", "disconnected", "failed", "suspended",
     * "warning", "note".
     * @param player its name
     * @param detail harmless to a terminal
     */
    void (*incident)(void *ctx, const char *player, const char *kind, const char *detail);
};

#endif
