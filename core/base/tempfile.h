// SPDX-License-Identifier: MIT
/*
 * A temporary file. It has no name, and is gone when it is closed or the program ends.
 */
#ifndef DAMA_CORE_BASE_TEMPFILE_H
#define DAMA_CORE_BASE_TEMPFILE_H

#include "core/base/err.h"

#include <stdio.h>

/**
 * Opens a temporary file for reading and writing in $TMPDIR; where that is not set, in /var/tmp or
 * /tmp, as SQLite does. (tmpfile() ignores TMPDIR and uses /tmp, which may be small.)
 * @return close it with fclose; NULL with `err`, which names the folder
 */
FILE *tempfile_open(struct err *err);

#endif
