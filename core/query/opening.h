// SPDX-License-Identifier: MIT
/*
 * Names of openings, keyed by position, so that transpositions are found. The file is text for
 * people to edit:
 *
 *     # a comment
 *     variant: international
 *     32-28 18-23 = Name of an opening
 *     W:W27,31-33,35-50:B1-18,20,23 = Another one
 */
#ifndef DAMA_CORE_QUERY_OPENING_H
#define DAMA_CORE_QUERY_OPENING_H

#include "core/base/buffer.h"
#include "core/game/game.h"

enum {
    OPENING_PLIES = 60,  /* how far into a game openings are looked up */
    OPENING_COUNTED = 8, /* plies in statistics */
};

/** Never changes: any number of threads may use it. */
struct openings;

/**
 * @return 0, or -1 with `err` and the place: not readable, a move that is not legal, a line without
 *         a name
 */
int openings_read(const char *path, struct openings **out, struct err *err);

/** As openings_read, from n bytes; `name` is for messages. */
int openings_parse(const char *name, const char *text, size_t n, struct openings **out,
                   struct err *err);

/**
 * @return the name of the last named position of the main line, which lives as long as `openings`;
 *         s is NULL if there is none
 */
struct text openings_find(const struct openings *openings, const struct game *game);

/** Allows NULL. */
void openings_close(struct openings *openings);

/* ---- statistics, from which a first file can be made ---- */

/** The first moves of a game, as statistics count them. */
struct opening_moves {
    unsigned n; /* positions after the first moves, at most OPENING_COUNTED */
    uint64_t keys[OPENING_COUNTED];
    const struct rules *rules;
    struct text moves; /* canonical, with blanks between them */
};

/**
 * Fills `out` with the first moves of a game from the usual start; n is 0 for other games.
 */
void opening_describe(const struct game *game, struct buffer *text, struct opening_moves *out);

/** Counts positions. For one thread. Memory grows with their number, up to a million of them. */
struct opening_count;

/**
 * @param plies how deep positions are counted, at most OPENING_COUNTED.
 * @return NULL when out of memory
 */
struct opening_count *opening_count_open(unsigned plies);

/** @return 0, or -1: out of memory */
int opening_count_add(struct opening_count *count, const struct opening_moves *moves);

/**
 * Writes a file of all positions reached by at least this many games; their names are their moves.
 * @return 0, or -1: out of memory
 */
int opening_count_write(struct opening_count *count, unsigned least, struct buffer *out);

struct opening_top {
    struct text moves; /* borrowed from the count */
    unsigned long games;
};

/**
 * The most frequent positions after a number of plies, the most frequent first.
 * @return how many
 */
unsigned opening_count_top(const struct opening_count *count, unsigned ply, struct opening_top *top,
                           unsigned room);

/** Allows NULL. */
void opening_count_close(struct opening_count *count);

#endif
