// SPDX-License-Identifier: MIT
/*
 * The games of a match: which were played, which are being played, and which comes next.
 */
#ifndef DAMA_MATCH_AGENDA_H
#define DAMA_MATCH_AGENDA_H

#include "core/base/err.h"
#include "core/store/results.h"

#include <stdbool.h>
#include <stdint.h>

/** A game of the schedule. */
struct agenda_slot {
    const struct results_pair *pair;
    unsigned game;     /* 0 or 1 within the pair */
    unsigned attempts; /* that are over, in all runs */
    bool done, running, retired;
};

/** Zero is empty. */
struct agenda {
    struct agenda_slot *slots; /* owned; by pair and game, n of them */
    unsigned n;
    unsigned finished, retired; /* how many were played, and how many never will be */
    unsigned next;              /* all slots before it are done or retired */
};

/**
 * Makes the slots of a schedule, and marks those that the results have.
 * @param schedule borrowed while the agenda lives
 * @return 0, or -1 with `err`; to be closed in any case
 */
int agenda_open(struct agenda *agenda, const struct results_match *schedule,
                struct results *results, int64_t match, struct err *err);
void agenda_close(struct agenda *agenda);

static inline bool agenda_slot_is_missing(const struct agenda_slot *slot)
{
    return !slot->done && !slot->running && !slot->retired;
}

/** @param game 0 or 1. @return NULL: there is no such game */
struct agenda_slot *agenda_find(const struct agenda *agenda, unsigned pair, unsigned game);

/** An attempt is over. @param counts whether the game was played with it */
void agenda_finish(struct agenda *agenda, struct agenda_slot *slot, bool counts);

/** Takes a pair out unless it has begun. @return whether it was taken out */
bool agenda_retire(struct agenda *agenda, unsigned pair);

static inline unsigned agenda_to_play(const struct agenda *agenda)
{
    return agenda->n - agenda->retired;
}

/**
 * A walk over the missing games in the order in which they are played: that of the schedule, but a
 * game that was broken off comes after those that were tried less often. A player that always fails
 * in the same game loses only that one.
 */
struct agenda_walk {
    unsigned attempts, more; /* now, and then; `more` UINT_MAX: that was all */
    unsigned at;
};

/** Begins a walk. A game that begins meanwhile is left out of the rest of it. */
struct agenda_walk agenda_begin_walk(struct agenda *agenda);

/** @return NULL: there are no more */
struct agenda_slot *agenda_walk_on(const struct agenda *agenda, struct agenda_walk *walk);

#endif
