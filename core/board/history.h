// SPDX-License-Identifier: MIT
/*
 * The positions of a game so far, with the counts that draw rules need. The rules themselves are
 * data (draw-profile.h).
 */
#ifndef DAMA_CORE_BOARD_HISTORY_H
#define DAMA_CORE_BOARD_HISTORY_H

#include "core/board/draw-profile.h"
#include "core/board/ending.h"
#include "core/board/move.h"

/** Opaque; grows on the heap. */
struct history;

/** @return NULL when out of memory */
struct history *history_open(const struct rules *rules, const struct draw_profile *profile);
void history_close(struct history *history);

/** Whether the profile limits the number of moves: then every ply must be added. */
bool history_has_limit(const struct history *history);

/** Begins a game at `pos`. */
void history_start(struct history *history, const struct position *pos);

/**
 * Adds a move.
 * @param before the position it was made in
 * @param after  the position it led to
 * @return 0, or -1: out of memory
 */
int history_add(struct history *history, const struct position *before, const struct move *mv,
                const struct position *after);

/** Takes the last move back. */
void history_drop(struct history *history);

/** Whether the last position ends the game; a win or loss takes precedence over a draw. */
enum ending history_ending(const struct history *history);

/**
 * As history_ending, but only for draws: for callers that know there is a legal move. Cheap.
 */
enum ending history_draw(const struct history *history);

/**
 * Plies until a rule that counts moves makes the game a draw, provided that no move ends the count;
 * UINT_MAX: no count is running. Repetitions are ignored. Cheap.
 */
unsigned history_plies_left(const struct history *history);

/** Plies within which no rule that counts moves can end the game, whatever is played. Cheap. */
unsigned history_plies_safe(const struct history *history);

/**
 * Why the game ended, in words: "the same position for the third time".
 * @param ending as history_ending or history_draw returned it for the last position
 */
const char *history_reason(const struct history *history, enum ending ending);

/** How often the last position has occurred, this time included: at least 1. */
unsigned history_repeats(const struct history *history);

/** Plies added since the start. */
unsigned history_plies(const struct history *history);

#endif
