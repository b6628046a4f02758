// SPDX-License-Identifier: MIT
/*
 * Squares and moves as people write them.
 * Source: PDN 3.0, "Grammar" and "GameType"; for games without a GameType in PDN, dama(7).
 */
#ifndef DAMA_CORE_BOARD_NOTATION_H
#define DAMA_CORE_BOARD_NOTATION_H

#include "core/board/move.h"

enum {
    NOTATION_SQUARES_MAX = 64, /* in a written move */
    NOTATION_MOVE_SIZE = 256,  /* room that any written move needs, NUL included */
};

/** Oddities in a written move; a set of bits. */
enum notation_odd {
    NOTATION_LEADING_ZERO = 1 << 0,       /* 01-07 */
    NOTATION_BLANKS = 1 << 1,             /* 1- 7 */
    NOTATION_HYPHEN_CAPTURE = 1 << 2,     /* 28-19 for a capture */
    NOTATION_X_QUIET = 1 << 3,            /* 10x14 for a quiet move */
    NOTATION_OTHER_CAPTURE_SIGN = 1 << 4, /* a capture sign not the variant's: ':' for 'x' */
    NOTATION_NO_SEPARATOR = 1 << 5,       /* 3228, a3b4 */
    NOTATION_OTHER_SIGN = 1 << 6,         /* X, a multiplication sign, a long dash */
    NOTATION_LONG = 1 << 7,           /* the whole path, though the short form would be enough */
    NOTATION_PATH = 1 << 8,           /* squares of the path are missing or odd */
    NOTATION_UNORDERED = 1 << 9,      /* the squares fit only as a set */
    NOTATION_SHORT_LETTERS = 1 << 10, /* gf4: file of origin and target */
    NOTATION_OTHER_SQUARES = 1 << 11, /* numbers where the variant writes letters, or vice versa */
    NOTATION_CAPITALS = 1 << 12,      /* A3-A4 */
    NOTATION_CAPTURED_LISTED = 1 << 13, /* 47x36 <42,29>, or 28x19x23 as Hub writes */
    NOTATION_SUFFIX = 1 << 14,          /* d6d8K, c6xa6+, (ac5x), c3-e3x: more than the move */
    NOTATION_STEPS = 1 << 15,           /* jump by jump: 11x18 18x25 */
    NOTATION_FROM_A1 = 1 << 16, /* numbers counted from a1 upwards on a board that has letters */
};

/** A move as written: its parts, not yet matched with a position. */
struct written_move {
    unsigned n; /* squares, at least 2 unless NOTATION_SHORT_LETTERS */
    square sq[NOTATION_SQUARES_MAX];
    int from_file;   /* with NOTATION_SHORT_LETTERS: file of origin, from 0; sq[0] is the target */
    bool is_capture; /* written with a capture sign */
    bool no_sign;    /* written without any sign */
    bool crowns;     /* written with a K after it */
    bool two_ways;   /* three digits, 312: `sq` is one way to split them, `other` the second */
    square other[2]; /* only with two_ways */
    unsigned odd;    /* enum notation_odd, as far as the text alone shows */
};

/**
 * How many of the squares written are on the path: the two ends, if captured ones are listed in
 * brackets after them.
 */
static inline unsigned notation_path_squares(const struct written_move *written)
{
    return written->odd & NOTATION_CAPTURED_LISTED ? 2 : written->n;
}

enum notation_sign { NOTATION_SIGN_NONE, NOTATION_SIGN_HYPHEN, NOTATION_SIGN_TAKES };

/**
 * Which sign between two squares the character beyond ASCII at s stands for: dashes and the minus
 * for a hyphen; multiplication signs, and letters that look like x, for the sign of a capture.
 * @param length set to the bytes of the character; 0 if it is no such sign
 */
enum notation_sign notation_nonascii_sign(const char *s, const char *end, unsigned *length);

/**
 * Parses a written move. Accepts every convention that cannot be confused with another. Strength
 * marks and move numbers are not part of a move. The squares of a move must all be in letters or
 * all in numbers.
 * @return 0, or -1 with `err`: says what was expected (the caller fills `at`)
 */
int notation_parse(const struct rules *rules, struct text t, struct written_move *out,
                   struct err *err);

