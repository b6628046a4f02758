// SPDX-License-Identifier: MIT
/*
 * Files that appear whole: written beside their place, flushed to the device, renamed. Until then nothing of them is
 * seen, and what was there before stays. A failure, or a second signal, leaves no temporary file behind.
 */
#ifndef DAMA_CORE_BASE_OUTFILE_H
#define DAMA_CORE_BASE_OUTFILE_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stdio.h>

struct outfile;

/**
 * Begins a file. What is no regular file (/dev/stdout, a pipe with a name) is written in place; a symbolic link stays
 * one, and its target is replaced.
 * @param path "-" is standard output; borrowed while the file is open
 * @return 0, or -1 with `err`: the folder is missing or cannot be written, a directory is in the way
 */
int outfile_open(const char *path, struct outfile **out, struct err *err);

/** Where to write; do not close it. */
FILE *outfile_stream(struct outfile *file);

/** Keeps what is in the place now as PATH followed by `suffix` ("~", ".bak"); for writing in place. @return 0 or -1 */
int outfile_backup(struct outfile *file, const char *suffix, struct err *err);

/**
 * Puts the file in its place, and frees `*file` (NULL afterwards) whatever happens.
 * @return 0, or -1 with `err`: the disk is full, the place cannot be written; nothing has changed then
 */
int outfile_finish(struct outfile **file, struct err *err);

/** Gives the file up: nothing has changed. Frees it; NULL is allowed. After outfile_finish there is nothing to do. */
void outfile_close(struct outfile *file);

#endif
