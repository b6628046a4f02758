// SPDX-License-Identifier: MIT
/*
 * The progress line: printed on standard error, and only if that is a terminal.
 */
#ifndef DAMA_CMD_LIB_PROGRESS_H
#define DAMA_CMD_LIB_PROGRESS_H

#include "core/base/buffer.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** Zero shows nothing. For one thread. */
struct progress {
    bool on, shown, told; /* told: there has been an update, so `before` is set */
    bool shares; /* standard output is a terminal too: the line is erased before data is printed */
    uint64_t total;      /* 0: unknown */
    const char *unit;    /* "games"; NULL: bytes */
    uint64_t before;     /* amount done at the first update */
    int64_t begun, last; /* ms */
};

/**
 * @param total 0: unknown
 * @param unit  the things counted, "games"; NULL: bytes; borrowed
 * @param quiet --quiet: never show anything
 */
void progress_start(struct progress *progress, uint64_t total, const char *unit, bool quiet);

/** Updates the line, at most ten times a second, and not in the first second. Cheap to call. */
void progress_show(struct progress *progress, uint64_t done);

/** Adds how much time is left: ", 12 min left". */
void progress_add_left(double seconds, struct buffer *out);

/** Shows a line of progress in place of the last one, and frees it. */
void progress_print(struct buffer *line);

/** Erases the line before something else is printed; the next progress_show draws it again. */
void progress_clear(struct progress *progress);

#endif
