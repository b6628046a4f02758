// SPDX-License-Identifier: MIT
/*
 * Endgame databases of other programs, for international draughts, to compare ours with.
 *
 *      DAM.END          DAM 2.2: two pieces, with distances; or a folder with this file
 *      Scan             a folder with 2/0101, 3/..., 4/...: win, draw and loss of quiet positions
 *      Wiesenekker      a folder with OvO.bin, XXvO.bin ...: distances of two to four pieces. The
 *                       layout of three and four pieces is published, but untested on real files:
 *                       experimental
 *
 * Names of files may be in capitals or small letters, except Scan's, which are digits.
 *
 * Source: spec of the formats, sections 1.1, 1.2 and 2; the programs DAM, Scan and Moby Dam.
 */
#ifndef DAMA_CORE_EGDB_FOREIGN_H
#define DAMA_CORE_EGDB_FOREIGN_H

#include "core/base/err.h"
#include "core/egdb/material.h"
#include "core/egdb/value.h"

struct egdb_foreign;

/**
 * Opens a database; its kind is recognised by its content.
 * @param experimental allow untested layouts
 * @return 0, or -1 with `err`: missing, not one of these, damaged, or experimental and not allowed
 */
int egdb_foreign_open(const char *path, bool experimental, struct egdb_foreign **out,
                      struct err *err);
void egdb_foreign_close(struct egdb_foreign *foreign);

/** @return "DAM.END of DAM", "bitbases of Scan", "distances of G. Wiesenekker" */
const char *egdb_foreign_title(const struct egdb_foreign *foreign);

/** @return whether positions in which the side to move has a capture also have values */
bool egdb_foreign_has_captures(const struct egdb_foreign *foreign);

/** @return whether Black to move is stored separately, not as White to move on a turned board */
bool egdb_foreign_has_black(const struct egdb_foreign *foreign);

/**
 * Reads a slice.
 * @return 1, 0 there is no such slice, -1 with `err`: damaged
 */
int egdb_foreign_slice(struct egdb_foreign *foreign, struct egdb_material material,
                       struct err *err);

/** The value of a position in the slice read last, either side to move. */
void egdb_foreign_value(const struct egdb_foreign *foreign, const struct position *pos,
                        struct egdb_answer *answer);

#endif