/**
 * Spells a move in Latin letters that has letters of another alphabet: those that look the same, as
 * the Cyrillic с does, and those that stand for a file, as д for d.
 * @param buf   at least NOTATION_MOVE_SIZE bytes, ended by a NUL
 * @param alike whether all of them look the same as the Latin ones
 * @return bytes written without the NUL; 0: all its letters are Latin, some have no Latin
 *         counterpart, or it is too long
 */
unsigned notation_latin(struct text t, char *buf, bool *alike);

/**
 * Finds the legal moves that a written move can stand for: those with the same ends and the squares
 * between on the path; else those whose captured squares are listed; else the one capture that fits
 * the squares as a set. A path in the form of PDN 3.0, or a looser one with every jump, names one
 * move; a path that leaves out jumps may fit several. So may two squares with several captures
 * between them.
 * @param found initialised; the moves that fit: none, one, or several where the text is ambiguous
 * @param odd   enum notation_odd of the text and of how it fits
 * @return 0, or -1: out of memory
 */
int notation_find_all(const struct rules *rules, const struct position *pos,
                      const struct written_move *written, struct moves *found, unsigned *odd);

/**
 * Finds the single jump among several captures between two written squares. By PDN 3.0 that is the
 * move meant, though a careless writer may have meant a longer one.
 * @param found as filled in by notation_find_all
 * @return its index; -1 if there is none
 */
int notation_single_jump(const struct rules *rules, const struct position *pos,
                         const struct written_move *written, const struct moves *found);

/** As notation_find_all, but keeps only the single jump (notation_single_jump) if there is one. */
int notation_find_first(const struct rules *rules, const struct position *pos,
                        const struct written_move *written, struct moves *found, unsigned *odd);

/**
 * On a board of 64 squares: renumbers squares written as numbers, which notation_parse counts from
 * a8, as counted from a1. Squares in letters stay.
 */
void notation_count_from_a1(struct written_move *written);

/**
 * As notation_find_first, for a move without a game around it: on a board of 64 squares, numbers
 * that fit no move are tried again as counted from a1.
 */
int notation_find(const struct rules *rules, const struct position *pos,
                  const struct written_move *written, struct moves *found, unsigned *odd);

/**
 * Finds the legal moves that a word can mean, as notation_parse and notation_find do.
 * @param found initialised; set to the moves, one or several
 * @return 0; 1 with `err`: it is no move, or not a legal one; -1 with `err`: out of memory. `err`
 *         quotes the word; its place is for the caller to add.
 */
int notation_read_all(const struct rules *rules, const struct position *pos, struct text word,
                      struct moves *found, struct err *err);

/**
 * Finds the only legal move that a word can mean.
 * @param out set to the move, if there is one
 * @return as notation_read_all; 1 also if several moves fit
 */
int notation_read(const struct rules *rules, const struct position *pos, struct text word,
                  struct move *out, struct err *err);

enum notation_style {
    NOTATION_STYLE_SHORT, /* from and to; the whole path only if that is ambiguous: PDN 3.0 */
    NOTATION_STYLE_FULL,  /* every capture with its whole path */
    NOTATION_STYLE_HUB,   /* numbers, captured squares after `to`, as in the Hub protocol */
};

/**
 * Writes a legal move.
 * @param buf at least NOTATION_MOVE_SIZE bytes, ended by a NUL
 * @return bytes written without the NUL
 */
unsigned notation_write(const struct rules *rules, const struct position *pos,
                        const struct move *mv, enum notation_style style, char *buf);

/**
 * As notation_write, for writing many moves of a position, since listing its captures again for
 * each can take long.
 * @param legal all legal moves of the position; NULL: they are generated here
 */
unsigned notation_write_one_of(const struct rules *rules, const struct position *pos,
                               const struct move *mv, const struct moves *legal,
                               enum notation_style style, char *buf);

/** Writes a square in the variant's own way: "32", "c5". @return bytes; buf needs 4 */
unsigned notation_square(const struct rules *rules, square sq, char *buf);

/** @return the square with a printed number under the variant's numbering, or SQUARE_NONE */
square notation_square_numbered(const struct rules *rules, unsigned number);

/**
 * @return the printed number of a square, from 1; in variants whose squares are written in letters,
 *         1 is at the top left, and numbers run to the right
 */
unsigned notation_number_of(const struct rules *rules, square sq);

#endif
