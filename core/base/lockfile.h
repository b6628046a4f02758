// SPDX-License-Identifier: MIT
/*
 * One process at a time: a lock on a file, which the system releases when its holder ends, however
 * it ends. So a lock is never stale, even where its file was left behind.
 *
 * The lock belongs to the process: to open it a second time in the same process succeeds, and to
 * close any descriptor of the file releases it.
 */
#ifndef DAMA_CORE_BASE_LOCKFILE_H
#define DAMA_CORE_BASE_LOCKFILE_H

#include "core/base/err.h"

struct lockfile;

/**
 * Takes a lock and writes this process's id into the file.
 * @param holder set to the id of the process that holds it, where another does; 0 unknown; may be
 *               NULL
 * @return 0, 1 where another process holds it, -1 with `err`: the file cannot be created
 */
int lockfile_open(const char *path, struct lockfile **out, long *holder, struct err *err);

/**
 * Names the lock of a file: beside the file itself, so that it is the same through symbolic links
 * and from other folders. A file that is not there yet counts as in its folder.
 * @return owned; NULL: out of memory
 */
char *lockfile_name(const char *path);

/** Removes the file and releases the lock. Allows NULL. */
void lockfile_close(struct lockfile *lock);

#endif
