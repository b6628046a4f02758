// SPDX-License-Identifier: MIT
/*
 * Proves a slice: each position against its successors, with the ordinary move generator and
 * nothing of what solved it.
 *
 * With distances that is a proof: a win in n plies has a move to a loss in n - 1 and none to a
 * shorter one, and so down to the end. Without them it shows that no position contradicts its
 * successors; a circle of wins that lead to each other and never to an end would pass.
 */
#ifndef DAMA_CORE_EGDB_VERIFY_H
#define DAMA_CORE_EGDB_VERIFY_H

#include "core/egdb/table.h"

#include <stdatomic.h>

struct egdb_verifier {
    const struct egdb_tables *tables; /* the slices, their mirrors and all that they depend on */
    unsigned threads;                 /* 1 at least */
    unsigned sample; /* prove one position in so many, at random; 0 and 1: all of them */
    uint64_t seed;   /* of the sample */
    /* Told by any thread: so many positions more are done. May be NULL. */
    void (*progress)(void *ctx, uint64_t positions);
    void *ctx;
    const atomic_bool *stop; /* asks to stop; may be NULL */
};

struct egdb_proof {
    uint64_t positions; /* proved; where the slice came from a file, those with a capture aside */
    uint64_t wrong;
    struct position first; /* wrong one, the lowest number; White to move */
    struct egdb_answer says, is;
};

/** Bytes that proving a slice takes besides the tables. */
uint64_t egdb_verify_bytes(const struct egdb_squares *squares, struct egdb_material material);

/** @return 0, 1 stopped, -1 with `err`: out of memory, a slice is missing */
int egdb_verify_slice(const struct egdb_verifier *verifier, struct egdb_material material,
                      struct egdb_proof *out, struct err *err);

#endif
