// SPDX-License-Identifier: MIT
/*
 * Endgame databases: the exact value of positions with few pieces. Slices come from files; small
 * ones are solved in memory on first use.
 *
 * Values ignore the draw rules that limit the number of moves.
 */
#ifndef DAMA_CORE_EGDB_EGDB_H
#define DAMA_CORE_EGDB_EGDB_H

#include "core/base/err.h"
#include "core/egdb/value.h"

enum { EGDB_SOLVE_DEFAULT = 3, EGDB_SOLVE_NONE = 1 };

/** Zero: no files, three pieces in memory. */
struct egdb_options {
    const char *dir; /* DIR/VARIANT/KMvK.wdl and so on; NULL: none; borrowed for the call */
    bool usual;      /* the folders of egdb_folder_find, each file from the first that has it */
    bool may_lack;   /* `dir` may have other rule sets only: a warning, no error */
    unsigned solve;  /* most pieces to solve in memory; 0: EGDB_SOLVE_DEFAULT */
    uint64_t memory; /* limit of what solving may take, bytes; 0: none */
    size_t cache;    /* bytes for unpacked blocks of files; 0: 64 MiB */
    /* Called on any thread for each file that turns out to be unusable. May be NULL. */
    void (*warn)(void *ctx, const struct err *err);
    void *ctx;
    /* Asked while slices are solved in memory: if true, the rest stays unknown. May be NULL. */
    bool (*stopped)(void);
};

struct egdb;

/**
 * Opens the files of a rule set. Skips damaged files, with a warning.
 * @param options NULL is zero
 * @return 0, or -1 with `err`: `dir` cannot be read, or has nothing of this rule set, which `may_lack`
 *         allows; out of memory
 */
int egdb_open(const struct rules *rules, const struct egdb_options *options, struct egdb **out,
              struct err *err);
void egdb_close(struct egdb *egdb);

/** @return the largest number of pieces for which a probe can succeed */
unsigned egdb_pieces(const struct egdb *egdb);

/** How much of what can be there is there, in memory or in files: numbers of slices. */
struct egdb_extent {
    unsigned all, known;          /* up to egdb_pieces */
    unsigned largest, with_plies; /* those of egdb_pieces; and of them, those that know distances */
};

/** Counts the slices; what is solved in memory is there, even if it is not solved yet. */
struct egdb_extent egdb_extent(const struct egdb *egdb);

/**
 * Solves now what would be solved on the first probe; takes a fraction of a second for three
 * pieces.
 * @return 0, or -1 with `err`: more memory is needed; endings of fewer pieces are known nevertheless
 */
int egdb_prepare(struct egdb *egdb, struct err *err);

/**
 * Instead of egdb_prepare, where no clock runs and many runs never ask: the first probe solves, and
 * others wait until that is done, so that no answer depends on the moment. Call it before others
 * use the database.
 */
void egdb_solve_on_demand(struct egdb *egdb);

/**
 * Looks a position up. Any number of threads may probe; none waits for another (while one solves
 * the slices in memory, others get "unknown"), except with egdb_solve_on_demand.
 * @param answer unknown where no slice has the position, or the side to move has a capture and the
 *        value is on disk only
 */
void egdb_probe(struct egdb *egdb, const struct position *pos, struct egdb_answer *answer);

/** As egdb_probe, but resolves pending captures. For judging, not for searching. */
void egdb_resolve(struct egdb *egdb, const struct position *pos, struct egdb_answer *answer);

#endif
