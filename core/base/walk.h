// SPDX-License-Identifier: MIT
/*
 * From the operands of a command to the files to read: directories are walked through, in an order
 * that does not depend on the file system.
 */
#ifndef DAMA_CORE_BASE_WALK_H
#define DAMA_CORE_BASE_WALK_H

#include "core/base/err.h"
#include "core/base/text.h"

#include <stdbool.h>

/** Files to read, in order. Zero is empty. */
struct walk {
    char **paths; /* owned; as the user would write them: operand/folder/file */
    unsigned n;
    struct err *failures; /* directories that could not be read; at.file is borrowed from `names` */
    unsigned n_failures;
    char **names; /* owned, n_failures of them */
};

/**
 * Adds an operand: a file as it is, whatever its name, "-" as it is, and of a directory all files
 * below it whose name is wanted, without .gz, .zst and the like behind it; names sorted by bytes,
 * files and folders together. A zip archive is read like a directory. Links to files are followed,
 * links to folders are not (an operand is): two of them that lead up make more ways than anybody
 * waits for. Names that begin with a dot are passed over.
 * @param extensions with the dot, ASCII case does not count; ended by NULL
 * @return 0, or -1 with `err`: out of memory. What cannot be read is in `failures`, and the walk
 *        goes on.
 */
int walk_add(struct walk *walk, const char *operand, const char *const *extensions,
             struct err *err);

/**
 * As walk_add; a directory without files that are wanted is a failure, too.
 * @param wanted whether a file is taken, by its name without the suffix of a packed file
 */
int walk_add_wanted(struct walk *walk, const char *operand, bool (*wanted)(struct text name),
                    struct err *err);

/** As walk_add and walk_add_wanted for all operands; none at all mean "-". */
int walk_operands(struct walk *walk, char *const *operands, int n, const char *const *extensions,
                  struct err *err);
int walk_operands_wanted(struct walk *walk, char *const *operands, int n,
                         bool (*wanted)(struct text name), struct err *err);

void walk_fini(struct walk *walk);

#endif
