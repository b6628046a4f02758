// SPDX-License-Identifier: MIT
/*
 * One process at a time: a lock on a file, which the system releases when its holder ends, however
 * it ends. So a lock is never stale, even if its file was left behind.
 *
 * The lock belongs to the process: opening it a second time in the same process succeeds, and
 * closing any descriptor of the file releases it.
 */
#ifndef DAMA_CORE_BASE_LOCKFILE_H
#define DAMA_CORE_BASE_LOCKFILE_H

#include "core/base/err.h"

struct lockfile;

/**
 * Takes a lock and writes this process's id into the file.
 * @param holder set to the id of the other process that holds it; 0: none, or unknown; may be NULL
 * @return 0; 1: another process holds it; -1 with `err`: the file cannot be created, locked
 *         or written
 */
int lockfile_open(const char *path, struct lockfile **out, long *holder, struct err *err);

/**
 * Makes the name of a file's lock: next to the file itself, so that all symbolic links and relative
 * paths lead to the same lock. For a file that does not exist yet, only its folder is resolved.
 * @return owned; NULL: out of memory
 */
char *lockfile_name(const char *path);

/** Removes the file and releases the lock. Allows NULL. */
void lockfile_close(struct lockfile *lock);

#endif
