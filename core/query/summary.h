// SPDX-License-Identifier: MIT
/*
 * Statistics of a collection: games, players, years, results, lengths, openings, endings, faults.
 * Memory grows only with the number of different players and events, by 16 to 32 bytes each.
 */
#ifndef DAMA_CORE_QUERY_SUMMARY_H
#define DAMA_CORE_QUERY_SUMMARY_H

#include "core/game/finding.h"
#include "core/game/result.h"
#include "core/query/opening-count.h"

/** The data of one game for a summary; may be made on any thread. */
struct summary_game {
    const struct rules *rules;
    enum result result;
    unsigned plies;
    int year; /* 0 unknown */
    bool setup, annotated, broken;
    bool placed;                  /* the next fields are known: the pieces */
    uint8_t men[2], kings[2];     /* pieces in the last position */
    uint64_t white, black, event; /* hashes of the names; 0 unknown */
    struct opening_moves opening; /* its text is borrowed */
};

/** @return 0, or -1: out of memory */
int summary_describe(const struct game *game, bool broken, struct buffer *text,
                     struct summary_game *out);

/** For one thread. */
struct summary;

/** @return NULL when out of memory */
struct summary *summary_open(void);

/** @return 0, or -1: out of memory */
int summary_add(struct summary *summary, const struct summary_game *game);

/** Counts a finding about a game, by its code. */
void summary_add_fault(struct summary *summary, enum finding_code code);

/** Writes the table. @return 0, or -1: out of memory */
int summary_write(struct summary *summary, struct buffer *out);

/** Allows NULL. */
void summary_close(struct summary *summary);

#endif
