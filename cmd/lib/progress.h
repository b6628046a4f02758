// SPDX-License-Identifier: MIT
/*
 * What a person at a terminal sees besides the data: a progress line on standard error, and
 * colours. Nothing of it is printed where standard error (for progress) or the output (for colours)
 * is no terminal.
 */
#ifndef DAMA_CMD_LIB_PROGRESS_H
#define DAMA_CMD_LIB_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** Zero is one that shows nothing. For one thread. */
struct progress {
    bool on, shown;
    bool
        shares; /* standard output is the same terminal: the line goes away before data are printed */
    uint64_t total;      /* 0: nobody knows */
    const char *unit;    /* "games"; NULL: bytes */
    int64_t begun, last; /* ms */
};

/**
 * @param total 0 where nobody knows
 * @param unit  what is counted, "games"; NULL: bytes; borrowed
 * @param quiet --quiet: never show anything
 */
void progress_start(struct progress *progress, uint64_t total, const char *unit, bool quiet);

/** Shows how far it is, at most ten times a second, and not in the first second. Cheap to call. */
void progress_show(struct progress *progress, uint64_t done);

/**
 * Takes the line away, before other things are printed there; the next progress_show brings it
 * back.
 */
void progress_clear(struct progress *progress);

/** As --color takes them, in this order: "auto", "always", "never". */
enum colour_when { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/** The words for OPTION_CHOICE, ended by NULL. */
extern const char *const colour_words[];

/**
 * Decides on colours: "auto" means on a terminal that is not "dumb", and not where NO_COLOR is set
 * and not empty (no-color.org).
 */
bool colour_wanted(enum colour_when when, FILE *out);

/**
 * Whether `out` is a terminal that shows draughtsmen: its locale is UTF-8, and it is not the bare
 * console.
 */
bool unicode_wanted(FILE *out);

#endif
