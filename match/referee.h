// SPDX-License-Identifier: MIT
/*
 * The referee of a game: the board, the moves, both clocks, the draw rules, and how the game ends.
 * It trusts no player and has no clock of its own: every function that needs the time takes it as
 * monotonic milliseconds.
 *
 * A game ends with a reason from a fixed list. Endings by the board it finds by itself
 * (referee_verdict); what a player did or failed to do is reported to it by the module that talks
 * to the players (referee_judge).
 */
#ifndef DAMA_MATCH_REFEREE_H
#define DAMA_MATCH_REFEREE_H

#include "core/board/history.h"
#include "core/game/result.h"
#include "match/settings.h"

/** Why a game ended. The words of reason_word are stored: never change one. */
enum reason {
    REASON_NONE, /* the game goes on */
    /* by the rules */
    REASON_NO_MOVES,
    REASON_KING,
    REASON_REPETITION,
    REASON_QUIET,
    REASON_MATERIAL,
    REASON_MOVE_LIMIT,
    /* by the players */
    REASON_RESIGNED,
    REASON_AGREED,    /* a draw that a player announced, and that the match is set to believe */
    REASON_CLAIMED,   /* a player announced a result that the board does not show */
    REASON_ABANDONED, /* a player ended the game without a result */
    REASON_TIME,
    /* by the match */
    REASON_SCORES,   /* the players' scores agree */
    REASON_ENDGAME,  /* the endgame database knows the result */
    REASON_TOO_LONG, /* the limit of wall time, or of plies, was reached: nobody knows the result */
    /* a player broke the rules of the game or of its protocol */
    REASON_ILLEGAL_MOVE,
    REASON_MALFORMED,  /* a message that cannot be read */
    REASON_UNEXPECTED, /* a message that is out of place, such as a move out of turn */
    REASON_TAKE_BACKS, /* too many */
    REASON_FLOOD,      /* too many messages without a move */
    /* something failed; the game says nothing about strength and is played again */
    REASON_REFUSED,    /* a player did not accept the game */
    REASON_SILENT,     /* a player stayed silent for too long, in a game or phase without a clock */
    REASON_CONNECTION, /* lost */
    REASON_CRASHED,    /* a program that we started has ended */
    REASON_ENGINE,     /* a player reports that it has failed */
    REASON_INTERNAL,   /* a failure of our own: out of memory */
    REASONS,
};

/** Whether and how a game has ended. */
struct referee_verdict {
    enum reason reason; /* REASON_NONE: it has not ended */
    enum result result; /* RESULT_UNKNOWN if nobody knows */
    int blame;          /* enum side of the player that caused it; -1: neither */
    bool counts;        /* false: it was a failure, and the game is to be played again */
};

/** The stable word of a reason: "no-moves", "time", "illegal-move". */
const char *reason_word(enum reason reason);

/**
 * The value of PDN's Termination tag: "normal", "time forfeit", "rules infraction", ...; a claim that
 * counts, because the match believes it, is an "adjudication".
 */
const char *referee_termination(const struct referee_verdict *verdict);

/** A move of a game, and the state before it. */
struct referee_ply {
    struct move move;
    struct position before;
    int64_t took;  /* ms, measured */
    int64_t left;  /* on the mover's clock after the move; INT64_MAX: no clock */
    int64_t added; /* ms that the clock gained for the move; included in `left` */
};

/** The game to be played. */
struct referee_game {
    struct position start;
    struct player_limits clock[2]; /* by side: time_ms, moves, inc_ms, move_ms count */
    unsigned move_limit;           /* moves of each side; 0: none */
    enum move_limit_result at_move_limit;
};

struct referee;

/** @return 0, or -1 with `err`: out of memory */
int referee_open(const struct rules *rules, const struct draw_profile *draws, struct referee **out,
                 struct err *err);
void referee_close(struct referee *referee);

/** Begins a game; the clock of the side to move runs. */
void referee_start(struct referee *referee, const struct referee_game *game, int64_t now);

/**
 * Restarts the clock of the side to move, as if the turn began at `now`, which may be in the
 * future.
 */
void referee_restart_clock(struct referee *referee, int64_t now);

/* The state of the game. */
const struct position *referee_position(const struct referee *referee);
const struct position *referee_start_position(const struct referee *referee);
enum side referee_turn(const struct referee *referee);
unsigned referee_plies(const struct referee *referee);
const struct referee_ply *referee_ply(const struct referee *referee, unsigned i);
unsigned referee_moves_made(const struct referee *referee, enum side side);
enum ending referee_ending(const struct referee *referee);

/** The counts of the draw rules, for looking ahead: moves that are added must be dropped again. */
struct history *referee_history(const struct referee *referee);

/**
 * The moves of the game so far; borrowed until the next move. The place after the last one may be
 * written to.
 */
struct move *referee_moves(const struct referee *referee);

/**
 * Plays a legal move and stops the mover's clock.
 * @return 0, or -1: out of memory, and nothing has changed
 */
int referee_play(struct referee *referee, const struct move *move, int64_t now);

/** Plays a move of the opening: it takes no time. @return as referee_play */
int referee_play_opening(struct referee *referee, const struct move *move, int64_t now);

/**
 * Goes to the position before ply `n`, back, or forward over moves that were taken back. Used time
 * stays used, and the time that a clock gained for a move is not given again for another move in
 * its place.
 * @return 0, or -1: there is no such ply, or out of memory
 */
int referee_go_to(struct referee *referee, unsigned n, int64_t now);

/** How many plies referee_go_to can reach. */
unsigned referee_known(const struct referee *referee);

/* Clocks. */

/** ms left for a side, negative once its flag has fallen; INT64_MAX if it has no clock. */
int64_t referee_left(const struct referee *referee, enum side side, int64_t now);

/** Moves that `side` has to make in the time left; 0: the rest of the game. */
unsigned referee_moves_to_go(const struct referee *referee, enum side side);

/**
 * When the flag of the side to move falls: its clock, or its limit for a move. INT64_MAX: never.
 */
int64_t referee_flag(const struct referee *referee);

/** When the turn last changed, monotonic ms. */
int64_t referee_turn_began(const struct referee *referee);

/* Endings. */

/**
 * The verdict by the board: by the rules, and the limit of moves. reason is REASON_NONE while the
 * game goes on.
 */
struct referee_verdict referee_verdict(const struct referee *referee);

/**
 * The verdict for something that happened.
 * @param side        the side that caused it
 * @param faults_lose whether the side that breaks the rules loses
 */
struct referee_verdict referee_judge(enum reason reason, enum side side, bool faults_lose);

#endif
