// SPDX-License-Identifier: MIT
/*
 * What a long search for captures by a flying king has found out. With the same pieces taken, what a king can go on to
 * take from a square does not depend on how it came there: each direction from each square is followed once only.
 */
#ifndef DAMA_CORE_BOARD_LANDINGS_H
#define DAMA_CORE_BOARD_LANDINGS_H

#include "core/board/board.h"

/** All that is known with one set of pieces taken; directions as the side that moves sees them. */
struct landing_set {
    bitboard taken;
    bitboard jumps[DIR_COUNT]; /* squares from which a king can jump in that direction */
    bitboard done[DIR_COUNT];  /* squares from which that has been followed */
    bitboard ended;            /* squares where the capture can end, and has been listed */
    square from;               /* of the capture */
    bool is_known;             /* jumps is filled */
};

struct landings;

/**
 * Finds what is known, or makes it anew, with is_known not set.
 * @param landings *landings is NULL at first; made and grown here, freed with landings_free
 * @return stays where it is until landings_free; NULL when memory is out
 */
struct landing_set *landings_at(struct landings **landings, bitboard taken, square from);

void landings_free(struct landings *landings);

#endif
