// SPDX-License-Identifier: MIT
/* What a terminal can show. */
#ifndef DAMA_CMD_LIB_TERMINAL_H
#define DAMA_CMD_LIB_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/** The choices of --color, in this order: "auto", "always", "never". */
enum terminal_colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/** The words for OPTION_CHOICE, ended by NULL. */
extern const char *const terminal_colour_words[];

/**
 * Whether to print colours. "auto" prints them on a terminal, unless TERM is "dumb" or NO_COLOR is
 * set and not empty (no-color.org).
 */
bool terminal_has_colour(enum terminal_colour when, FILE *out);

/**
 * Whether `out` is a terminal that shows draughtsmen: its locale is UTF-8, and it is not the Linux
 * console.
 */
bool terminal_has_unicode(FILE *out);

/** The columns of a terminal; 80 where that is not known. */
unsigned terminal_columns(FILE *out);

/** Whether TERM is "dumb", empty or not set: lines cannot be erased. */
bool terminal_is_dumb(void);

#endif
