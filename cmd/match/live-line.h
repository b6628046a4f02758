// SPDX-License-Identifier: MIT
/* The line about a finished game that `dama-match run` shows and overwrites on a terminal. */
#ifndef DAMA_CMD_MATCH_LIVE_LINE_H
#define DAMA_CMD_MATCH_LIVE_LINE_H

#include "core/base/buffer.h"

/** The parts of the line, in order; borrowed. */
struct live_line {
    const char *game;    /* "game 3" */
    const char *name[2]; /* in the order of the result */
    const char *result;
    const char *how;      /* it ended */
    const char *progress; /* "3 of 4" */
};

/**
 * Adds the line, at most `width` characters of it: first `how` is cut, then the longer name. If
 * nothing more can be cut, the rest is added in full. Names are made harmless to a terminal.
 */
void live_line_add(struct buffer *out, const struct live_line *line, unsigned width);

#endif
