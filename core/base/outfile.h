// SPDX-License-Identifier: MIT
/*
 * Files that appear whole: written beside their place, flushed to the device, renamed. Until then
 * nothing of them is seen, and what was there before stays. A name that ends in .gz, .zst or .xz
 * asks for a packed file. A failure, or a second signal, leaves no temporary file behind; one that
 * a killed process has left is removed by the next who writes the same file.
 */
#ifndef DAMA_CORE_BASE_OUTFILE_H
#define DAMA_CORE_BASE_OUTFILE_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stdio.h>

struct outfile;

/**
 * Begins a file. What is no regular file (/dev/stdout, a pipe with a name) is written in place; a
 * symbolic link stays one, and its target is replaced. Mode, owner and group stay as far as that is
 * allowed. A file with several names (hard links) is refused, unless the other one is its backup.
 * @param path "-" is standard output; borrowed while the file is open
 * @return 0, or -1 with `err`: the folder is missing or cannot be written, a directory is in the
 *        way
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
 * Puts the file in its place, and frees `*file` (NULL afterwards) whatever happens.
 * @return 0, or -1 with `err`: the disk is full, the place cannot be written; nothing has changed
 *        then
 */
int outfile_finish(struct outfile **file, struct err *err);

/**
 * Makes an empty file beside `target`, for those who cannot write through a stream. Removes those
 * that killed processes have left for the same target.
 * @param fd locked for as long as it is open: close it when the file is in its place
 * @return its path, owned; NULL with `err`
 */
char *outfile_temporary(const char *target, int *fd, struct err *err);

/**
 * Puts a finished file that outfile_temporary has made in its place: to the device, renamed, the
 * folder to the device.
 * @param fd as outfile_temporary gave it; stays open
 * @return 0, or -1 with `err`: nothing has changed
 */
int outfile_place(const char *temporary, int fd, const char *target, struct err *err);

/**
 * Gives the file up: nothing has changed. Frees it; NULL is allowed. After outfile_finish there is
 * nothing to do.
 */
void outfile_close(struct outfile *file);

#endif
