// SPDX-License-Identifier: MIT
/*
 * When a game is drawn by rule. A profile is a row of data with its source; the history counts what the row asks for.
 */
#ifndef DAMA_CORE_BOARD_DRAW_H
#define DAMA_CORE_BOARD_DRAW_H

#include "core/board/move.h"

struct draw_profile; /* a row: draw.c */

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
 * Finds a profile: "fmjd", "dam", "none", ...
 * @param name s NULL: the variant's default
 * @return NULL with `err` naming those that the variant has
 */
const struct draw_profile *draw_profile_find(const struct rules *rules, struct text name,
                                             struct err *err);

const char *draw_profile_name(const struct draw_profile *profile);
const char *draw_profile_source(const struct draw_profile *profile);

/** The positions of a game so far, as far as draw rules need them. Opaque; grows on the heap. */
struct history;

/** @return NULL when memory is out */
struct history *history_open(const struct rules *rules, const struct draw_profile *profile);
void history_close(struct history *history);

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

/** Plies noted since the start. */
unsigned history_plies(const struct history *history);

#endif
