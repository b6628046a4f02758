// SPDX-License-Identifier: MIT
/*
 * Reads written moves of one rule set by table: nearly every move in nearly every file is two plain
 * numbers with a sign between them, and reading it takes neither a list of moves nor text. Only
 * core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_MOVE_READER_H
#define DAMA_CORE_CHECK_MOVE_READER_H

#include "core/board/history.h"
#include "core/board/notation.h"

/** The corner from which a text counts squares. */
enum counting {
    COUNTING_USUAL,
    COUNTING_TURNED,  /* from the other side of the board */
    COUNTING_FROM_A1, /* numbers of a board of 64 squares from a1, and not from a8 */
};

/** The tables of one rule set, and whatever is kept for it from game to game. */
struct move_reader {
    const struct rules *rules;
    struct history *history; /* owned; NULL until first needed */
    bool letters;            /* the variant writes letters */
    enum counting counting;
    square number[100];    /* by printed number; SQUARE_NONE: no such square */
    square letter[16][16]; /* by file and rank, both from 0 */
};

/**
 * Makes a reader.
 * @return NULL when out of memory
 */
struct move_reader *move_reader_open(const struct rules *rules, enum counting counting);

/** Allows NULL. */
void move_reader_close(struct move_reader *reader);

/** Parses a written move, counting squares as the reader does. @return as notation_parse */
int move_reader_parse(const struct move_reader *reader, struct text t, struct written_move *out,
                      struct err *err);

/*
 * Reads two printed numbers of at most two digits without leading zeros, and the sign between them.
 */
static ALWAYS_INLINE bool move_reader_numbers(const struct move_reader *r, struct text t,
                                              square *from, square *to, char *sign)
{
    const unsigned char *s = (const unsigned char *)t.s;
    if (t.n < 3 || t.n > 5)
        return false;
    unsigned a = s[0] - '0', i = 1, digit = s[1] - '0';
    if (a - 1 > 8)
        return false;
    if (digit < 10) {
        a = a * 10 + digit;
        i = 2;
    }
    *sign = (char)s[i++];
    if (i >= t.n)
        return false;
    unsigned b = s[i++] - '0';
    if (b - 1 > 8)
        return false;
    if (i < t.n) {
        digit = s[i++] - '0';
        if (digit > 9)
            return false;
        b = b * 10 + digit;
    }
    *from = r->number[a];
    *to = r->number[b];
    return i == t.n && *from != SQUARE_NONE && *to != SQUARE_NONE;
}

/* Reads two squares, each a small letter and a digit, and the sign between them. */
static ALWAYS_INLINE bool move_reader_letters(const struct move_reader *r, struct text t,
                                              square *from, square *to, char *sign)
{
    const unsigned char *s = (const unsigned char *)t.s;
    if (t.n != 5)
        return false;
    unsigned f1 = s[0] - 'a', r1 = s[1] - '1', f2 = s[3] - 'a', r2 = s[4] - '1';
    if ((f1 | r1 | f2 | r2) > 15)
        return false;
    *sign = (char)s[2];
    *from = r->letter[f1][r1];
    *to = r->letter[f2][r2];
    return *from != SQUARE_NONE && *to != SQUARE_NONE;
}

/**
 * Finds the legal move of a node, if it is written in the plainest form: two squares and a sign,
 * with only one legal move between the squares.
 * @param list room for moves
 * @param out  set to the move, if there is one
 * @return true if there is one, written as it should be; false leaves open whether the move is
 *         legal
 */
static inline bool move_reader_plain(const struct move_reader *reader, const struct position *pos,
                                     struct text text, struct moves *list, struct move *out)
{
    square from = 0, to = 0; /* some compilers do not see that they are always set */
    char sign = 0;
    if (reader->letters ? !move_reader_letters(reader, text, &from, &to, &sign)
                        : !move_reader_numbers(reader, text, &from, &to, &sign))
        return false;
    if (moves_between(reader->rules, pos, from, to, list) || list->n != 1)
        return false;
    out->captured = list->at[0].captured;
    out->from = from; /* not from the list, which would wait for two stores of a byte each */
    out->to = to;
    out->crowns = list->at[0].crowns;
    return sign == (out->captured ? reader->rules->capture_sign : '-');
}

#endif
