// SPDX-License-Identifier: MIT
/*
 * The parts of a file's path.
 */
#ifndef DAMA_CORE_BASE_PATH_H
#define DAMA_CORE_BASE_PATH_H

/** @return the name without its folders, within `path` */
const char *path_name(const char *path);

/** @return the folder, "." if the path names none; to be freed. NULL: out of memory */
char *path_folder(const char *path);

#endif
