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
 * Begins a file. What is open already (/dev/stdout, /dev/fd/N) gets what is written from where it
 * stands, whatever it is; what else is not a regular file, such as a named pipe, is written in
 * place. A symbolic link stays one, and its target is replaced. Mode, owner and group stay as far
 * as that is allowed. A file with several names (hard links) is refused, unless the other one is
 * its backup.
 * @param path "-" is standard output, whose errors the program reports when it ends; borrowed while
 *             the file is open
 * @return 0, or -1 with `err`: the folder is missing or not writable, the path is a directory
 */
int outfile_open(const char *path, struct outfile **out, struct err *err);

/**
 * Begins a file for those who cannot write through a stream, such as SQLite: they write to
 * outfile_name, and close it before outfile_finish. As outfile_open, but nothing is packed, and
 * what is not a regular file is refused.
 */
int outfile_open_named(const char *path, struct outfile **out, struct err *err);

/** Where to write; do not close it. */
FILE *outfile_stream(struct outfile *file);

/** The temporary name to write to, valid while the file is open; of outfile_open_named. */
const char *outfile_name(const struct outfile *file);

/** Checks that a path is no symbolic link, which outfile_backup refuses. @return 0, or -1 */
int outfile_check_backup(const char *path, struct err *err);

/**
 * Has outfile_finish keep what is in the place as PATH~, once the new file is safe; for changing a
 * file in place. Where no byte has changed, the file and an earlier backup stay as they are. A
 * symbolic link is refused: it may lead anywhere.
 * @return 0 or -1
 */
int outfile_backup(struct outfile *file, struct err *err);

/**
 * Has outfile_finish refuse to replace what somebody else has put in the place in the meantime,
 * unless that is empty: for a file that every later run adds to.
 */
void outfile_refuse_replacing(struct outfile *file);

/**
 * Puts the file in its place. Frees `*file` and sets it to NULL, whatever happens.
 * @return 0, or -1 with `err`: the disk is full, the folder is not writable; what was in the place is
 *        still there then
 */
int outfile_finish(struct outfile **file, struct err *err);

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
