// SPDX-License-Identifier: MIT
/*
 * A collection in numbers: games, players, years, results, lengths, openings, endings, faults. Memory grows with the
 * number of different players and events only, eight bytes each and a half.
 */
#ifndef DAMA_CORE_QUERY_SUMMARY_H
#define DAMA_CORE_QUERY_SUMMARY_H

#include "core/game/finding.h"
#include "core/game/result.h"
#include "core/query/opening.h"

/** What is counted of one game; made on any thread. */
struct stats_game {
    const struct rules *rules;
    enum result result;
    unsigned plies;
    int year; /* 0 unknown */
    bool setup, annotated, broken;
    uint8_t men[2], kings[2];     /* at the end */
    uint64_t white, black, event; /* keys of the names; 0 unknown */
    struct opening_moves opening; /* its text is borrowed */
};

/** @return 0, or -1: out of memory */
int stats_describe(const struct game *game, bool broken, struct buffer *text,
                   struct stats_game *out);

/** For one thread. */
struct stats;

struct stats *stats_open(void);

/** @return 0, or -1: out of memory */
int stats_add(struct stats *stats, const struct stats_game *game);

void stats_fault(struct stats *stats, enum finding_code code);

/** Writes the table. @return 0, or -1: out of memory */
int stats_write(struct stats *stats, struct buffer *out);

/** Allows NULL. */
void stats_close(struct stats *stats);

#endif
