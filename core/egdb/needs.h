// SPDX-License-Identifier: MIT
/*
 * The slices that a slice depends on: those that a capture or a crowning leads to.
 */
#ifndef DAMA_CORE_EGDB_NEEDS_H
#define DAMA_CORE_EGDB_NEEDS_H

#include "core/egdb/table.h"

/** Materials, those with fewer pieces first. */
struct egdb_needs {
    bool no_kings; /* the first king ends the game: there are no slices with kings */
    unsigned n;
    struct egdb_material material[EGDB_SLICES_MAX];
};

/**
 * Finds all slices that a slice and its mirror depend on, directly or indirectly: in slices from
 * files, captures have to be resolved by further slices.
 */
void egdb_needs_find(const struct rules *rules, struct egdb_material material,
                     struct egdb_needs *out);

/** The size of the tables of all needed slices, bytes. */
uint64_t egdb_needs_bytes(const struct egdb_needs *needs, const struct egdb_squares *squares,
                          bool with_plies);

/** Drops tables that are not needed until the rest take at most `limit` bytes. */
void egdb_needs_make_room(const struct egdb_needs *needs, struct egdb_tables *tables,
                          uint64_t limit);

#endif
