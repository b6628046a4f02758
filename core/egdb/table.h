// SPDX-License-Identifier: MIT
/*
 * Slices in memory, unpacked: what solving builds on, and what is probed where nothing is on disk.
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
    /*
     * Read from a file, which knows nothing about positions with a capture: those are played out.
     */
    bool quiet_only;
};

/**
 * The slices of one rule set. For one thread while slices are added or dropped, for any number
 * afterwards.
 */
struct egdb_tables {
    struct egdb_squares squares;
    struct egdb_table *table[EGDB_MATERIALS]; /* owned, by material code; NULL: not there */
    size_t bytes;                             /* that the tables take */
};

void egdb_tables_init(const struct rules *rules, struct egdb_tables *out);
void egdb_tables_fini(struct egdb_tables *tables);

/**
 * Adds a slice, all unknown, or finds the one that is there.
 * @return NULL: out of memory
 */
struct egdb_table *egdb_tables_add(struct egdb_tables *tables, struct egdb_material material,
                                   bool with_plies);

/** Drops a slice. */
void egdb_tables_drop(struct egdb_tables *tables, struct egdb_material material);

/** Bytes that a slice takes. */
size_t egdb_table_bytes(const struct egdb_index *index, bool with_plies);

static inline enum egdb_value egdb_table_value(const struct egdb_table *table, uint64_t at)
{
    return (enum egdb_value)(table->wdl[at / 4] >> at % 4 * 2 & 3);
}

/** Sets a value; neighbours share bytes, so no two threads may set values within the same byte. */
static inline void egdb_table_set(struct egdb_table *table, uint64_t at, enum egdb_value value)
{
    const unsigned shift = (unsigned)(at % 4 * 2);
    table->wdl[at / 4] =
        (uint8_t)((table->wdl[at / 4] & ~(3U << shift)) | (unsigned)value << shift);
}

/**
 * What the side to move gets; pending captures are played out where the table does not know them.
 * @param answer unknown where a slice is missing or has no such position
 */
void egdb_tables_probe(const struct egdb_tables *tables, const struct position *pos,
                       struct egdb_answer *answer);

#endif
