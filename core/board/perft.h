// SPDX-License-Identifier: MIT
/*
 * Counting positions, to prove that the move generator is correct and to measure its speed. Draws
 * are ignored.
 */
#ifndef DAMA_CORE_BOARD_PERFT_H
#define DAMA_CORE_BOARD_PERFT_H

#include "core/board/move.h"

/** How to count captures of the same pieces between the same squares. */
enum perft_count {
    PERFT_UNIQUE, /* once */
    PERFT_ROUTES, /* once for each order in which the pieces can be taken */
};

/** @return positions after `depth` plies; 1 if depth is 0 */
uint64_t perft(const struct rules *rules, const struct position *pos, unsigned depth,
               enum perft_count count);

/** A first move, and the leaves below it. */
struct perft_row {
    struct move move;
    uint64_t leaves;
};

/**
 * Counts the leaves below each legal move, on several threads. A signal (signals.h) stops it.
 * @param depth   plies including the first move, at least 1
 * @param threads at least 1
 * @param rows    owned: one for each move (with PERFT_ROUTES, each route), in the order of
 *                moves_generate
 * @return 0, 1: stopped by a signal, -1: out of memory
 */
int perft_divide(const struct rules *rules, const struct position *pos, unsigned depth,
                 enum perft_count count, unsigned threads, struct perft_row **rows, unsigned *n);

/**
 * For perft-template.h only: counts leaves with lists of moves; the position's counters are taken
 * to be 0.
 */
uint64_t perft_by_lists(const struct rules *rules, enum side side, bitboard own, bitboard other,
                        bitboard kings, unsigned depth);

#endif
