// SPDX-License-Identifier: MIT
/*
 * Prints findings, for people and for programs.
 *
 *     text    file:line:col: error: game 12, 23. 34x25: message [code]
 *     jsonl   one object per line
 *     tap     Test Anything Protocol: one test per game
 *     github  annotations of a workflow
 *     csv     one row per finding, with a header
 */
#ifndef DAMA_CMD_LIB_PRINT_FINDING_H
#define DAMA_CMD_LIB_PRINT_FINDING_H

#include "core/base/buffer.h"
#include "core/game/finding.h"

#include <stdio.h>

enum print_format { PRINT_TEXT, PRINT_JSONL, PRINT_TAP, PRINT_GITHUB, PRINT_CSV };

/** The words for OPTION_CHOICE, ended by NULL, in the order of the enum. */
extern const char *const print_format_words[];

struct printer {
    FILE *out; /* borrowed */
    enum print_format format;
    bool colour, context;
    bool unicode;             /* show boards with draughtsmen instead of letters */
    struct buffer line;       /* scratch */
    unsigned long long tests; /* TAP: tests printed so far */
};

/** A finding, with context that it does not hold itself. */
struct printed_finding {
    const struct finding *finding;
    const char *file;
    unsigned long long game; /* in its file, from 1; 0: none */
    enum severity severity;
    struct text source; /* text from which the finding's offset counts; n 0: not available */
};

/** Prints everything that precedes the findings: the head of a table, the version of TAP. */
void print_finding_begin(struct printer *printer);

/** Prints one finding; does nothing once writing to `out` has failed. */
void print_finding(struct printer *printer, const struct printed_finding *shown);

/** TAP only: prints the result of a game (or of the file itself, game 0), before its findings. */
void print_finding_test(struct printer *printer, const char *file, unsigned long long game,
                        bool well);

/** Ends the output, and frees the printer's own memory. */
void print_finding_end(struct printer *printer);

#endif
