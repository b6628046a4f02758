// SPDX-License-Identifier: MIT
/*
 * One process at a time: a lock on a file, which the system takes back when its holder ends,
 * however it ends. A lock is never stale, whatever is found in the folder.
 */
#ifndef DAMA_CORE_BASE_LOCKFILE_H
#define DAMA_CORE_BASE_LOCKFILE_H

#include "core/base/err.h"

struct lockfile;

/**
 * Takes a lock, and writes the number of this process into the file.
 * @param holder set to the process that has it where it is taken; 0 unknown; may be NULL
 * @return 0, 1 where another process has it, -1 with `err`: the file cannot be made
 */
int lockfile_open(const char *path, struct lockfile **out, long *holder, struct err *err);

/** Removes the file and gives the lock back. NULL is allowed. */
void lockfile_close(struct lockfile *lock);

#endif
