// SPDX-License-Identifier: MIT
/* Protects files when several are rewritten in place, each with a backup: FILE~. */
#ifndef DAMA_CMD_LIB_BACKUPS_H
#define DAMA_CMD_LIB_BACKUPS_H

#include <stdbool.h>

/**
 * Refuses to rewrite a list of files if one would be the backup of another, or would be rewritten
 * twice.
 * @param paths    n files to be rewritten
 * @param is_other whether a path leads to another file that the run reads or writes
 * @return EXIT_WELL, or EXIT_USAGE or EXIT_IO, reported
 */
int backups_check(char *const *paths, unsigned n,
                  bool (*is_other)(const void *ctx, const char *backup), const void *ctx);

#endif
