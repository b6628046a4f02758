// SPDX-License-Identifier: MIT
/*
 * Slices in memory, unpacked: for solving, and for probing slices that are not on disk.
 */
#ifndef DAMA_CORE_EGDB_TABLE_H
#define DAMA_CORE_EGDB_TABLE_H

#include "core/egdb/index.h"
#include "core/egdb/value.h"

/** One slice. */
struct egdb_table {
    struct egdb_index index;
    uint8_t *wdl;    /* owned; enum egdb_value, two bits each, the first in the lowest bits */
    uint16_t *plies; /* owned; of wins and losses; NULL: not known */
    bool quiet_only; /* from a file: positions with a capture have no value and must be resolved */
};

/**
 * The slices of one rule set. Only one thread may use them while slices are added or dropped, any
 * number otherwise.
 */
struct egdb_tables {
    struct egdb_squares squares;
    struct egdb_table *table[EGDB_MATERIALS]; /* owned, by material code; NULL: missing */
    size_t bytes;                             /* of all tables */
};

void egdb_tables_init(const struct rules *rules, struct egdb_tables *out);
void egdb_tables_fini(struct egdb_tables *tables);

/**
 * Adds a slice with all values unknown, or finds the existing one.
 * @return NULL: out of memory
 */
struct egdb_table *egdb_tables_add(struct egdb_tables *tables, struct egdb_material material,
                                   bool with_plies);

/** Drops a slice. */
void egdb_tables_drop(struct egdb_tables *tables, struct egdb_material material);

/** The size of a slice in bytes. */
size_t egdb_table_bytes(const struct egdb_index *index, bool with_plies);

static inline enum egdb_value egdb_table_value(const struct egdb_table *table, uint64_t at)
{
    return (enum egdb_value)(table->wdl[at / 4] >> at % 4 * 2 & 3);
}

/** Sets a value. Four values share a byte: two threads must not write to the same byte. */
static inline void egdb_table_set(struct egdb_table *table, uint64_t at, enum egdb_value value)
{
    const unsigned shift = (unsigned)(at % 4 * 2);
    table->wdl[at / 4] =
        (uint8_t)((table->wdl[at / 4] & ~(3U << shift)) | (unsigned)value << shift);
}

/**
 * Finds the value for the side to move; resolves pending captures if the table does not have them.
 * @param answer unknown if a slice is missing or has no such position
 */
void egdb_tables_probe(const struct egdb_tables *tables, const struct position *pos,
                       struct egdb_answer *answer);

#endif
