// SPDX-License-Identifier: MIT
/*
 * The players of a match, opened when they are needed: once for many games, again after a failure
 * with growing pauses; they are suspended after repeated failures. A built-in player or a program
 * can be open several times, for several games at once; a remote peer only once.
 */
#ifndef DAMA_MATCH_POOL_H
#define DAMA_MATCH_POOL_H

#include "match/player.h"

struct pool;

/** Called for incidents of players outside games, like observer.incident. */
typedef void pool_incident(void *ctx, unsigned player, const char *kind, const char *detail);

/**
 * @param players n of them; borrowed, like the settings and the host
 * @return 0, or -1 with `err`: out of memory
 */
int pool_open(const struct match_settings *settings, const struct player_settings *players,
              unsigned n, const struct player_host *host, pool_incident *incident, void *ctx,
              struct pool **out, struct err *err);
void pool_close(struct pool *pool);

/** How many instances of a player are ready for a game. */
unsigned pool_ready(const struct pool *pool, unsigned player);

/**
 * Whether `wanted` instances of a player can be had in addition to those that are playing: the
 * pause after a failure is over, it is not a peer that is already playing, and if it is suspended,
 * so many are still there.
 */
bool pool_can_have(const struct pool *pool, unsigned player, unsigned wanted);

/**
 * Whether a player has failed too often and no instance of it is left; its games are not played.
 */
bool pool_is_suspended(const struct pool *pool, unsigned player);

/** Whether an instance of a player is ready, opening or playing. */
bool pool_is_open(const struct pool *pool, unsigned player);

/**
 * Makes sure that `wanted` instances of a player are ready or opening.
 * @return false: one could not be opened; the answers of pool_can_have and pool_is_suspended may have
 *        changed
 */
bool pool_want(struct pool *pool, unsigned player, unsigned wanted, int64_t now);

/** Takes an instance that is ready; it is the caller's until pool_release. */
struct player *pool_take(struct pool *pool, unsigned player);

/** How a game went for one of its players. */
enum pool_outcome {
    POOL_WELL,
    POOL_FAILED,  /* because of this player */
    POOL_NEITHER, /* it failed because of the other one, or of neither, or was withdrawn */
};

/**
 * Gives an instance back after a game.
 * @param why how the game failed, for messages
 */
void pool_release(struct pool *pool, struct player *player, enum pool_outcome outcome,
                  const char *why, int64_t now);

/**
 * Handles the events of players that are not in a game.
 * @param now as loop_served_until: everything that arrived by then has been handed to the players
 * @return whether anything has changed
 */
bool pool_step(struct pool *pool, int64_t now);

/** The time at which pool_step must be called even if no player reports anything. */
int64_t pool_deadline(const struct pool *pool);

#endif
