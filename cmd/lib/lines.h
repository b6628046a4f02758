// SPDX-License-Identifier: MIT
/*
 * Reads input a line at a time, from a file or standard input, such as positions, one FEN per line.
 * Lines end in LF, CR LF or a bare CR. Files may be compressed, in a zip archive, or in UTF-16.
 */
#ifndef DAMA_CMD_LIB_LINES_H
#define DAMA_CMD_LIB_LINES_H

#include "core/base/err.h"
#include "core/base/text.h"

enum { LINES_ROOM = 1 << 16 }; /* the most bytes of a line */

/**
 * Handles a line.
 * @param line trimmed, possibly empty
 * @param at   the place where it begins
 * @return an exit status, or a negative number to read no further
 */
typedef int line_function(void *ctx, struct text line, struct src_pos at);

/**
 * Calls a function for each line until the input ends or a signal asks to stop.
 * @param path "-" is standard input; borrowed
 * @return the highest status that `each` returned, or its negative number; EXIT_IO if the input
 *         cannot be read or a line is too long, EXIT_STOPPED after a signal, both reported
 */
int lines_each(const char *path, line_function *each, void *ctx);

#endif
