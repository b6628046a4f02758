// SPDX-License-Identifier: MIT
/*
 * The layout of a DAM file, as far as it is known. Words are 16 bits, little-endian; the times have
 * 32. Source: dama-dam(5).
 */
#ifndef DAMA_PDN_FORMATS_DAM_INTERNAL_H
#define DAMA_PDN_FORMATS_DAM_INTERNAL_H

#include "pdn/formats/dam.h"

enum dam_place {
    DAM_MAGIC = 0x00,
    DAM_MODE = 0x06,           /* who plays: enum dam_mode */
    DAM_TIME_SELECTION = 0x14, /* 7 means: a number of moves in a number of minutes */
    DAM_TIME_MOVES = 0x16,
    DAM_TIME_MINUTES = 0x18,
    DAM_CLOCK_WHITE = 0x1A, /* moves, minutes, seconds */
    DAM_CLOCK_BLACK = 0x20,
    DAM_TURN = 0x26,       /* 0 White, 1 Black: not certain */
    DAM_USED_WHITE = 0x44, /* seconds in total */
    DAM_USED_BLACK = 0x48,
    DAM_MOVE_WHITE = 0x4C, /* seconds of the last move */
    DAM_MOVE_BLACK = 0x50,
    DAM_BOARD = 0x56, /* squares 1 to 50, a word each */
    DAM_RECORD = 0xBA,
    DAM_SIZE_LEAST = 0xC2,
};

enum dam_mode { DAM_PROGRAMS, DAM_PERSON_AND_PROGRAM, DAM_PERSONS };

enum { DAM_SET_TIME = 7, DAM_SQUARES = 50 };

/** The values that a word of the board can have. */
enum dam_square { DAM_EMPTY = 1, DAM_WHITE_MAN, DAM_BLACK_MAN, DAM_WHITE_KING, DAM_BLACK_KING };

/** The record of moves: words counted from DAM_RECORD. */
enum { DAM_RECORD_USED = 0, DAM_RECORD_CURRENT = 1, DAM_RECORD_FIRST = 3, DAM_RECORD_HEAD = 2 };

static inline unsigned dam_word(const char *bytes, size_t at)
{
    const unsigned char *p = (const unsigned char *)bytes + at;
    return p[0] | (unsigned)p[1] << 8;
}

static inline uint32_t dam_long(const char *bytes, size_t at)
{
    return dam_word(bytes, at) | (uint32_t)dam_word(bytes, at + 2) << 16;
}

static inline void dam_put_word(char *bytes, size_t at, unsigned value)
{
    bytes[at] = (char)(value & 0xFF);
    bytes[at + 1] = (char)(value >> 8 & 0xFF);
}

static inline void dam_put_long(char *bytes, size_t at, uint32_t value)
{
    dam_put_word(bytes, at, value & 0xFFFF);
    dam_put_word(bytes, at + 2, value >> 16);
}

void dam_write_board(char *bytes, const struct position *pos);

/** A line of moves from a file's record, proved by playing it. */
struct dam_line {
    struct position start;
    struct move *moves;  /* in the arena */
    unsigned n, current; /* the first `current` moves lead to the board; the rest were taken back */
    const char *layout;  /* the layout that was guessed right; NULL: none */
};

/** Decodes the record. @return 0, or -1: out of memory */
int dam_read_moves(const char *bytes, size_t n, const struct position *board, struct arena *arena,
                   struct dam_line *line);

#endif
