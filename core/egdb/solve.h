// SPDX-License-Identifier: MIT
/*
 * Solves a slice and its mirror together: whether each position is won, drawn or lost.
 */
#ifndef DAMA_CORE_EGDB_SOLVE_H
#define DAMA_CORE_EGDB_SOLVE_H

#include "core/egdb/table.h"

#include <stdatomic.h>

/*
 * A cell holds what is known about a position: 12 bits of distance, 3 of state, and 1 for whether
 * the side to move has a capture.
 *
 *      15        14 - 12   11 - 0
 *      capture   state     plies
 */
enum egdb_cell {
    CELL_PLIES = 0x0fff,
    CELL_STATE = 0x7000,
    CELL_CAPTURE = 0x8000,
    CELL_HOLE = 0x0000,      /* not a position */
    CELL_OPEN = 0x1000,      /* undecided; plies: the longest loss by a move to another slice */
    CELL_OPEN_DRAW = 0x2000, /* undecided, but a move to another slice at least draws */
    CELL_WIN_DUE = 0x3000,   /* won in this many plies, or fewer */
    CELL_LOSS_DUE = 0x4000,  /* lost in this many plies */
    CELL_WIN = 0x5000,
    CELL_LOSS = 0x6000,
    CELL_DRAW = 0x7000,
};

typedef _Atomic uint16_t egdb_cell;

/** One slice being solved, or solved. */
struct egdb_half {
    struct egdb_index index;
    struct egdb_sets sets;
    egdb_cell *cell;       /* index.size of them */
    _Atomic uint8_t *left; /* by cell: moves within the material that may still avoid a loss */
    egdb_cell *due; /* by chunk: the fewest plies due in it; above CELL_PLIES: nothing is due */
};

/** A slice and its mirror; a single slice if a material is its own mirror. */
struct egdb_solution {
    struct egdb_half half[2];
    unsigned n; /* 1 or 2 */
};

/** The counts of a slice. */
struct egdb_counts {
    uint64_t positions, wins, draws, losses; /* including those with a capture pending */
    uint64_t pending[4]; /* by value: positions in which the side to move has a capture */
    unsigned longest;    /* plies of the longest win; 0: there is none, or no distances */
    uint64_t longest_at; /* number of a position with the longest win */
};

struct egdb_solver {
    const struct egdb_tables *tables; /* those that a capture or a crowning leads to */
    unsigned threads;
    /*
     * Called on any thread with a number of positions just done. Each position, holes included,
     * counts twice: when its moves are generated and when its value is known. May be NULL.
     */
    void (*progress)(void *ctx, uint64_t positions);
    void *ctx;
    const atomic_bool *stop; /* set to stop; may be NULL */
};

/** The peak memory of solving in bytes, without tables and packing. */
uint64_t egdb_solve_bytes(const struct egdb_squares *squares, struct egdb_material material);

/**
 * Solves a slice and its mirror.
 * @param out owned; freed with egdb_solution_fini, also after a failure
 * @return 0, 1 stopped, -1 with `err`: out of memory, a slice is missing in the tables, a win takes
 *         more plies than a cell holds
 */
int egdb_solve(const struct egdb_solver *solver, struct egdb_material material,
               struct egdb_solution *out, struct err *err);
void egdb_solution_fini(struct egdb_solution *solution);

/** The value of a cell once the slice is solved; unknown for a hole. */
static inline enum egdb_value egdb_cell_value(uint16_t cell)
{
    switch (cell & CELL_STATE) {
    case CELL_HOLE:
        return EGDB_UNKNOWN;
    case CELL_WIN:
        return EGDB_WIN;
    case CELL_LOSS:
        return EGDB_LOSS;
    default:
        return EGDB_DRAW;
    }
}

/** Counts the values of a solved slice. @param with_plies also find the longest win */
void egdb_half_count(const struct egdb_half *half, bool with_plies, struct egdb_counts *out);

/** Copies a slice into a table of its material. */
void egdb_half_copy(const struct egdb_half *half, struct egdb_table *table);

#endif
