// SPDX-License-Identifier: MIT
/* The games of a match: which have been played, which are being played, and which comes next. */
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
    unsigned attempts; /* finished attempts, in all runs */
    bool done, running, retired;
};

/** Zero is empty. */
struct agenda {
    struct agenda_slot *slots; /* owned, n of them; sorted by pair and game */
    unsigned n;
    unsigned finished, retired; /* how many games have been played, and how many never will be */
    unsigned next;              /* all slots before it are done or retired */
};

/**
 * Makes the slots of a schedule, and marks the games that are in the results.
 * @param schedule borrowed while the agenda lives
 * @return 0, or -1 with `err`; close the agenda in any case
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

/** Ends an attempt at a game. @param counts whether the game is now played */
void agenda_finish(struct agenda *agenda, struct agenda_slot *slot, bool counts);

/** Removes a pair from the agenda, unless it has begun. @return whether it was removed */
bool agenda_retire(struct agenda *agenda, unsigned pair);

static inline unsigned agenda_to_play(const struct agenda *agenda)
{
    return agenda->n - agenda->retired;
}

/**
 * A walk over the missing games in the order in which they are played: the order of the schedule,
 * except that a game that was broken off comes after those tried less often. So a player that
 * always fails in the same game loses only that one.
 */
struct agenda_walk {
    unsigned attempts; /* tries of the games in this pass */
    unsigned more;     /* tries of those in the next one; UINT_MAX: there is none */
    unsigned at;
};

/** Begins a walk. A game that begins during the walk is left out of the rest of it. */
struct agenda_walk agenda_begin_walk(struct agenda *agenda);

/** @return the next missing game; NULL: there are no more */
struct agenda_slot *agenda_walk_on(const struct agenda *agenda, struct agenda_walk *walk);

#endif
