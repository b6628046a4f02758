// SPDX-License-Identifier: MIT
/*
 * The slices of a folder one by one: for listing and verifying.
 */
#ifndef DAMA_CORE_EGDB_SLICES_H
#define DAMA_CORE_EGDB_SLICES_H

#include "core/egdb/slice-file.h"

/** A slice of a folder, opened. */
struct egdb_slice {
    struct egdb_material material;
    struct egdb_file *file[EGDB_KINDS]; /* owned; NULL: missing, or wrong */
    struct err wrong[EGDB_KINDS];       /* what is wrong with it; empty: nothing */
};

/**
 * Opens all slices of a folder up to the most pieces that it has.
 * @param pieces look for so many, though the folder may have fewer; 0: as many as it has
 * @param out    room for EGDB_SLICES_MAX
 * @return how many
 */
unsigned egdb_slices_open(const char *dir, const struct egdb_squares *squares, unsigned pieces,
                          struct egdb_slice *out);
void egdb_slices_close(struct egdb_slice *slices, unsigned n);

/**
 * Checks that the files of a slice are there and whole: all checksums.
 * @param err what the answer may point into
 * @return what is wrong, "is missing"; NULL: nothing
 */
const char *egdb_slice_check(const struct egdb_slice *slice, struct err *err);

#endif
