// SPDX-License-Identifier: MIT
/*
 * Verifies a slice: compares each position with its successors, using the ordinary move generator
 * and none of the code that solved it.
 *
 * With distances this is a proof: a win in n plies has a move to a loss in n - 1 and none to a
 * shorter one, and so on to the end. Without them it shows that no position contradicts its
 * successors; a cycle of wins that lead only to each other would pass.
 */
#ifndef DAMA_CORE_EGDB_VERIFY_H
#define DAMA_CORE_EGDB_VERIFY_H

#include "core/egdb/table.h"

#include <stdatomic.h>

struct egdb_verifier {
    const struct egdb_tables *tables; /* the slices, their mirrors and all they depend on */
    unsigned threads;                 /* at least 1 */
    unsigned sample; /* verify one position in this many, at random; 0 and 1: all positions */
    uint64_t seed;   /* of the sample */
    /* Called on any thread with a number of positions just done. May be NULL. */
    void (*progress)(void *ctx, uint64_t positions);
    void *ctx;
    const atomic_bool *stop; /* set to stop; may be NULL */
};

struct egdb_proof {
    uint64_t positions; /* verified; in a slice from a file, without those with a capture */
    uint64_t wrong;
    struct position first;       /* the wrong one with the lowest number, White to move */
    struct egdb_answer says, is; /* its value by the slice; the correct one */
};

/** The memory that verifying a slice takes besides the tables, bytes. */
uint64_t egdb_verify_bytes(const struct egdb_squares *squares, struct egdb_material material);

/** @return 0, 1 stopped, -1 with `err`: out of memory, a slice is missing */
int egdb_verify_slice(const struct egdb_verifier *verifier, struct egdb_material material,
                      struct egdb_proof *out, struct err *err);

#endif
