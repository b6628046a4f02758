// SPDX-License-Identifier: MIT
/*
 * The settings of a follower, the games that it accepts by them, and the score that it keeps.
 */
#ifndef DAMA_MATCH_SERVE_FOLLOWER_SETTINGS_H
#define DAMA_MATCH_SERVE_FOLLOWER_SETTINGS_H

#include "core/engine/ops.h"

/** What may be said when both sides have made the moves of the game. */
enum follower_limit { FOLLOWER_LIMIT_UNKNOWN, FOLLOWER_LIMIT_DRAW, FOLLOWER_LIMIT_IGNORE };

/** Results of a follower's games, from its own view. */
struct follower_score {
    unsigned won, drawn, lost, unknown;
};

/** Zero is the default of everything. */
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
    /* between accepting a game and our first move: some peers lose it otherwise */
    int64_t delay_ms;
    int64_t silent_ms;       /* for a peer's move in a game without a clock; 0: 30 min */
    int64_t idle_ms;         /* for a peer to ask for a game; 0: 10 min */
    int64_t game_ms;         /* for a whole game; 0: from its clocks, 12 h without */
    unsigned take_backs_max; /* in a game; 0: 32 */
    int resign; /* resign three moves in a row at or below minus this score; 0: never */
    /**
     * Called with a line for people, without line end, harmless to a terminal. `detail`: it is for
     * a log only, a message that came or went, or how a move was found.
     */
    void (*tell)(void *ctx, bool detail, const char *line);
    void *ctx;
};

/** Puts the defaults where a setting is 0 or NULL, except time_max_ms, game_ms and draws. */
void follower_settings_fill(struct follower_settings *settings);

struct dxp_request;

/**
 * Whether a requested game can be played.
 * @param settings filled in
 * @param start    the start position of the game
 * @return NULL, or why not, to be sent to the peer
 */
const char *follower_settings_refusal(const struct follower_settings *settings,
                                      const struct dxp_request *request, struct position *start);

/** How long a game may last in all, ms. @param time on each clock, ms; 0: no clock */
int64_t follower_settings_game_ms(const struct follower_settings *settings, int64_t time);

#endif
