// SPDX-License-Identifier: MIT
/*
 * What a long search for captures by a flying king has found out. With the same pieces taken, what a king can go on to
 * take from a square does not depend on how it came there: each direction from each square is followed once only.
 */
#ifndef DAMA_CORE_BOARD_LANDINGS_H
#define DAMA_CORE_BOARD_LANDINGS_H

#include "core/board/board.h"

/** All that is known with one set of pieces taken. */
struct landing_set {
    bitboard taken;
    bitboard known;            /* squares whose jumps have been looked at */
    bitboard ended;            /* squares where the capture can end, and has been listed */
    uint8_t jumps[BOARD_BITS]; /* of known squares: directions in which there is a piece to jump */
    uint8_t done[BOARD_BITS];  /* directions that have been followed */
    square from;               /* of the capture */
};

struct landings;

/**
 * Finds what is known, or makes it anew.
 * @param landings *landings is NULL at first; made and grown here, freed with landings_free
 * @return stays where it is until landings_free; NULL when memory is out
 */
struct landing_set *landings_at(struct landings **landings, bitboard taken, square from);

void landings_free(struct landings *landings);

#endif
