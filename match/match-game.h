// SPDX-License-Identifier: MIT
/*
 * One game of a match: two players and their referee, from asking both to play until both have
 * settled its end. It checks the time, ends the game for any of the reasons in the referee's list,
 * and records the data of each move. It does no I/O, which is left to the players; the owner calls
 * match_game_step after each step of the loop.
 */
#ifndef DAMA_MATCH_MATCH_GAME_H
#define DAMA_MATCH_MATCH_GAME_H

#include "core/egdb/egdb.h"
#include "core/store/results.h"
#include "match/player.h"

enum match_game_state {
    MATCH_GAME_ASKING, /* the players are being asked to play */
    MATCH_GAME_PLAYING,
    MATCH_GAME_ENDING, /* the result is known; the players are settling it */
    MATCH_GAME_OVER,
};

/** The game to be played. Everything is borrowed while it lives. */
struct match_game_plan {
    const struct match_settings *settings;
    struct player *players[2]; /* ready; by side */
    struct position start;
    const struct move *opening; /* n_opening moves from `start`, legal there */
    unsigned n_opening;
    /*
     * the player that has asked for this game, which is asked first; NULL: choose whom to ask first
     */
    const struct player *asker;
    uint64_t number;   /* as player_game.number */
    struct egdb *egdb; /* the game ends as soon as this knows the result; NULL: none */
};

struct match_game;

/**
 * Called with a note or a warning about a player.
 * @param kind "note", "warning", or "failed" if it failed after the end of the game
 */
typedef void match_game_note(void *ctx, enum side side, const char *kind, const char *text);

/** @return 0, or -1 with `err`: out of memory */
int match_game_open(const struct match_game_plan *plan, int64_t now, struct match_game **out,
                    struct err *err);
void match_game_close(struct match_game *game);

/**
 * Handles the events of the players, and time limits that have passed.
 * @param seen as loop_served_until: everything that arrived by then has been handed to the players
 * @param note may be NULL
 */
void match_game_step(struct match_game *game, int64_t seen, match_game_note *note, void *ctx);

/** The time at which match_game_step must be called even if no player reports anything. */
int64_t match_game_deadline(const struct match_game *game);

/**
 * The game that one of the players asks for instead, before anybody has been asked for this one:
 * the owner then closes this game and opens the proposed one with the same players, or refuses the
 * proposal.
 * @return NULL: there is none
 */
const struct player_proposal *match_game_proposal(const struct match_game *game,
                                                  enum side *proposer);
void match_game_refuse_proposal(struct match_game *game, int64_t now);

/** Whether a DamExchange peer has neither accepted the game nor asked for it yet. */
bool match_game_awaits_peer(const struct match_game *game);

/* The state of the game. */
enum match_game_state match_game_state(const struct match_game *game);
const struct referee *match_game_referee(const struct match_game *game);
struct referee_verdict match_game_verdict(const struct match_game *game);

/** A line about how the game ended; "" if there is nothing to add. */
const char *match_game_detail(const struct match_game *game);

/** Its players, by side. */
void match_game_players(const struct match_game *game, struct player *out[2]);

/** The data of each ply; the referee knows how many there are. */
const struct results_ply *match_game_plies(const struct match_game *game, unsigned *n);

/** The move that its side did not make in time, for results_game.overdue. NULL: there is none. */
const struct results_ply *match_game_overdue(const struct match_game *game);

#endif
