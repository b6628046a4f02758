// SPDX-License-Identifier: MIT
/*
 * Counting positions: the proof of a move generator, and its speedometer. Draws are ignored.
 */
#ifndef DAMA_CORE_BOARD_PERFT_H
#define DAMA_CORE_BOARD_PERFT_H

#include "core/board/move.h"

/** How to count captures of the same pieces between the same squares. */
enum perft_count {
    PERFT_UNIQUE, /* once */
    PERFT_ROUTES, /* once for each order in which the pieces can be taken */
};

/** @return positions after `depth` plies, 1 where depth is 0 */
uint64_t perft(const struct rules *rules, const struct position *pos, unsigned depth,
               enum perft_count count);

/** A first move, and the leaves below it. */
struct perft_row {
    struct move move;
    uint64_t leaves;
};

/**
 * Counts the leaves below each legal move, on several threads. A signal (signals.h) stops it.
 * @param depth   of the whole, at least 1
 * @param threads at least 1
 * @param rows    owned: one for each move (with PERFT_ROUTES, each route), in the order of
 *                moves_generate
 * @return 0, 1: stopped by a signal, -1: out of memory
 */
int perft_divide(const struct rules *rules, const struct position *pos, unsigned depth,
                 enum perft_count count, unsigned threads, struct perft_row **rows, unsigned *n);

/**
 * For the templates: counts leaves with lists of moves; the counters of the position are 0.
 */
uint64_t perft_by_lists(const struct rules *rules, enum side side, bitboard own, bitboard other,
                        bitboard kings, unsigned depth);

#endif
