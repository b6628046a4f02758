// SPDX-License-Identifier: MIT
/*
 * Unmaking moves: the positions of the same material from which a quiet move leads to a given one.
 */
#ifndef DAMA_CORE_EGDB_UNMOVE_H
#define DAMA_CORE_EGDB_UNMOVE_H

#include "core/egdb/index.h"

/* An upper bound: five kings with 56 squares each, times the counters of Frisian draughts. */
enum { EGDB_UNMOVES_MAX = 5 * 56 * 16 };

/**
 * Lists the positions from which a quiet move without crowning leads to the cursor's position. In
 * some of them the side to move may have a capture, so that the move is not legal: the caller has
 * to check that.
 * @param cursor  at a position (not a hole), White to move
 * @param partner the numbering of the mirrored material: the positions listed have Black to move
 * @param out     room for EGDB_UNMOVES_MAX numbers in `partner`
 * @return how many
 */
unsigned egdb_unmoves(const struct egdb_cursor *cursor, const struct egdb_index *partner,
                      uint64_t *out);

#endif
