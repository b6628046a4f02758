// SPDX-License-Identifier: MIT
/*
 * The parts of a file's path, and whether two lead to one file.
 */
#ifndef DAMA_CORE_BASE_PATH_H
#define DAMA_CORE_BASE_PATH_H

#include <stdbool.h>

struct stat;

/** @return the name without its folders, within `path` */
const char *path_name(const char *path);

/** @return the folder, "." if the path names none; to be freed. NULL: out of memory */
char *path_folder(const char *path);

/** Whether two results of stat(2) are of one file, whatever it was called. */
bool path_same_file(const struct stat *a, const struct stat *b);

#endif
