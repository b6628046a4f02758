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

/** Zero: no files; endings of three pieces are solved in memory. */
struct egdb_options {
    const char *dir; /* DIR/VARIANT/KMvK.wdl and so on; NULL: none; borrowed for the call */
    bool usual;      /* use the folders of egdb_folder_find, each file from the first that has it */
    bool variant_optional; /* if `dir` has nothing for these rules, that is a warning, no error */
    unsigned solve;        /* largest number of pieces to solve in memory; 0: EGDB_SOLVE_DEFAULT */
    uint64_t memory;       /* limit for solving, bytes; 0: none */
    size_t cache;          /* bytes for unpacked blocks of files; 0: 64 MiB */
    /*
     * Called on any thread for each file that turns out to be unusable; without a file, if a probe
     * finds that memory is missing to solve endings. May be NULL.
     */
    void (*warn)(void *ctx, const struct err *err);
    void *ctx;
    /* Called while slices are solved in memory: if true, the rest stays unknown. May be NULL. */
    bool (*stopped)(void);
};

struct egdb;

/**
 * Opens the files of a rule set. Skips damaged files, with a warning.
 * @param options NULL means all zero
 * @return 0, or -1 with `err`: `dir` cannot be read, or has nothing for this rule set (unless
 *         `variant_optional`); out of memory
 */
int egdb_open(const struct rules *rules, const struct egdb_options *options, struct egdb **out,
              struct err *err);
void egdb_close(struct egdb *egdb);

/** @return the largest number of pieces for which a probe can succeed */
unsigned egdb_pieces(const struct egdb *egdb);

/** How many of the slices that can exist are there, in memory or in files. */
struct egdb_extent {
    unsigned all, known;          /* slices up to egdb_pieces; how many of them are there */
    unsigned largest, with_plies; /* slices of egdb_pieces, there or not; those with distances */
};

/** Counts the slices; those to be solved in memory count as there, even if not solved yet. */
struct egdb_extent egdb_extent(const struct egdb *egdb);

/**
 * Solves now the slices that would be solved on the first probe; takes a fraction of a second for
 * three pieces.
 * @return 0, or -1 with `err`: more memory is needed; endings of fewer pieces are known
 *         nevertheless
 */
int egdb_prepare(struct egdb *egdb, struct err *err);

/**
 * To be used instead of egdb_prepare if no clock is running and the database may never be probed:
 * the first probe solves the slices, and other threads wait until that is done, so that no answer
 * depends on timing. Call it before other threads use the database.
 */
void egdb_solve_on_demand(struct egdb *egdb);

/**
 * Looks up a position. Any number of threads may probe; none waits for another (while one solves
 * the slices in memory, the others get "unknown"), except with egdb_solve_on_demand.
 * @param answer unknown if no slice has the position, or if the side to move has a capture and the
 *        slice is only on disk
 */
void egdb_probe(struct egdb *egdb, const struct position *pos, struct egdb_answer *answer);

/** As egdb_probe, but resolves pending captures. For judging, not for searching. */
void egdb_resolve(struct egdb *egdb, const struct position *pos, struct egdb_answer *answer);

#endif
