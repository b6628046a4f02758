// SPDX-License-Identifier: MIT
/*
 * Looking ahead along a line of written moves: finds out how far it is legal from a position. Only
 * core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_LOOK_AHEAD_H
#define DAMA_CORE_CHECK_LOOK_AHEAD_H

#include "core/check/checker.h"

enum { LOOK_AHEAD_STATES = 8 };

/** The positions that the written moves so far may have led to. */
struct look_ahead {
    struct position states[LOOK_AHEAD_STATES];
    unsigned n;     /* 0: a move could not be played */
    unsigned plies; /* played */
    bool ended;     /* the line ended, or the board was set up in it */
};

/** Begins looking ahead. */
void look_ahead_start(struct look_ahead *f, const struct position *pos);

/**
 * Plays the moves from `node` to the end of its line, as far as they are legal.
 * @param plain accept only moves in the plainest form: for readers with other tables
 * @param most  the greatest number of plies
 */
void look_ahead_line(struct checker *c, const struct move_reader *reader, struct look_ahead *f,
                     const struct node *node, bool plain, unsigned most);

/**
 * Finds the one of several moves that the rest of a line fits.
 * @param moves the candidates
 * @param next  the node after the move
 * @param sure  set to whether the rest goes on legally, so that it was no slip of the pen that
 *              decided
 * @return index of the move after which most of the rest is legal; -1 if two are equal
 */
int look_ahead_choose(struct checker *c, const struct position *pos, const struct moves *moves,
                      const struct node *next, bool *sure);

#endif
