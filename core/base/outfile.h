// SPDX-License-Identifier: MIT
/*
 * Files that appear whole: written to a temporary file in the same folder, flushed to the device,
 * renamed. Until then an old file of that name stays as it is. A name that ends in .gz, .zst or .xz
 * asks for a compressed file. A failure, or a second signal, leaves no temporary file behind; one
 * left by a killed process is removed the next time the same file is written.
 */
#ifndef DAMA_CORE_BASE_OUTFILE_H
#define DAMA_CORE_BASE_OUTFILE_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stdio.h>

struct outfile;

/**
 * Begins a file. A descriptor that is already open (/dev/stdout, /dev/fd/N) is written to from its
 * current position, whatever it refers to; anything else that is not a regular file, such as a
 * named pipe, is written in place. A symbolic link is kept, and its target is replaced. Mode, owner
 * and group are kept as far as the system allows. A file with several names (hard links) is
 * refused, unless the others are backups of ours.
 * @param path "-" is standard output, whose errors the program reports when it ends; borrowed while
 *             the file is open
 * @return 0, or -1 with `err`: the folder is missing or not writable, the path is a folder
 */
int outfile_open(const char *path, struct outfile **out, struct err *err);

/**
 * Begins a file for code that cannot write through a stream, such as SQLite: it writes to the file
 * outfile_name, and closes it before outfile_finish. As outfile_open, but nothing is compressed,
 * and a path that is not a regular file is refused.
 */
int outfile_open_named(const char *path, struct outfile **out, struct err *err);

/** The stream to write to; do not close it. */
FILE *outfile_stream(struct outfile *file);

/** The temporary name to write to, valid while the file is open; after outfile_open_named. */
const char *outfile_name(const struct outfile *file);

/** Checks that a path is not a symbolic link, which outfile_backup refuses. @return 0, or -1 */
int outfile_check_backup(const char *path, struct err *err);

/**
 * Makes outfile_finish keep the old file as PATH~, once the new one is safely on disk; for changing
 * a file in place. If no byte has changed, the file and an earlier backup stay as they are. A
 * symbolic link is refused: it may lead anywhere.
 * @return 0, or -1 with `err`
 */
int outfile_backup(struct outfile *file, struct err *err);

/**
 * Makes outfile_finish refuse to replace a file that another program has put there in the meantime,
 * unless that is empty: for a file that every later run adds to.
 */
void outfile_refuse_replacing(struct outfile *file);

/**
 * Makes outfile_finish not wait until everything is on the device: for a file that is written again
 * soon. After a crash of the whole machine it may be empty.
 */
void outfile_skip_sync(struct outfile *file);

/**
 * Writes what was buffered so far. If several files must appear together, this finds a full disk
 * before the first is put in its place. Standard output is left to the program.
 * @return 0, or -1 with `err`
 */
int outfile_flush(struct outfile *file, struct err *err);

/**
 * Reports that writing to the stream has failed, with what it was written to: the file, or a
 * temporary one that is compressed later.
 * @param why errno
 * @return -1 with `err`
 */
int outfile_blame(const struct outfile *file, int why, struct err *err);

/**
 * Completes the file and puts it in its place. Frees `*file` and sets it to NULL, whatever happens.
 * @return 0, or -1 with `err`: the disk is full, the folder is not writable; then the old file is
 *        still there
 */
int outfile_finish(struct outfile **file, struct err *err);

/**
 * Whether two paths lead to one file, which need not exist yet: of two outputs written there, only
 * one would be kept. False for devices and pipes, which can take both.
 * @param a "-": standard output
 */
bool outfile_same(const char *a, const char *b);

/**
 * Discards the new file and leaves the old one as it is. Allows NULL, as left by outfile_finish.
 */
void outfile_close(struct outfile *file);

#endif
