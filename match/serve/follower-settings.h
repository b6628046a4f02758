// SPDX-License-Identifier: MIT
/* The settings of a follower, which games it accepts by them, and the score that it keeps. */
#ifndef DAMA_MATCH_SERVE_FOLLOWER_SETTINGS_H
#define DAMA_MATCH_SERVE_FOLLOWER_SETTINGS_H

#include "core/engine/ops.h"

/** What to say when both sides have made the agreed number of moves. */
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
    unsigned games;    /* how many to play; 0: any number */
    bool no_take_back; /* refuse to take moves back, which suits matches between programs */
    bool ponder;       /* think on the peer's time */
    enum follower_limit at_limit;
    int64_t grace_ms;    /* for the peer after its flag has fallen; 0: 60 s */
    int64_t reserve_ms;  /* of our clock, for the transmission to the peer; 0: 100 ms */
    int64_t no_clock_ms; /* for each of our moves in a game without a clock; 0: 5 s */
    int64_t time_max_ms; /* longest time per side that is accepted; 0: any */
    /* between accepting a game and our first move: some peers lose it otherwise */
    int64_t delay_ms;
    int64_t silent_ms;       /* for a peer's move in a game without a clock; 0: 30 min */
    int64_t idle_ms;         /* for a peer to ask for a game; 0: 10 min */
    int64_t game_ms;         /* for a whole game; 0: from its clocks, 12 h without */
    unsigned take_backs_max; /* in a game; 0: 32 */
    int resign; /* resign after three moves in a row with scores of -`resign` or below; 0: never */
    /**
     * Called with a line for people, without line end, harmless to a terminal. `detail`: the line
     * is only for a log: a message received or sent, or how a move was found.
     */
    void (*tell)(void *ctx, bool detail, const char *line);
    void *ctx;
};

/** Replaces settings that are 0 or NULL by the defaults, except time_max_ms, game_ms and draws. */
void follower_settings_fill(struct follower_settings *settings);

struct dxp_request;

/**
 * Whether a requested game can be played.
 * @param settings already filled in
 * @param start    set to the start position of the game
 * @return NULL, or the reason why not, to be sent to the peer
 */
const char *follower_settings_refusal(const struct follower_settings *settings,
                                      const struct dxp_request *request, struct position *start);

/** How long a game may last altogether, ms. @param time on each clock, ms; 0: no clock */
int64_t follower_settings_game_ms(const struct follower_settings *settings, int64_t time);

#endif
