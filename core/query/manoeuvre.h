// SPDX-License-Identifier: MIT
/*
 * The way of one piece over the board: 40-34-29 is a piece that moves from 40 to 34 and, with any
 * moves of others between, from there to 29; 28x19x28 one that captures from 28 to 19 and later
 * back. "white:" or "black:" before it asks for a side.
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
    bool by[2]; /* sides that may have gone this way */
};

/**
 * How far pieces have come; zero at the start of a game. A bit k: the piece on the start of step k
 * has gone all before.
 */
struct manoeuvre_state {
    uint32_t pending[2];
};

/** Reads one. @return 0, or -1 with `err`: not squares of this board joined by - and x */
int manoeuvre_read(const struct rules *rules, const char *s, struct manoeuvre *out,
                   struct err *err);

/** The same way with colours changed and the board turned round. */
struct manoeuvre manoeuvre_mirror(const struct rules *rules, const struct manoeuvre *m);

/** Takes a move of a game into account. @return whether it ends the way */
bool manoeuvre_follow(const struct manoeuvre *m, struct manoeuvre_state *state, unsigned side,
                      const struct move *move);

#endif
