// SPDX-License-Identifier: MIT
/*
 * Moves taken back: from which positions of the same material a quiet move leads to a given one.
 */
#ifndef DAMA_CORE_EGDB_UNMOVE_H
#define DAMA_CORE_EGDB_UNMOVE_H

#include "core/egdb/index.h"

/* No position has more: five kings with 56 squares each, times the counters of Frisian draughts. */
enum { EGDB_UNMOVES_MAX = 5 * 56 * 16 };

/**
 * Lists the positions that a quiet move which crowns nobody leads from to the cursor's. Some of
 * them may be positions in which the side to move has a capture, so that the move was not legal:
 * that is for the caller to know.
 * @param cursor  stands on a position (no hole), White to move
 * @param partner the numbering of the mirrored material: the positions listed have Black to move
 * @param out     room for EGDB_UNMOVES_MAX numbers in `partner`
 * @return how many
 */
unsigned egdb_unmoves(const struct egdb_cursor *cursor, const struct egdb_index *partner,
                      uint64_t *out);

#endif
