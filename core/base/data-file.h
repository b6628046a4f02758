// SPDX-License-Identifier: MIT
/*
 * Files that come with dama: weights of evaluations, names of openings and players.
 */
#ifndef DAMA_CORE_BASE_DATA_FILE_H
#define DAMA_CORE_BASE_DATA_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { DATA_FILE_PATH_SIZE = 2048 };

/**
 * Finds a file by its name within the data, "eval/international.eval": in $DAMA_DATA, and nowhere
 * else where that is set; else beside the running program (a build has them in data/, an
 * installation in share/dama/), then where dama was configured to be installed.
 * @param path the file, or the last place that was looked at
 * @return whether it is there
 */
bool data_file_find(const char *name, char path[DATA_FILE_PATH_SIZE]);

/**
 * @return `path` where it exists or holds a slash, else the file of that name in the data if there
 *         is one; `found` holds it
 */
const char *data_file_or(const char *path, char found[DATA_FILE_PATH_SIZE]);

#endif
