// SPDX-License-Identifier: MIT
/*
 * What a long search for captures by one flying king has come to, by the set of pieces taken. What
 * the king can go on to take from a square does not depend on how it came there, but for the
 * direction where turns matter; so all ways to take the same pieces are noted first, and followed
 * at once: sets wait in queues by the number of pieces taken, and whoever works them off from the
 * smallest number up meets each set complete.
 */
#ifndef DAMA_CORE_BOARD_LANDINGS_H
#define DAMA_CORE_BOARD_LANDINGS_H

#include "core/board/board.h"

/** All that is known with one set of pieces taken; directions as the side that moves sees them. */
struct landing_set {
    bitboard taken;
    bitboard ends;            /* squares where the capture may end, if it does not go on */
    struct landing_set *next; /* in its queue, or of those not in use */
    bool is_known;            /* has been in a queue */
    bool is_hopeless;         /* nothing good enough can come of it */
    /*
     * Squares where the king has come down, by the direction it came in; all in the first where
     * turns do not matter.
     */
    bitboard at[DIR_COUNT];
};

struct landings;

/**
 * Finds what is known with n pieces taken, or makes it anew, all zero but for `taken`.
 * @param landings *landings is NULL at first; made and grown here, freed with landings_free
 * @return stays where it is until landings_done for n; NULL when memory is out
 */
struct landing_set *landings_at(struct landings **landings, bitboard taken, unsigned n);

/** Puts a set into the queue of those with n pieces taken. */
void landings_queue(struct landings *landings, struct landing_set *set, unsigned n);

/** Takes a set out of a queue. @return NULL where it is empty */
struct landing_set *landings_take(struct landings *landings, unsigned n);

/** Forgets the sets with n pieces taken; their memory serves others. */
void landings_done(struct landings *landings, unsigned n);

void landings_free(struct landings *landings);

#endif
