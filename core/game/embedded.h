// SPDX-License-Identifier: MIT
/*
 * Commands inside comments: `[%clk 1:02:03]`, several in a comment, words before, between and
 * behind them. Source: PDN 3.0, "Commands"; lidraughts (clock, eval) and Dragon (depth, nodes,
 * fractions of seconds).
 */
#ifndef DAMA_CORE_GAME_EMBEDDED_H
#define DAMA_CORE_GAME_EMBEDDED_H

#include "core/base/buffer.h"
#include "core/base/text.h"

#include <stdint.h>

/** A command as it stands in a comment. */
struct embedded {
    struct text whole; /* brackets included */
    struct text name;  /* "clk" */
    struct text value; /* "1:02:03", trimmed; n is 0 where there is none */
};

/**
 * Finds the next command of a comment.
 * @param from where to look first, an offset into the comment; moved behind what was found
 * @return false where there is none any more
 */
bool embedded_next(struct text comment, size_t *from, struct embedded *out);

/** Finds a command by its name, the first of several. @return whether it is there */
bool embedded_find(struct text comment, const char *name, struct embedded *out);

/** What commands are about; a set of bits. */
enum {
    EMBEDDED_CLOCKS = 1 << 0, /* clk, clock, mct, egt, emt */
    EMBEDDED_EVALS =
        1 << 1, /* eval, and what engines write with it: depth, pv, nodes, knps, wdl, ... */
};

/** @return bits of EMBEDDED_ that the command is about; 0 for a drawing or something unknown */
unsigned embedded_about(const struct embedded *command);

/**
 * Copies a comment without the commands about some things, and without the blanks that they leave.
 * @return whether anything was taken away; `out` then holds the rest, which may be empty
 */
bool embedded_strip(struct text comment, unsigned about, struct buffer *out);

/**
 * Copies a comment with one command set: the first one of its name replaced, further ones of that
 * name taken away, or a new one added behind everything else. Other words stay as they are.
 */
void embedded_set(struct text comment, const char *name, struct text value, struct buffer *out);

/** A time on a clock: "1:02:03", "0:0:9.56", "12:30" (h:mm). @return false where it is none */
bool embedded_read_time(struct text t, int64_t *ms);

/** The times of one move: what `clk` and `clock` say. -1 ms: not said. */
struct embedded_clocks {
    int64_t white, black,
        mover; /* ms left; `mover`: written without a side, so of the side that has just moved */
    bool white_runs, black_runs; /* written with a capital: that clock is running */
};

/**
 * Reads the value of a `clock` or `clk`: "w0:10:00 B0:09:58", "0:49:11".
 * @return false where a word is no time
 */
bool embedded_read_clocks(struct text value, struct embedded_clocks *out);

/** A verdict of an engine, from White's view. */
struct embedded_eval {
    bool decided;       /* written as #5 or #-5 */
    int moves;          /* then: moves to the end, negative where Black wins */
    int32_t hundredths; /* otherwise: of a man */
};

/** Reads the value of an `eval`: "0.17", "-1.5", "#-5". @return false where it is none */
bool embedded_read_eval(struct text value, struct embedded_eval *out);

#endif
