// SPDX-License-Identifier: MIT
/*
 * The landing squares of a long search for captures by one flying king, by the set of pieces taken.
 * What the king can take next from a square does not depend on how it got there, except for its
 * direction if turns matter. So the routes that take the same pieces are collected first and
 * followed together: sets wait in queues, one for each number of pieces taken, and since the queues
 * are worked off in ascending order, each set is complete when it is taken.
 */
#ifndef DAMA_CORE_BOARD_LANDINGS_H
#define DAMA_CORE_BOARD_LANDINGS_H

#include "core/board/board.h"

/** Landing squares after one set of pieces is taken; directions as the side to move sees them. */
struct landing_set {
    bitboard taken;
    bitboard ends;            /* squares where the capture may end if it does not go on */
    struct landing_set *next; /* in its queue, or in the free list */
    bool is_known;            /* the set has been looked at: is_hopeless is set, or it is queued */
    bool is_hopeless;         /* it cannot lead to a good enough capture */
    /* landing squares by the direction of the jump; all in the first if turns do not matter */
    bitboard at[DIR_COUNT];
};

struct landings;

/**
 * Finds or adds a set of n pieces taken; a new one is all zero except for `taken`.
 * @param landings *landings is NULL at first; allocated and grown here, freed with landings_free
 * @return valid until landings_done for n; NULL when out of memory
 */
struct landing_set *landings_at(struct landings **landings, bitboard taken, unsigned n);

/** Queues a set with n pieces taken. */
void landings_queue(struct landings *landings, struct landing_set *set, unsigned n);

/** Takes a set with n pieces taken from its queue. @return NULL if the queue is empty */
struct landing_set *landings_take(struct landings *landings, unsigned n);

/** Drops the sets with n pieces taken; their memory is reused. */
void landings_done(struct landings *landings, unsigned n);

void landings_free(struct landings *landings);

#endif
