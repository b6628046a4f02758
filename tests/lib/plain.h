// SPDX-License-Identifier: MIT
/*
 * A second move generator, to hold the first one against. It is written from the rules
 * (shared/spec/variants.md) in the plainest way: an array of squares, loops over directions, one
 * jump after the other, the priority rules applied to the complete list at the end. It shares no
 * code and no table with core/board. Slow, but bounded: it remembers the states that a capture has
 * been in.
 */
#ifndef DAMA_TESTS_LIB_PLAIN_H
#define DAMA_TESTS_LIB_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAIN_SIZE = 10 };
enum { PLAIN_EMPTY, PLAIN_MAN, PLAIN_KING };

struct plain_square {
    int8_t file, rank; /* from 0 */
};

/** A position; side 0 is White, who plays towards higher ranks. */
struct plain {
    uint8_t piece[PLAIN_SIZE][PLAIN_SIZE]; /* [file][rank] */
    uint8_t side[PLAIN_SIZE][PLAIN_SIZE];
    int turn;
    int king_moves[2]; /* Frisian: quiet moves in a row by the king on king_at */
    struct plain_square king_at[2];
};

/** A set of squares, a bit each: file + 10 * rank. */
struct plain_set {
    uint64_t low, high;
};

struct plain_move {
    struct plain_square from, to;
    struct plain_set taken;
    bool crowns;
};

struct plain_moves {
    size_t n, room;
    struct plain_move *at; /* owned */
};

struct plain_rules;

/** @param name a spelling of rules.h: "international", "turkish:promotion=stop" */
const struct plain_rules *plain_find(const char *name);

/** Whether a piece can stand there. */
bool plain_is_square(const struct plain_rules *rules, int file, int rank);

/** Lists the legal moves. Ends the program where memory is out. */
void plain_generate(const struct plain_rules *rules, const struct plain *pos,
                    struct plain_moves *list);

void plain_play(const struct plain_rules *rules, struct plain *pos, const struct plain_move *mv);

static inline bool plain_set_has(const struct plain_set *set, int file, int rank)
{
    const int i = file + 10 * rank;
    return (i < 64 ? set->low >> i : set->high >> (i - 64)) & 1;
}

#endif
