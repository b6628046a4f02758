// SPDX-License-Identifier: MIT
/*
 * The manoeuvre of one piece: 40-34-29 is a piece that moves from 40 to 34 and from there to 29,
 * with any moves of other pieces in between; 28x19x28 is a piece that captures from 28 to 19 and
 * later back. The prefix "white:" or "black:" selects a side.
 */
#ifndef DAMA_CORE_QUERY_MANOEUVRE_H
#define DAMA_CORE_QUERY_MANOEUVRE_H

#include "core/base/err.h"
#include "core/board/move.h"

enum { MANOEUVRE_STEPS_MAX = 16 };

struct manoeuvre {
    unsigned n; /* steps */
    struct {
        square from, to;
        bool capture;
    } steps[MANOEUVRE_STEPS_MAX];
    bool by[2]; /* which sides may make it */
};

/**
 * How far pieces have got, for each side; zero at the start of a game. Bit k: the piece on the
 * square where step k starts has made all steps before it.
 */
struct manoeuvre_state {
    uint32_t pending[2];
};

/** Reads a manoeuvre. @return 0, or -1 with `err`: not squares of this board joined by - and x */
int manoeuvre_read(const struct rules *rules, const char *s, struct manoeuvre *out,
                   struct err *err);

/** The same manoeuvre with colours swapped and the board turned. */
struct manoeuvre manoeuvre_mirror(const struct rules *rules, const struct manoeuvre *m);

/** Follows the next move of a game. @return whether it completes the manoeuvre */
bool manoeuvre_follow(const struct manoeuvre *m, struct manoeuvre_state *state, unsigned side,
                      const struct move *move);

#endif
