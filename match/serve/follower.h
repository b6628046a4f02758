// SPDX-License-Identifier: MIT
/*
 * A DamExchange follower that plays: it accepts games, checks every move, keeps both clocks and the
 * draw rules, lets an engine find its own moves, and ends each game as the protocol demands. One
 * connection after the other; a game is lost with its connection. No I/O and no clock of its own:
 * frames and the time (monotonic ms) go in, frames and lines for the log come out.
 *
 * The clock of a side runs while it is to move: ours from the arrival of the peer's move until our
 * own is sent, the peer's from then on. What a peer says of its own time is for the log. Taking
 * moves back gives no time back.
 *
 * How a game ends (DamExchange has no offers, only announcements, mostly from the side to move):
 *   - no move left: the side to move says so. A peer that does not within half a minute is told.
 *   - drawn by the profile: the side to move says so. Where the peer plays on instead, we say it
 *     with our next move.
 *   - both have made the agreed moves: the side to move ends it, as `at_limit` says.
 *   - the peer's flag has fallen: after a time of grace we claim the game. Our own never falls if
 *     we can help it.
 *   - an illegal move: told by chat, ended as unknown whoever is to move; the protocol has no other
 *     way.
 *   - nothing happens for too long: ended as unknown.
 */
#ifndef DAMA_MATCH_SERVE_FOLLOWER_H
#define DAMA_MATCH_SERVE_FOLLOWER_H

#include "match/protocol/dxp-dialogue.h"
#include "match/thinker.h"

/** What may be said when both sides have made the moves of the game. */
enum follower_limit { FOLLOWER_LIMIT_UNKNOWN, FOLLOWER_LIMIT_DRAW, FOLLOWER_LIMIT_IGNORE };

/** Results of a follower's games, from its own view. */
struct follower_score {
    unsigned won, drawn, lost, unknown;
};

/** Zero is a good start. */
struct follower_settings {
    const char *name;          /* ours in the protocol; NULL: "dama"; borrowed */
    const struct rules *rules; /* NULL: international */
    struct engine_options engine;
    unsigned games;    /* to play; 0: any number */
    bool no_take_back; /* refuse to take moves back, as suits matches between programs */
    bool ponder;       /* think in the peer's time */
    enum follower_limit at_limit;
    int64_t grace_ms;    /* for the peer, beyond its clock; 0: 60 s */
    int64_t reserve_ms;  /* of our clock, for the way to the peer; 0: 100 ms */
    int64_t no_clock_ms; /* for each of our moves in a game without a clock; 0: 5 s */
    int64_t time_max_ms; /* longest game accepted, a side; 0: any */
    int64_t
        delay_ms; /* between accepting a game and our first move: some peers lose it otherwise */
    int64_t silent_ms;       /* for a peer's move in a game without a clock; 0: 30 min */
    int64_t idle_ms;         /* for a peer to ask for a game; 0: 10 min */
    int64_t game_ms;         /* for a whole game; 0: from its clocks, 12 h without */
    unsigned take_backs_max; /* in a game; 0: 32 */
    int resign; /* resign three moves in a row at or below minus this score; 0: never */
    /**
     * Told a line for people, without line end, harmless to a terminal. `detail`: it is for a log
     * only, a message that came or went, or how a move was found.
     */
    void (*tell)(void *ctx, bool detail, const char *line);
    void *ctx;
};

struct follower;

/**
 * Makes a follower and its engine ready.
 * @param ops   what thinks; borrowed, `thinker_ctx` is handed to its open
 * @param waker  woken when follower_poll has something to do; borrowed
 * @return 0, or -1 with `err`, as thinker_open
 */
int follower_open(const struct engine_ops *ops, void *thinker_ctx,
                  const struct follower_settings *settings, const struct waker *waker,
                  struct follower **out, struct err *err);
void follower_close(struct follower *follower);

/** A peer has connected: a new dialogue begins. */
void follower_connected(struct follower *follower, const char *peer, int64_t now);

/** It is gone; a game that ran has an unknown result. @param why for the log */
void follower_lost(struct follower *follower, const char *why);

/** Takes a frame. Output and state are to be looked at afterwards. */
void follower_receive(struct follower *follower, const char *bytes, size_t n, int64_t now);

/** Takes the engine's answer, and acts on what is overdue. */
void follower_poll(struct follower *follower, int64_t now);

/** When follower_poll has something to do besides being woken; INT64_MAX for never. */
int64_t follower_deadline(const struct follower *follower);

/** Takes the next frame to send. @return whether there was one */
bool follower_output(struct follower *follower, struct dialogue_frame *out);

/** Whether a game is running, or its end is not confirmed yet. */
bool follower_in_game(const struct follower *follower);

/** Whether the connection is to be closed once all output is sent. */
bool follower_closing(const struct follower *follower);

/**
 * No game after this one; with no game running the connection is to be closed. A running game
 * without a clock is ended after a minute of silence, or five minutes.
 */
void follower_finish(struct follower *follower, int64_t now);

/** Whether all games that were to be played have been. */
bool follower_finished(const struct follower *follower);

struct follower_score follower_score(const struct follower *follower);

#endif
