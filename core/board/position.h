// SPDX-License-Identifier: MIT
/*
 * A position: the pieces, the side to move, and the few counters that the rules of a variant make
 * part of it. The history for draw rules lives elsewhere (history.h).
 */
#ifndef DAMA_CORE_BOARD_POSITION_H
#define DAMA_CORE_BOARD_POSITION_H

#include "core/board/rules.h"

/** A value, to be copied and compared with position_same. */
struct position {
    bitboard pieces[2]; /* men and kings of WHITE and BLACK */
    bitboard kings;     /* the kings of both sides, a subset */
    uint8_t turn;       /* enum side */
    /*
     * By side, how many quiet moves in a row the same king has made while its side had men, 0 to 3,
     * and that king's square (0 if the count is 0). All 0 unless rules->counts_king_moves.
     */
    uint8_t king_moves[2];
    square king_square[2];
};

static inline bitboard position_men(const struct position *pos, enum side side)
{
    return pos->pieces[side] & ~pos->kings;
}

static inline bitboard position_kings(const struct position *pos, enum side side)
{
    return pos->pieces[side] & pos->kings;
}

/** Sets up the start position. */
void position_start(const struct rules *rules, struct position *pos);

bool position_same(const struct position *a, const struct position *b);

/**
 * Turns the board by 180 degrees; pieces keep their colour. This gives the position meant if its
 * squares were numbered from the opposite corner.
 */
void position_turn(const struct rules *rules, struct position *pos);

/** The same position with colours swapped and the board turned by 180 degrees. */
void position_mirror(const struct rules *rules, const struct position *pos, struct position *out);

/**
 * Reverses the order of the ranks: on a board with all 64 squares in play, this gives the position
 * meant if its squares were numbered from the other side.
 */
void position_renumber(struct position *pos);

/**
 * The key of a position, the same for ever and on every machine; books and databases on disk depend
 * on it. key.h and the manual describe how it is made.
 */
uint64_t position_key(const struct rules *rules, const struct position *pos);

#endif
