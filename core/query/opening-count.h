// SPDX-License-Identifier: MIT
/*
 * How often games reach the positions of an opening: for statistics, and for drafting a file of
 * opening names (opening.h).
 */
#ifndef DAMA_CORE_QUERY_OPENING_COUNT_H
#define DAMA_CORE_QUERY_OPENING_COUNT_H

#include "core/base/buffer.h"
#include "core/game/game.h"

enum { OPENING_COUNTED = 8 }; /* plies */

/** The first moves of a game, as statistics count them. */
struct opening_moves {
    unsigned n; /* number of positions after the first moves, at most OPENING_COUNTED */
    uint64_t keys[OPENING_COUNTED];
    const struct rules *rules;
    struct text moves; /* canonical, with blanks between them; borrowed */
};

/**
 * Fills `out` with the first moves of a game from the usual start; n is 0 for other games.
 * @param text replaced by the moves, which `out` borrows
 */
void opening_describe(const struct game *game, struct buffer *text, struct opening_moves *out);

/** Counts positions. For one thread. Memory grows with the number of positions, up to a million. */
struct opening_count;

/**
 * @param plies how many plies deep positions are counted, at most OPENING_COUNTED.
 * @return NULL when out of memory
 */
struct opening_count *opening_count_open(unsigned plies);

/** @return 0, or -1: out of memory */
int opening_count_add(struct opening_count *count, const struct opening_moves *moves);

/**
 * Writes a file of all positions reached by at least this many games; each is named by its moves.
 * @return 0, or -1: out of memory
 */
int opening_count_write(struct opening_count *count, unsigned least, struct buffer *out);

struct opening_top {
    const struct rules *rules;
    struct text moves; /* borrowed from the count */
    unsigned long games;
};

/**
 * The most frequent positions after `ply` plies, the most frequent first.
 * @return how many
 */
unsigned opening_count_top(const struct opening_count *count, unsigned ply, struct opening_top *top,
                           unsigned room);

/** Allows NULL. */
void opening_count_close(struct opening_count *count);

#endif
