// SPDX-License-Identifier: MIT
/*
 * The schedule: who plays whom from which opening, stored before the first game. Its unit is a pair
 * of games: one opening with both colours.
 */
#ifndef DAMA_MATCH_SCHEDULE_H
#define DAMA_MATCH_SCHEDULE_H

#include "core/store/results.h"
#include "match/config.h"

/**
 * Plans a match: in each round every pairing plays a pair of games, all from the same opening. If
 * there are more rounds than openings, the openings are repeated in turn.
 * @param arena everything in `out` lives there, or in the configuration
 * @return 0, or -1 with `err`: openings cannot be read, none is left
 */
int match_schedule_make(const struct match_config *config, struct arena *arena,
                        struct results_match *out, struct err *err);

/**
 * Prints a plan, one line for each pair, separated by tabs: number, round, the player with White
 * first, the other, opening, FEN, moves. Names are made printable.
 */
void match_schedule_print(const struct results_match *plan, struct buffer *out);

enum match_begun {
    MATCH_NEW,       /* a match was added to the store */
    MATCH_CONTINUES, /* the newest match of this event has games left */
    MATCH_FINISHED,  /* all its games are played, and it is not repeated: nothing was begun */
    MATCH_RETIRED,   /* nothing would be played: all openings are retired. Nothing was begun */
    MATCH_DECIDED,   /* the same, but its games were ended early by a decision */
};

/** Tells whether a match in the store is decided though games are left. */
struct match_decision {
    bool (*is_decided)(void *ctx, int64_t match); /* NULL: no match ever is */
    void *ctx;
};

/**
 * Finds the match to continue, or begins one. The settings that decide the games (players, their
 * limits, pairing, openings, seed, rules) must be the same as at its beginning, unless it is
 * finished or decided and begins again; everything else may change.
 * @param arena the plan of a new match lives there, and the file that `err` names
 * @param match set to its id; if all openings are retired, to the newest match of the event, or
 *              left unchanged
 * @return 0; 1 with `err`: the match file does not fit, its openings cannot be read; -1 with `err`:
 *         the store
 */
int match_schedule_begin(struct results *results, const struct match_config *config,
                         const struct match_decision *decision, struct arena *arena, int64_t *match,
                         enum match_begun *how, struct err *err);

#endif
