// SPDX-License-Identifier: MIT
/*
 * Positions of a slice as numbers, 0 to size - 1, and back.
 *
 * The squares of a board are counted along the ranks, from White's left corner. Each group of
 * pieces, the men or the kings of a side, occupies a set of squares, and a set of n squares has the
 * number C(s1, 1) + C(s2, 2) + ... + C(sn, n), where s1 < s2 < ... are its squares, counted from 0
 * among those where the group can stand: men never stand where they are crowned. The number of a
 * position is
 *
 *      (((own men * N + other men) * N' + own kings) * N'' + other kings)
 *
 * where each N is the number of sets of the group after it. If the rules count a king's moves, a
 * factor follows for each side that has men and kings, the own side first: * (3 * kings + 1) +
 * counter, where the counter is 0, or 3 times the rank of the counted king among the side's kings
 * (from 0) plus the moves counted (1 to 3).
 *
 * Groups are numbered independently, so some numbers put two pieces on one square. These are holes,
 * which cost next to nothing when packed. In exchange, a quiet move changes only one of the four
 * numbers.
 */
#ifndef DAMA_CORE_EGDB_INDEX_H
#define DAMA_CORE_EGDB_INDEX_H

#include "core/base/err.h"
#include "core/egdb/material.h"

/* Groups. Own and other men differ in the squares where they can stand; kings do not. */
enum egdb_group { EGDB_OWN_MEN, EGDB_OTHER_MEN, EGDB_OWN_KINGS, EGDB_OTHER_KINGS, EGDB_GROUPS };

/** Tables shared by the slices of one rule set. */
struct egdb_squares {
    const struct rules *rules;
    uint8_t n[EGDB_GROUPS];                   /* squares where a group can stand */
    square at[EGDB_GROUPS][BOARD_BITS];       /* those squares, in order */
    uint8_t rank[2][EGDB_GROUPS][BOARD_BITS]; /* by side to move: a square's rank among them */
    uint32_t sum[2][EGDB_GROUPS][EGDB_SIDE_MAX][BOARD_BITS]; /* C(rank, i + 1) for the i-th piece */
};

/** How the positions of one slice are numbered. */
struct egdb_index {
    const struct egdb_squares *squares; /* borrowed */
    struct egdb_material material;
    uint8_t pieces[EGDB_GROUPS]; /* pieces in each group */
    uint32_t sets[EGDB_GROUPS];  /* N of each group */
    uint64_t step[EGDB_GROUPS];  /* the factor of each group's number in a position's number */
    uint32_t counters[2]; /* number of values of the counters, own and other; 1: no counter */
    uint64_t size;
};

void egdb_squares_init(const struct rules *rules, struct egdb_squares *out);

/** The number of sets of k out of n squares, C(n, k), for k up to EGDB_SIDE_MAX. */
uint32_t egdb_choose(unsigned n, unsigned k);

/** @param squares borrowed as long as the index lives */
void egdb_index_init(const struct egdb_squares *squares, struct egdb_material material,
                     struct egdb_index *out);

/**
 * The number of a set of squares of a group, as the side to move sees it.
 * @param n how many squares
 */
static inline uint32_t egdb_set_number(const struct egdb_squares *squares, unsigned turn,
                                       unsigned group, bitboard set, unsigned n)
{
    uint32_t number = 0;
    if (turn == WHITE)
        for (unsigned i = 0; set; set &= set - 1)
            number += squares->sum[WHITE][group][i++][LOWEST64(set)];
    else /* Black's first square is White's last */
        for (; set; set &= set - 1)
            number += squares->sum[BLACK][group][--n][LOWEST64(set)];
    return number;
}

/**
 * The number of a position of the slice, either side to move.
 * @param pos has the material of the slice, and no man on the row where it is crowned
 */
uint64_t egdb_index_of(const struct egdb_index *index, const struct position *pos);

/** Whether no man stands on a row where it would have been crowned. */
static inline bool egdb_index_has(const struct egdb_squares *squares, const struct position *pos)
{
    const struct board *board = squares->rules->board;
    return !(pos->pieces[WHITE] & ~pos->kings & board->crowning[WHITE])
           && !(pos->pieces[BLACK] & ~pos->kings & board->crowning[BLACK]);
}

/** All sets of a slice's groups, by number. Zero is empty. */
struct egdb_sets {
    bitboard *set[EGDB_GROUPS]; /* owned */
    /* owned; by number: the number that the same set has with the other side to move */
    uint32_t *turned[EGDB_GROUPS];
};

/** @return 0, or -1: out of memory (there is nothing to free then) */
int egdb_sets_init(const struct egdb_index *index, struct egdb_sets *out);
void egdb_sets_fini(struct egdb_sets *sets);

/** The memory of the sets of a slice, bytes. */
uint64_t egdb_sets_bytes(const struct egdb_index *index);

/** A position of a slice, split into the parts of its number; for visiting all in order. */
struct egdb_cursor {
    const struct egdb_index *index; /* borrowed */
    const struct egdb_sets *sets;   /* borrowed */
    uint64_t at;                    /* number of the position */
    uint32_t number[EGDB_GROUPS];
    uint32_t counter[2];
};

/** Goes to a position by its number. */
void egdb_cursor_set(struct egdb_cursor *cursor, const struct egdb_index *index,
                     const struct egdb_sets *sets, uint64_t at);

/** Goes to the next position. */
void egdb_cursor_next(struct egdb_cursor *cursor);

/** The position, White to move. @return false for a hole: two pieces on one square */
bool egdb_cursor_position(const struct egdb_cursor *cursor, struct position *pos);

#endif
