// SPDX-License-Identifier: MIT
/*
 * Temporary files beside the file that they are to replace: in its folder, so that renaming one is
 * atomic, and with a hidden name made from its name. Those that killed processes have left behind
 * are removed when the next one is made.
 */
#ifndef DAMA_CORE_BASE_SIBLING_FILE_H
#define DAMA_CORE_BASE_SIBLING_FILE_H

#include <stdbool.h>

/**
 * Makes an empty temporary file in the folder of `target`, and removes what killed processes have
 * left there for that target.
 * @param target path without symbolic links at its end; need not exist
 * @param fd     open for reading and writing; until it is closed, the file is locked and other
 *               processes leave it alone
 * @return its path, owned; NULL with errno
 */
char *sibling_file_make(const char *target, int *fd);

/** Whether an entry of a folder is a temporary file for the file of this name there. */
bool sibling_file_is_of(const char *entry, const char *name);

#endif
