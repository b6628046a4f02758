// SPDX-License-Identifier: MIT
/*
 * Endgame databases: what a position with few pieces is worth, with certainty. Some slices come
 * from files, small ones are solved in memory when they are first asked for.
 *
 * Values are those of the bare game: rules that end it in a draw after so many moves are not in
 * them.
 */
#ifndef DAMA_CORE_EGDB_EGDB_H
#define DAMA_CORE_EGDB_EGDB_H

#include "core/base/err.h"
#include "core/egdb/value.h"

enum { EGDB_SOLVE_DEFAULT = 3, EGDB_SOLVE_NONE = 1 };

/** Zero is a good start: no files, three pieces in memory. */
struct egdb_options {
    const char *dir; /* DIR/VARIANT/KMvK.wdl and so on; NULL: no files; borrowed for the call */
    unsigned solve;  /* solve this many pieces in memory; 0: EGDB_SOLVE_DEFAULT */
    size_t cache;    /* bytes for unpacked blocks of files; 0: 64 MiB */
    /*
     * Told of each file that cannot be used, when that is noticed, by any thread. NULL: nobody is
     * told.
     */
    void (*warn)(void *ctx, const struct err *err);
    void *ctx;
};

struct egdb;

/**
 * Opens the files of a rule set. A file that is wrong is passed over, and warned of.
 * @param options NULL is zero
 * @return 0, or -1 with `err`: the folder cannot be read, or has nothing of this rule set; out of
 *        memory
 */
int egdb_open(const struct rules *rules, const struct egdb_options *options, struct egdb **out,
              struct err *err);
void egdb_close(struct egdb *egdb);

/** @return the most pieces on the board for which asking makes sense */
unsigned egdb_pieces(const struct egdb *egdb);

/**
 * Solves now what would be solved at the first question: it takes a part of a second.
 * @return 0, or -1: out of memory
 */
int egdb_prepare(struct egdb *egdb, struct err *err);

/**
 * Looks a position up. Any number of threads may ask; none waits for another (while one solves what
 * is solved in memory, others are told "unknown").
 * @param answer unknown where no slice has the position, or the side to move has a capture and the
 *        value is on disk only
 */
void egdb_probe(struct egdb *egdb, const struct position *pos, struct egdb_answer *answer);

/** As egdb_probe, but plays pending captures out. For judging, not for searching. */
void egdb_resolve(struct egdb *egdb, const struct position *pos, struct egdb_answer *answer);

#endif
