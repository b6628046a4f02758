// SPDX-License-Identifier: MIT
/*
 * Converts positions and moves between the protocols' spelling and the board's. Squares are printed
 * numbers, from 1; a position is a letter for each of them, in order; a move is identified by its
 * two ends and the set of squares that it captures.
 */
#ifndef DAMA_MATCH_PROTOCOL_WIRE_H
#define DAMA_MATCH_PROTOCOL_WIRE_H

#include "core/board/move.h"

/** The letters of a protocol. */
struct wire_letters {
    char man[2], king[2]; /* by enum side */
    char empty;
};

extern const struct wire_letters wire_dxp; /* w z, W Z, e */
extern const struct wire_letters wire_hub; /* w b, W B, e */

enum { WIRE_SQUARES_MAX = 64, WIRE_MOVE_SIZE = 256 };

/**
 * Reads a position. Does not check whether the variant can have it.
 * @param squares n letters; there must be as many as the board has squares
 * @return 0, or -1 with `err`
 */
int wire_read_position(const struct rules *rules, const struct wire_letters *letters,
                       const char *squares, unsigned n, enum side turn, struct position *out,
                       struct err *err);

/**
 * Writes a position.
 * @param squares room for WIRE_SQUARES_MAX, not ended by a NUL
 * @return letters written
 */
unsigned wire_write_position(const struct rules *rules, const struct wire_letters *letters,
                             const struct position *pos, char *squares);

/** A move as numbers. */
struct wire_move {
    uint8_t from, to, n;
    uint8_t captured[WIRE_SQUARES_MAX];
};

/**
 * Finds the legal move that is meant. A capture that is the only one between its ends may lack the
 * captured squares.
 * @param bare set if they were lacking; may be NULL
 * @return 0, 1 with `err` if the move is not legal, -1 with `err`: out of memory
 */
int wire_find_move(const struct rules *rules, const struct position *pos,
                   const struct wire_move *move, struct move *out, bool *bare, struct err *err);

/** Turns a move into numbers; captured squares are in ascending order. */
void wire_of_move(const struct rules *rules, const struct move *move, struct wire_move *out);

struct dxp_move;

/** As wire_find_move, for the move of a DamExchange message. */
int wire_find_dxp(const struct rules *rules, const struct position *pos,
                  const struct dxp_move *move, struct move *out, bool *bare, struct err *err);

/** Turns a move into that of a DamExchange message. @param took the time to report, ms */
void wire_write_dxp(const struct rules *rules, const struct move *move, int64_t took,
                    struct dxp_move *out);

/**
 * Reads a move as Hub writes it: "32-28", "28x19x23": from, to, then the captured squares.
 * @return 0, or -1 with `err`
 */
int wire_read_hub(struct text t, struct wire_move *out, struct err *err);

/**
 * Writes a move in that form.
 * @param buf WIRE_MOVE_SIZE bytes, ended by a NUL
 * @return bytes without the NUL
 */
unsigned wire_write_hub(const struct rules *rules, const struct move *move, char *buf);

#endif
