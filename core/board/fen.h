// SPDX-License-Identifier: MIT
/*
 * FEN: positions as text.
 * Source: PDN 3.0, "FEN"; on boards without numbers, letters as PDN writes them for GameType 30.
 */
#ifndef DAMA_CORE_BOARD_FEN_H
#define DAMA_CORE_BOARD_FEN_H

#include "core/board/position.h"

enum { FEN_SIZE = 512 }; /* bytes that any FEN we write needs, NUL included */

/** Oddities in a FEN that can still be read; a set of bits. */
enum fen_odd {
    FEN_DOT = 1 << 0,           /* period at the end */
    FEN_BLANKS = 1 << 1,        /* blanks or line ends inside */
    FEN_LOWER_CASE = 1 << 2,    /* w: b: k */
    FEN_TURN_UNKNOWN = 1 << 3,  /* "?": read as the side that starts the game */
    FEN_COLOUR_TWICE = 1 << 4,  /* two lists of one colour: joined */
    FEN_LETTER_RANGE = 1 << 5,  /* a2-h2 */
    FEN_OTHER_SQUARES = 1 << 6, /* numbers where the variant writes letters, or vice versa */
    FEN_COUNTERS = 1 << 7,      /* :H0:F1 after the lists; :+1+0 in a game that counts no moves */
    FEN_QUOTES = 1 << 8,        /* quotes around the FEN, or a single one */
    FEN_MAN_ON_CROWNING_ROW = 1 << 9,
    FEN_MANY_PIECES = 1 << 10, /* a side has more than in the start position */
    FEN_EMPTY = 1 << 11,       /* no pieces at all */
    FEN_NO_LIST = 1 << 12,     /* a colour is missing */
    FEN_CAPITALS = 1 << 13,    /* A3 for a3 */
    FEN_LEADING_ZERO = 1 << 14,
    FEN_COMMA = 1 << 15,      /* an extra comma */
    FEN_FROM_A1 = 1 << 16,    /* numbers counted from a1 upwards on a board that has letters */
    FEN_OTHER_DASH = 1 << 17, /* a typographic dash in a range */
};

/**
 * Whether a FEN writes squares in letters: no item begins with a digit, and some item has a letter
 * where its square should be.
 */
bool fen_has_letters(struct text t);

/**
 * Reads a FEN. If the variant writes letters but the FEN has numbers, 1 is at the top left; but on
 * a board with all 64 squares in play, 1 is a1 if otherwise White's men would stand above Black's
 * (FEN_FROM_A1).
 * @param at  the place of the FEN's first byte; an error gets the place of the faulty item
 * @param odd enum fen_odd; may be NULL
 * @return 0, or -1 with `err`: not a square, a square twice, a range backwards, an unknown letter,
 *         another board's position, captured pieces not yet removed (a position in mid-move)
 */
int fen_read(const struct rules *rules, struct text t, struct src_pos at, struct position *pos,
             unsigned *odd, struct err *err);

/**
 * Checks that the position can occur in the variant. Stricter than fen_read.
 * @return 0, or -1 with `err`: why not
 */
int fen_check(const struct rules *rules, const struct position *pos, struct src_pos at,
              struct err *err);

/** As fen_check, but men may stand on their crowning row: moves can be generated all the same. */
int fen_check_loosely(const struct rules *rules, const struct position *pos, struct src_pos at,
                      struct err *err);

/**
 * Writes a FEN in the canonical form: the side to move; White's list before Black's; squares in
 * ascending order, with ranges for three or more consecutive men if squares have numbers; the
 * counters of Frisian draughts if they are not 0.
 * @param buf at least FEN_SIZE bytes, ended by a NUL
 * @return bytes written without the NUL
 */
unsigned fen_write(const struct rules *rules, const struct position *pos, char *buf);

#endif
