// SPDX-License-Identifier: MIT
/* What a terminal can show, and how. */
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

/** The columns of a terminal; 80 if unknown. */
unsigned terminal_columns(FILE *out);

/** Whether standard error is a terminal where one line can replace another. */
bool terminal_shows_progress(void);

/** Erases the line of standard error in which the cursor is. */
void terminal_erase_line(void);

/**
 * Writes a line in place of that one, without a line end, so that the next one can replace it.
 * @param line ASCII; cut at the terminal's width, since only the last row of a wrapped line is
 *             erased
 */
void terminal_replace_line(const char *line);

#endif
