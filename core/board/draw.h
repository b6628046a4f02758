// SPDX-License-Identifier: MIT
/*
 * When a game is drawn by rule. A profile is a row of data with its source; the history counts what
 * the row asks for.
 */
#ifndef DAMA_CORE_BOARD_DRAW_H
#define DAMA_CORE_BOARD_DRAW_H

#include "core/board/draw-profile.h"
#include "core/board/move.h"

/** Why a game is over, a closed list. */
enum ending {
    ENDING_NONE,       /* it goes on */
    ENDING_NO_MOVES,   /* the side to move has none */
    ENDING_KING,       /* breakthrough: somebody has a king */
    ENDING_REPETITION, /* the same position so many times */
    ENDING_QUIET,      /* so many moves without capture or man's move */
    ENDING_MATERIAL,   /* so many moves in an ending that the profile names */
    ENDING_LIMIT,      /* the limit of moves that the user set */
};

/** @return a stable word: "no-moves", "repetition", ... */
const char *ending_word(enum ending ending);

/**
 * Whether a position ends the game, whatever was played before it.
 * @return ENDING_KING, ENDING_NO_MOVES, or ENDING_NONE: it goes on
 */
enum ending ending_at(const struct rules *rules, const struct position *pos);

/** Whether a game that ended so is drawn. */
bool ending_is_draw(enum ending ending);

/**
 * Who has won a game that ended so.
 * @param ending ENDING_NO_MOVES or ENDING_KING
 * @param pos    the last position
 */
enum side ending_winner(const struct rules *rules, enum ending ending, const struct position *pos);

/** The positions of a game so far, as far as draw rules need them. Opaque; grows on the heap. */
struct history;

/** @return NULL when memory is out */
struct history *history_open(const struct rules *rules, const struct draw_profile *profile);
void history_close(struct history *history);

/** Whether the profile limits the length of games: then every ply must be added. */
bool history_has_limit(const struct history *history);

/** Begins a game at `pos`. */
void history_start(struct history *history, const struct position *pos);

/**
 * Notes a move.
 * @param before the position it was made in
 * @param after  the position it led to
 * @return 0, or -1: out of memory
 */
int history_add(struct history *history, const struct position *before, const struct move *mv,
                const struct position *after);

/** Takes the last move back. */
void history_drop(struct history *history);

/** What the rules say about the newest position; lost games are told before drawn ones. */
enum ending history_ending(const struct history *history);

/**
 * As history_ending, but does not ask whether there is a move: for callers that know there is one.
 * Cheap.
 */
enum ending history_draw(const struct history *history);

/**
 * What ended the game, in words: "the same position for the third time".
 * @param ending as history_ending or history_draw told it about the newest position
 */
const char *history_reason(const struct history *history, enum ending ending);

/** How often the newest position has stood in the game, this time included: at least 1. */
unsigned history_repeats(const struct history *history);

/** Plies noted since the start. */
unsigned history_plies(const struct history *history);

#endif
