// SPDX-License-Identifier: MIT
/*
 * From the operands of a command to the files to read. Directories are searched, in an order that
 * does not depend on the file system.
 */
#ifndef DAMA_CORE_BASE_WALK_H
#define DAMA_CORE_BASE_WALK_H

#include "core/base/err.h"
#include "core/base/text.h"

#include <stdbool.h>

/** Files to read, in order. Zero is empty. */
struct walk {
    char **paths; /* owned; as the user would write them: operand/folder/file */
    bool *found;  /* for each: found in a directory or an archive, not named by an operand */
    unsigned n, room, room_found;
    struct err *failures; /* directories and archives not read; at.file is borrowed from `names` */
    unsigned n_failures;
    char **names; /* owned, n_failures of them */
    /* In directories, files named .txt that were not added: they may hold games, or notes. */
    unsigned n_texts;
    char *first_text; /* owned; NULL: none */
};

/**
 * Adds an operand. A file is added whatever its name, and so is "-". For a directory, all files
 * below it are added whose names have one of the extensions, ignoring a suffix such as .gz or .zst;
 * sorted by bytes, files and folders together. A zip archive is read like a directory, and another
 * one within it is a failure. Links to files are followed; links to folders only if they are
 * operands, since two that lead upwards make endless paths. Names that begin with a dot are skipped.
 * @param extensions with the dot, in any case; ended by NULL
 * @return 0, or -1 with `err`: out of memory. A directory or archive that cannot be read goes into
 *        `failures`, and the walk goes on.
 */
int walk_add(struct walk *walk, const char *operand, const char *const *extensions,
             struct err *err);

/**
 * As walk_add, but a directory without any wanted file is a failure.
 * @param wanted whether to add a file, by its name without the suffix of a compressed file
 */
int walk_add_wanted(struct walk *walk, const char *operand, bool (*wanted)(struct text name),
                    struct err *err);

/** As walk_add and walk_add_wanted, for all operands; no operands at all mean "-". */
int walk_operands(struct walk *walk, char *const *operands, int n, const char *const *extensions,
                  struct err *err);
int walk_operands_wanted(struct walk *walk, char *const *operands, int n,
                         bool (*wanted)(struct text name), struct err *err);

/** Removes the file paths[i]. */
void walk_remove(struct walk *walk, unsigned i);

void walk_fini(struct walk *walk);

#endif
