// SPDX-License-Identifier: MIT
/*
 * A log that cannot fill a disk: lines with the time, in a file of bounded size. A full file is
 * renamed to PATH.1, PATH.1 to PATH.2, and so on; the oldest is removed. A repeated line is written
 * once, then counted: "the last line was repeated 12 times".
 */
#ifndef DAMA_CORE_BASE_LOGFILE_H
#define DAMA_CORE_BASE_LOGFILE_H

#include "core/base/err.h"

#include <stdint.h>

enum { LOGFILE_LINE = 1024 }; /* bytes of a line that are kept */

struct logfile;

/**
 * Opens a log to append to. A device, a pipe or a descriptor that is already open (/dev/stderr) may
 * serve as a log too; its size is then unbounded.
 * @param max  bytes of one file; 0: 16 MiB
 * @param keep full files kept besides the current one; at most 99
 * @return 0, or -1 with `err`
 */
int logfile_open(const char *path, int64_t max, unsigned keep, struct logfile **out,
                 struct err *err);

/**
 * Writes any pending line and closes the log. Allows NULL.
 * @return 0, or -1 with `err` if any line could not be written
 */
int logfile_close(struct logfile *log, struct err *err);

/**
 * Adds a line, preceded by the time in UTC.
 * @param line without line end; made printable (printable.h)
 * @return 0, or -1 with `err` the first time that a line cannot be written or a full file cannot be
 *         renamed; later lines are dropped
 */
int logfile_line(struct logfile *log, const char *line, struct err *err);

#endif
