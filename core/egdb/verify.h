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

struct egdb_proof {
    uint64_t positions; /* proved; where the slice came from a file, those with a capture aside */
    uint64_t wrong;
    struct position first; /* wrong one, the lowest number; White to move */
    struct egdb_answer says, is;
};

/**
 * @param tables has the slice, its mirror and all that they depend on
 * @param stop   may be NULL
 * @return 0, 1 stopped, -1 with `err`: out of memory, a slice is missing
 */
int egdb_verify_slice(const struct egdb_tables *tables, struct egdb_material material,
                      unsigned threads, const atomic_bool *stop, struct egdb_proof *out,
                      struct err *err);

#endif
