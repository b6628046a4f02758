// SPDX-License-Identifier: MIT
/*
 * A file for the data of one run. It has no name, and is gone when it is closed, or however the
 * program ends.
 */
#ifndef DAMA_CORE_BASE_TEMPFILE_H
#define DAMA_CORE_BASE_TEMPFILE_H

#include "core/base/err.h"

#include <stdio.h>

/**
 * Opens one to write and read, in the folder that TMPDIR names; without it where SQLite puts its
 * own: /var/tmp, or /tmp. (tmpfile() asks nobody, and takes /tmp, which may be small.)
 * @return to be closed with fclose; NULL with `err` naming the folder
 */
FILE *tempfile_open(struct err *err);

#endif
