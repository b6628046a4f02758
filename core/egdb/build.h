// SPDX-License-Identifier: MIT
/*
 * Builds databases, on disk or in memory: all slices up to a number of pieces, each after those
 * that it depends on.
 */
#ifndef DAMA_CORE_EGDB_BUILD_H
#define DAMA_CORE_EGDB_BUILD_H

#include "core/egdb/slice-file.h"

/**
 * Solves all slices of exactly `pieces` pieces into tables, with distances; those of fewer pieces
 * must be there.
 * @param stopped called on any thread; returns whether to stop; NULL: never
 * @return 0; 1: stopped; -1 with `err`: out of memory. Unless 0, none of these slices is kept
 */
int egdb_solve_pieces(struct egdb_tables *tables, unsigned pieces, unsigned threads,
                      bool (*stopped)(void), struct err *err);

/** What a build did with a slice. */
enum egdb_event {
    EGDB_EVENT_SKIPPED, /* the slice and its mirror exist and are sound */
    EGDB_EVENT_BROKEN,  /* it exists, but is damaged (`err` says how): it is built again */
    EGDB_EVENT_BUILT,
};

struct egdb_build {
    const struct rules *rules;
    const char *dir; /* created if missing */
    unsigned pieces; /* 2 to EGDB_PIECES_MAX */
    bool with_plies;
    unsigned threads; /* 1 at least */
    uint64_t memory;  /* limit, bytes */
    /* Called on the calling thread for each slice. May be NULL. */
    void (*event)(void *ctx, enum egdb_event event, struct egdb_material material,
                  const struct egdb_counts *counts, const struct err *err);
    /*
     * As egdb_solver.progress: on any thread; adds up to twice the positions built. May be NULL.
     */
    void (*progress)(void *ctx, uint64_t positions);
    void *ctx;
    const atomic_bool *stop; /* set to stop; finished slices stay. May be NULL */
};

/**
 * Positions of all slices of up to `pieces` pieces, holes included: the calls of `progress` add up
 * to twice that, less twice the positions of slices that already exist.
 */
uint64_t egdb_build_positions(const struct rules *rules, unsigned pieces);

/**
 * Builds the missing slices. Finished slices are kept, whatever happens. If memory is too small for
 * one of them, none is built.
 * @return 0, 1 stopped, 2 another build is running in the folder, -1 with `err`: the folder is not
 *         writable, the disk is full, more memory is needed
 */
int egdb_build(const struct egdb_build *build, struct err *err);

/**
 * Reads a slice from files into the tables.
 * @param plies NULL: without distances
 */
int egdb_table_load(struct egdb_tables *tables, const struct egdb_file *wdl,
                    const struct egdb_file *plies, struct err *err);

#endif
