// SPDX-License-Identifier: MIT
/*
 * A DamExchange follower that plays: it accepts games, checks every move, keeps both clocks and the
 * draw rules, has an engine find its own moves, and ends each game as the protocol demands. It
 * serves one connection after the other; a game is lost with its connection. No I/O and no clock of
 * its own: frames and the time (monotonic ms) go in, frames and lines for the log come out.
 *
 * The clock of a side runs while it is to move: ours from the arrival of the peer's move until our
 * own is sent, the peer's from then on. The time that a peer reports for its own moves is only
 * logged. Take-backs give no time back.
 *
 * How a game ends (DamExchange has no offers, only announcements, mostly from the side to move):
 *   - no move left: the side to move says so. If the peer does not within half a minute, we do.
 *   - drawn by the profile: the side to move says so. Where the peer plays on instead, we say it
 *     with our next move.
 *   - both have made the agreed moves: the side to move ends it, as `at_limit` says.
 *   - the peer's flag has fallen: after a time of grace we claim the game. Our own never falls if
 *     we can help it.
 *   - the peer resigns, or claims a draw or a win: nobody can refuse that, but where neither board
 *     nor clock shows what it claims, the result is unknown to us.
 *   - an illegal move: reported by chat, ended as unknown whoever is to move; the protocol has no
 *     other way.
 *   - nothing happens for too long: ended as unknown.
 */
#ifndef DAMA_MATCH_SERVE_FOLLOWER_H
#define DAMA_MATCH_SERVE_FOLLOWER_H

#include "match/protocol/dxp-dialogue.h"
#include "match/serve/follower-settings.h"
#include "match/thinker.h"

struct follower;

/**
 * Makes a follower and its engine ready.
 * @param ops   the engine that thinks; borrowed; `thinker_ctx` is passed to its open
 * @param waker  woken when follower_poll has something to do; borrowed
 * @return 0, or -1 with `err`, as thinker_open
 */
int follower_open(const struct engine_ops *ops, void *thinker_ctx,
                  const struct follower_settings *settings, const struct waker *waker,
                  struct follower **out, struct err *err);
void follower_close(struct follower *follower);

/** A peer has connected: a new dialogue begins. */
void follower_connected(struct follower *follower, const char *peer, int64_t now);

/**
 * The peer is gone; a running game has an unknown result.
 * @param why for the log
 */
void follower_lost(struct follower *follower, const char *why);

/**
 * Takes a frame. Check the output and the state afterwards.
 * @param bytes n of them; none: a message that was too long was skipped
 */
void follower_receive(struct follower *follower, const char *bytes, size_t n, int64_t now);

/**
 * Counts bytes from the peer, whether or not they are part of a frame: too many without a move end
 * the game and the connection. Check the output and the state afterwards.
 */
void follower_count(struct follower *follower, size_t n, int64_t now);

/**
 * Takes the engine's answer, and acts on everything overdue.
 * @param arrival as loop_arrival: what the peer has sent since then may not have been read yet, and
 *                is not late
 */
void follower_poll(struct follower *follower, int64_t now, int64_t arrival);

/** The time at which follower_poll must be called even if it is not woken; INT64_MAX for never. */
int64_t follower_deadline(const struct follower *follower);

/** Takes the next frame to send. @return whether there was one */
bool follower_output(struct follower *follower, struct dialogue_frame *out);

/** Whether a game is running or about to be accepted, or its end is not confirmed yet. */
bool follower_in_game(const struct follower *follower);

/** Whether a game is in progress that neither side has ended yet. */
bool follower_undecided(const struct follower *follower);

/** Whether the connection is to be closed once all output is sent. */
bool follower_closing(const struct follower *follower);

/**
 * Accepts no game after this one; if none is running, the connection is to be closed. A running
 * game without a clock is ended after a minute of silence, or after five minutes in total.
 */
void follower_finish(struct follower *follower, int64_t now);

/** Whether all games that were to be played have been. */
bool follower_finished(const struct follower *follower);

struct follower_score follower_score(const struct follower *follower);

#endif
