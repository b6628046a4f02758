// SPDX-License-Identifier: MIT
/*
 * Boards: squares as bits, and the layout of the bits.
 *
 * A board is seen with White at the bottom; a1 is at the bottom left whatever the numbering of a
 * variant. Outside core, squares are named by printed numbers or letters (notation.h); inside, by
 * the number of their bit. On boards where every second square is in play, the rows are padded so
 * that a step off the board lands in a gap; where all 64 squares are in play there is no room for
 * gaps, and `land` masks the edge.
 *
 * Ten by ten, 7 bits and 6 bits for two rows, so that a step north-east is 7, north-west 6, east 1
 * (to the next playing square of the row) and north 13 (to the next playing square of the file):
 *
 *      rank 2     7   8   9  10  11      gap 12
 *      rank 1   0   1   2   3   4        gaps 5, 6
 */
#ifndef DAMA_CORE_BOARD_BOARD_H
#define DAMA_CORE_BOARD_BOARD_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t bitboard;
typedef uint8_t square; /* the number of a bit, 0 to 63 */

enum { SQUARE_NONE = 255, BOARD_BITS = 64 };

static inline bitboard square_bit(square sq) { return (bitboard)1 << sq; }

enum side { WHITE, BLACK };

static inline enum side side_other(enum side side) { return side == WHITE ? BLACK : WHITE; }

/** @return "White" or "Black", as used in messages and names of tags */
static inline const char *side_name(enum side side) { return side == WHITE ? "White" : "Black"; }

/** Directions as White sees them, clockwise; the opposite of d is (d + 4) % 8. */
enum direction { DIR_N, DIR_NE, DIR_E, DIR_SE, DIR_S, DIR_SW, DIR_W, DIR_NW, DIR_COUNT };

struct board {
    uint8_t files, ranks;
    uint8_t squares;          /* in play: 32, 50 or 64 */
    bool every_square;        /* all squares are in play; false: every second one */
    bool corner;              /* a1 is in play */
    int8_t delta[DIR_COUNT];  /* added to a square by a step in that direction */
    bitboard playing;         /* all squares in play */
    bitboard land[DIR_COUNT]; /* where a step in that direction can end */
    /* all steps from square 0, or from 63 if delta is negative, gaps included */
    bitboard ray[DIR_COUNT];
    bitboard crowning[2]; /* where each side's men are crowned */
};

/** @return the square at file and rank, both from 0; SQUARE_NONE if it is not in play */
square board_at(const struct board *board, int file, int rank);

/** File and rank of a square, from 0. */
int board_file(const struct board *board, square sq);
int board_rank(const struct board *board, square sq);

/**
 * @return the square in whose place a square in play comes to lie when the board is turned round
 */
square board_turned(const struct board *board, square sq);

#endif
