// SPDX-License-Identifier: MIT
/*
 * Material: how many men and kings each side has. An endgame database has one slice for each
 * material, always with White to move: a position with Black to move is looked up on the turned
 * board, with colours swapped.
 *
 * A slice is named by its pieces, kings before men, those of the side to move left of the "v":
 * KMvK.
 */
#ifndef DAMA_CORE_EGDB_MATERIAL_H
#define DAMA_CORE_EGDB_MATERIAL_H

#include "core/board/position.h"

enum {
    EGDB_PIECES_MAX = 6,            /* of both sides together */
    EGDB_SIDE_MAX = 5,              /* of one side: the other has at least one piece */
    EGDB_NAME_SIZE = 16,            /* bytes of a name, NUL included */
    EGDB_MATERIALS = 6 * 6 * 6 * 6, /* codes are below this */
    EGDB_SLICES_MAX = 256,          /* slices of all materials up to EGDB_PIECES_MAX */
};

struct egdb_material {
    uint8_t own_men, own_kings, other_men, other_kings; /* own: of the side to move */
};

static inline unsigned egdb_material_pieces(struct egdb_material m)
{
    return (unsigned)(m.own_men + m.own_kings + m.other_men + m.other_kings);
}

static inline unsigned egdb_material_men(struct egdb_material m)
{
    return (unsigned)(m.own_men + m.other_men);
}

/**
 * A unique number below EGDB_MATERIALS for each material with at most EGDB_SIDE_MAX pieces of each
 * kind.
 */
static inline unsigned egdb_material_code(struct egdb_material m)
{
    return ((m.own_men * 6U + m.own_kings) * 6U + m.other_men) * 6U + m.other_kings;
}

static inline struct egdb_material egdb_material_mirror(struct egdb_material m)
{
    return (struct egdb_material){m.other_men, m.other_kings, m.own_men, m.own_kings};
}

/** Whether both sides have the same material. */
static inline bool egdb_material_is_mirror(struct egdb_material m)
{
    return m.own_men == m.other_men && m.own_kings == m.other_kings;
}

/** Whether both sides have pieces, and no more than databases support. */
bool egdb_material_fits(struct egdb_material m);

/** The material of a position; counts above 6 are given as 6. */
struct egdb_material egdb_material_of(const struct position *pos);

/** Writes the name, "KMvK". @param buf EGDB_NAME_SIZE bytes */
void egdb_material_name(struct egdb_material m, char *buf);

/** Reads a name, "KMvK". @return the text after it; NULL: not a name */
const char *egdb_material_read(const char *name, struct egdb_material *out);

/**
 * Lists the materials with a number of pieces in the order in which they can be solved: each after
 * those that a capture or a crowning leads to. A material and its mirror are next to each other.
 * @param rules if a game ends with the first king, materials with kings are left out
 * @param out   room for EGDB_SLICES_MAX
 * @return how many
 */
unsigned egdb_material_list(const struct rules *rules, unsigned pieces, struct egdb_material *out);

#endif
