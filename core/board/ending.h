// SPDX-License-Identifier: MIT
/*
 * How a game ends by rule, and who has won it.
 */
#ifndef DAMA_CORE_BOARD_ENDING_H
#define DAMA_CORE_BOARD_ENDING_H

#include "core/board/position.h"

/** Why a game is over: a closed list. */
enum ending {
    ENDING_NONE,       /* it is not over */
    ENDING_NO_MOVES,   /* the side to move has no move */
    ENDING_KING,       /* breakthrough: a side has a king */
    ENDING_REPETITION, /* the same position for the n-th time */
    ENDING_QUIET,      /* too many moves without a capture or a man's move */
    ENDING_MATERIAL,   /* too many moves in an ending (by material) that the profile names */
    ENDING_LIMIT,      /* the user's limit on moves */
};

/** @return a stable word: "no-moves", "repetition", ... */
const char *ending_word(enum ending ending);

/**
 * Whether a position by itself ends the game.
 * @return ENDING_KING, ENDING_NO_MOVES, or ENDING_NONE: it goes on
 */
enum ending ending_at(const struct rules *rules, const struct position *pos);

/** Whether a game with this ending is drawn. */
bool ending_is_draw(enum ending ending);

/**
 * Who has won a game with this ending.
 * @param ending ENDING_NO_MOVES or ENDING_KING
 * @param pos    the last position
 */
enum side ending_winner(const struct rules *rules, enum ending ending, const struct position *pos);

#endif
