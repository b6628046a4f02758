// SPDX-License-Identifier: MIT
/*
 * Files that come with dama: evaluation weights, books, names of openings and players.
 */
#ifndef DAMA_CORE_BASE_DATA_FILE_H
#define DAMA_CORE_BASE_DATA_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { DATA_FILE_PATH_SIZE = 2048 };

/**
 * Finds a data file by its name, such as "eval/international.eval". If $DAMA_DATA is set, only that
 * folder is searched; otherwise the folder next to the running program (data/ in a build,
 * share/dama/ in an installation), then the one where dama was configured to be installed.
 * @param path set to the file, or to the last place tried
 * @return whether the file exists
 */
bool data_file_find(const char *name, char path[DATA_FILE_PATH_SIZE]);

/** Whether the file or folder at `path` is the one wanted. */
typedef bool data_file_accept(const void *ctx, const char *path);

/**
 * As data_file_find, for a file or folder that must do more than exist.
 * @param accept called for each place, with `ctx`, until it returns true
 */
bool data_file_search(const char *name, data_file_accept *accept, const void *ctx,
                      char path[DATA_FILE_PATH_SIZE]);

/**
 * Finds a file that the user names: their own, or one that comes with dama.
 * @param folder of such files among the data: "book/"; "" for those in no subfolder
 * @return `path` if it exists or contains a slash; else the data file of that name, in `found`, if
 *         there is one; else `path`
 */
const char *data_file_resolve(const char *path, const char *folder,
                              char found[DATA_FILE_PATH_SIZE]);

#endif
