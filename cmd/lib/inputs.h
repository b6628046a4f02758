// SPDX-License-Identifier: MIT
/*
 * What commands that read game files do alike: any number of files and folders, "-" for standard
 * input, and one that cannot be read is told and takes no other along.
 */
#ifndef DAMA_CMD_LIB_INPUTS_H
#define DAMA_CMD_LIB_INPUTS_H

#include "cmd/lib/options.h"
#include "core/base/walk.h"

/** Fields of a struct command: its operands are game files. `table` holds its options. */
#define COMMAND_ON_FILES(table)                                                             \
 .usage = "[FILE|DIR|-]...", .rows = (table), .n_rows = OPTION_COUNT(table), .files = true, \
 .operands_max = OPERANDS_ANY

/**
 * Finds the files that the operands name.
 * @param wanted as for walk_add
 * @return EXIT_WELL, or EXIT_IO: out of memory, told on standard error
 */
int inputs_find(struct walk *inputs, char *const *operands, int n,
                bool (*wanted)(struct text name));

/** Tells what could not be read of the folders. @return EXIT_WELL where all could, else EXIT_IO */
int inputs_tell_failures(const struct walk *inputs);

/**
 * Whether an input would be lost by writing to `path`: both lead to one regular file, by whatever
 * names.
 * @param input "-" is standard input; NULL is none
 */
bool input_is_at(const char *input, const char *path);

#endif
