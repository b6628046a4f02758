// SPDX-License-Identifier: MIT
/* Endgame slices in memory, for tests that look into them. */
#ifndef DAMA_TESTS_LIB_SOLVE_SLICES_H
#define DAMA_TESTS_LIB_SOLVE_SLICES_H

#include "core/egdb/build.h"

/** As egdb_solve_pieces, for all slices of up to `pieces` pieces. */
static inline int solve_slices(struct egdb_tables *tables, unsigned pieces, unsigned threads,
                               struct err *err)
{
    int rc = 0;
    for (unsigned n = 2; n <= pieces && rc == 0; n++)
        rc = egdb_solve_pieces(tables, n, threads, NULL, err);
    return rc;
}

#endif
