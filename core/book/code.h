// SPDX-License-Identifier: MIT
/*
 * Positions and moves as numbers that mean the same on every machine, as books store them:
 * dama-book(5), "Codes".
 *
 *     a move      from * 10000 + to * 100 + which, by printed numbers: 32-28 is 322800. `which`
 *                 numbers the captures between the same squares, ordered by the pieces they take
 *     a position  flags, then White's pieces, Black's pieces and, if there are any, the kings: in
 *                 each, bit s - 1 stands for the square with printed number s
 *
 * In a folded book a position with Black to move is the same as its mirror image with White to
 * move, and only the latter is kept.
 */
#ifndef DAMA_CORE_BOOK_CODE_H
#define DAMA_CORE_BOOK_CODE_H

#include "core/board/move.h"
#include "core/store/book-db.h"

/** Converts squares to printed numbers and back, for one rule set. */
struct codes {
    const struct rules *rules;
    unsigned squares, bytes;    /* squares on the board; bytes of a set of squares */
    uint8_t number[BOARD_BITS]; /* from 1 */
    square square_of[BOARD_BITS + 1];
};

void codes_init(struct codes *codes, const struct rules *rules);

/** Packs a position. @param out at least BOOK_BOARD_MAX bytes. @return bytes */
size_t codes_pack(const struct codes *codes, const struct position *pos, uint8_t *out);

/** @return false: not a position of this variant */
bool codes_unpack(const struct codes *codes, const uint8_t *bytes, size_t n, struct position *out);

/**
 * The number of a legal move.
 * @param list scratch
 * @return 0 when out of memory
 */
uint32_t codes_move(const struct codes *codes, const struct position *pos, const struct move *mv,
                    struct moves *list);

/** The numbers of all legal moves of a position at once; `out` holds list->n of them. */
void codes_of_list(const struct codes *codes, const struct moves *list, uint32_t *out);

/** Finds the move with a number. @return 1; 0: there is none; -1: out of memory */
int codes_find(const struct codes *codes, const struct position *pos, uint32_t code,
               struct moves *list, struct move *out);

/** The move on the board turned by 180 degrees, with colours swapped. */
struct move codes_mirror_move(const struct codes *codes, const struct move *mv);

#endif
