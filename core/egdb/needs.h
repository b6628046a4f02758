// SPDX-License-Identifier: MIT
/*
 * What a slice depends on: the slices that a capture or a crowning leads to.
 */
#ifndef DAMA_CORE_EGDB_NEEDS_H
#define DAMA_CORE_EGDB_NEEDS_H

#include "core/egdb/table.h"

/** Materials, those with fewer pieces first. */
struct egdb_needs {
    bool no_kings; /* the first king ends the game: what has kings is no slice */
    unsigned n;
    struct egdb_material material[EGDB_SLICES_MAX];
};

/**
 * Finds what a slice and its mirror depend on, and what those depend on in turn: in slices that
 * came from files captures are played out.
 */
void egdb_needs_find(const struct rules *rules, struct egdb_material material,
                     struct egdb_needs *out);

bool egdb_needs_has(const struct egdb_needs *needs, struct egdb_material material);

/** Bytes that the tables of all that is needed take. */
uint64_t egdb_needs_bytes(const struct egdb_needs *needs, const struct egdb_squares *squares,
                          bool with_plies);

/** Drops tables that are not needed until all that are left take no more than `limit` bytes. */
void egdb_needs_make_room(const struct egdb_needs *needs, struct egdb_tables *tables,
                          uint64_t limit);

#endif
