// SPDX-License-Identifier: MIT
/*
 * The slices that a slice depends on: those that a capture or a crowning leads to.
 */
#ifndef DAMA_CORE_EGDB_DEPENDENCIES_H
#define DAMA_CORE_EGDB_DEPENDENCIES_H

#include "core/egdb/table.h"

/** Materials, those with fewer pieces first. */
struct egdb_dependencies {
    bool no_kings; /* the first king ends the game: there are no slices with kings */
    unsigned n;
    struct egdb_material material[EGDB_SLICES_MAX];
};

/**
 * Finds all slices that a slice and its mirror depend on, directly or indirectly: in slices from
 * files, captures have to be resolved by further slices.
 */
void egdb_dependencies_find(const struct rules *rules, struct egdb_material material,
                            struct egdb_dependencies *out);

/** The size of the tables of all needed slices, bytes. */
uint64_t egdb_dependencies_bytes(const struct egdb_dependencies *needs,
                                 const struct egdb_squares *squares, bool with_plies);

/** Drops tables that are not needed until the rest take at most `limit` bytes. */
void egdb_dependencies_make_room(const struct egdb_dependencies *needs, struct egdb_tables *tables,
                                 uint64_t limit);

#endif
