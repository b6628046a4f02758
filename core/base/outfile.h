// SPDX-License-Identifier: MIT
/*
 * Files that appear whole: written to a temporary file in the same folder, flushed to the device,
 * renamed. Until then an old file of that name stays as it is. A name that ends in .gz, .zst or .xz
 * asks for a packed file. A failure, or a second signal, leaves no temporary file behind; what a
 * killed process leaves is removed the next time the same file is written.
 */
#ifndef DAMA_CORE_BASE_OUTFILE_H
#define DAMA_CORE_BASE_OUTFILE_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stdio.h>

struct outfile;

/**
 * Begins a file. What is not a regular file (/dev/stdout, a named pipe) is written in place; a
 * symbolic link stays one, and its target is replaced. Mode, owner and group stay as far as that is
 * allowed. A file with several names (hard links) is refused, unless the other one is its backup.
 * @param path "-" is standard output, whose errors the program reports when it ends; borrowed while
 *             the file is open
 * @return 0, or -1 with `err`: the folder is missing or not writable, the path is a directory
 */
int outfile_open(const char *path, struct outfile **out, struct err *err);

/** Where to write; do not close it. */
FILE *outfile_stream(struct outfile *file);

/**
 * Has outfile_finish keep what is in the place as PATH~, once the new file is safe; for changing a
 * file in place. A symbolic link is refused: it may lead anywhere.
 * @return 0 or -1
 */
int outfile_backup(struct outfile *file, struct err *err);

/**
 * Puts the file in its place. Frees `*file` and sets it to NULL, whatever happens.
 * @return 0, or -1 with `err`: the disk is full, the folder is not writable; the old file is still
 *        there then
 */
int outfile_finish(struct outfile **file, struct err *err);

/**
 * Makes an empty temporary file in the folder of `target`, for those who cannot write through a
 * stream. Removes those that killed processes have left for the same target.
 * @param fd locked as long as it is open: close it when the file is in its place
 * @return its path, owned; NULL with `err`
 */
char *outfile_temporary(const char *target, int *fd, struct err *err);

/**
 * Puts a finished file of outfile_temporary in its place: flushes it to the device, renames it,
 * flushes the folder.
 * @param fd as outfile_temporary gave it; stays open
 * @return 0, or -1 with `err`: nothing has changed
 */
int outfile_place(const char *temporary, int fd, const char *target, struct err *err);

/**
 * Whether two paths lead to one file, which need not exist yet: a program that writes both would
 * keep only one. Devices and pipes can take both.
 * @param a "-": standard output
 */
bool outfile_same(const char *a, const char *b);

/**
 * Discards the file, and leaves the old one as it is. Allows NULL, which outfile_finish leaves.
 */
void outfile_close(struct outfile *file);

#endif
