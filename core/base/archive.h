// SPDX-License-Identifier: MIT
/*
 * Zip archives, read like folders: "club.zip/1985/round1.pdn" is a file within the archive
 * "club.zip".
 */
#ifndef DAMA_CORE_BASE_ARCHIVE_H
#define DAMA_CORE_BASE_ARCHIVE_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Whether a path is a zip archive, judged by both its name and its first bytes: the documents of
 * word processors are zip files too, under other names.
 */
bool archive_is_zip(const char *path);

/**
 * Lists the files of an archive in the archive's order.
 * @param each gets "ARCHIVE/NAME", borrowed during the call; returns 0 to go on, anything else to
 *             stop
 * @return 0, what `each` returned, or -1 with `err`: damaged, or this build cannot read archives
 */
int archive_list(const char *path, int (*each)(void *ctx, const char *name, struct err *err),
                 void *ctx, struct err *err);

/** A file within an archive, open for reading. */
struct archive_file;

/**
 * Opens "ARCHIVE/NAME".
 * @return 1 opened, 0 the path does not lead into an archive, -1 with `err`: damaged, encrypted, no
 *        such file in it
 */
int archive_file_open(const char *path, struct archive_file **out, struct err *err);

/** @param got bytes put into buf; 0 at the end. @return 0, or -1 with `err`: damaged */
int archive_file_read(struct archive_file *file, void *buf, size_t room, size_t *got,
                      struct err *err);

/** Allows NULL. */
void archive_file_close(struct archive_file *file);

#endif
