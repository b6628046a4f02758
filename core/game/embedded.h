// SPDX-License-Identifier: MIT
/*
 * Commands in comments: `[%clk 1:02:03]`, any number of them among other words. Source: PDN 3.0,
 * "Commands"; lidraughts (clock, eval) and Dragon (depth, nodes, fractions of seconds).
 */
#ifndef DAMA_CORE_GAME_EMBEDDED_H
#define DAMA_CORE_GAME_EMBEDDED_H

#include "core/base/buffer.h"
#include "core/base/text.h"

#include <stdint.h>

/** A command as written in a comment. */
struct embedded {
    struct text whole; /* brackets included */
    struct text name;  /* "clk" */
    struct text value; /* "1:02:03", trimmed; n is 0 if there is none */
};

/**
 * Finds the next command of a comment.
 * @param from offset into the comment where to start; moved past the command
 * @return false if there are no more
 */
bool embedded_next(struct text comment, size_t *from, struct embedded *out);

/** Finds the first command with a given name. @return whether there is one */
bool embedded_find(struct text comment, const char *name, struct embedded *out);

/** What commands are about; a set of bits. */
enum {
    EMBEDDED_CLOCKS = 1 << 0, /* clk, clock, mct, egt, emt */
    EMBEDDED_EVALS = 1 << 1,  /* eval, and commands that engines add to it: depth, pv, nodes, ... */
};

/**
 * Copies a comment without the commands about some subjects, and without the blanks around them.
 * @param about subjects, a set of the bits above
 * @return whether anything was removed; `out` then holds the rest, which may be empty
 */
bool embedded_strip(struct text comment, unsigned about, struct buffer *out);

/** Reads a time: "1:02:03", "0:0:9.56", "12:30" (h:mm). @return false if it is not one */
bool embedded_read_time(struct text t, int64_t *ms);

#define EMBEDDED_NO_TIME INT64_MIN

/** The clocks after a move, from `clk` and `clock`; EMBEDDED_NO_TIME: not given. */
struct embedded_clocks {
    int64_t white, black; /* ms left, negative after the flag has fallen */
    int64_t mover;        /* ms left, written without a side: of the side that has just moved */
    bool white_runs, black_runs; /* written with a capital: that clock is running */
};

/**
 * Reads the value of a `clock` or `clk`: "w0:10:00 B0:09:58", "0:49:11", "-0:00:00.033".
 * @return false if a word is not a time
 */
bool embedded_read_clocks(struct text value, struct embedded_clocks *out);

/** An engine's evaluation, from White's view. */
struct embedded_eval {
    bool decided;       /* written as #5 or #-5 */
    int moves;          /* if decided: moves to the end, negative if Black wins */
    int32_t hundredths; /* if not: hundredths of a man */
};

/** Reads the value of an `eval`: "0.17", "-1.5", "#-5". @return false if it is not one */
bool embedded_read_eval(struct text value, struct embedded_eval *out);

#endif
