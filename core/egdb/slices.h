// SPDX-License-Identifier: MIT
/*
 * The slices of a folder, one by one: for listing and verifying.
 */
#ifndef DAMA_CORE_EGDB_SLICES_H
#define DAMA_CORE_EGDB_SLICES_H

#include "core/egdb/slice-file.h"

/** A slice of a folder, opened. */
struct egdb_slice {
    struct egdb_material material;
    struct egdb_file *file[EGDB_KINDS]; /* owned; NULL: missing, or damaged */
    struct err wrong[EGDB_KINDS];       /* what is wrong with each file; empty: nothing */
};

/** The slices of a folder, each after those that it depends on. */
struct egdb_slices {
    struct egdb_squares squares;
    unsigned n;
    struct egdb_slice slice[EGDB_SLICES_MAX];
};

/**
 * Opens all slices of a folder.
 * @param pieces list slices of up to this number, even if the folder has fewer; 0: as many as it
 *               has
 * @return 0 with `out` owned, which may have no slices; -1 with `err`: out of memory
 */
int egdb_slices_open(const char *dir, const struct rules *rules, unsigned pieces,
                     struct egdb_slices **out, struct err *err);
void egdb_slices_close(struct egdb_slices *slices);

/** @return the slice of a material; NULL if the folder has none with that many pieces */
const struct egdb_slice *egdb_slices_find(const struct egdb_slices *slices,
                                          struct egdb_material material);

/** @return what was wrong with a slice when it was opened, such as "missing"; NULL: nothing */
const char *egdb_slice_trouble(const struct egdb_slice *slice);

/**
 * Checks that the files of a slice exist and are sound, verifying all checksums.
 * @param err the answer may point into it
 * @return what is wrong, as egdb_slice_trouble; NULL: nothing
 */
const char *egdb_slice_check(const struct egdb_slice *slice, struct err *err);

#endif
