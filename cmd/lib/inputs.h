// SPDX-License-Identifier: MIT
/*
 * What commands that read game files have in common: any number of files and folders, and "-" for
 * standard input. If one cannot be read, that is reported, and the others are still read.
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
 * If a command without operands waits for input at a terminal, says so.
 * @param n number of operands
 */
void inputs_say_waiting(int n);

/**
 * Finds the files that the operands name. Standard output is none of them: it is refused as an
 * operand, and left out of a folder.
 * @param wanted as for walk_add
 * @param quiet  say nothing about files in folders that are not read
 * @return EXIT_WELL, EXIT_USAGE, or EXIT_IO: out of memory, or nothing else to read; reported
 */
int inputs_find(struct walk *inputs, char *const *operands, int n, bool (*wanted)(struct text name),
                bool quiet);

/**
 * Reports the folders that could not be read. @return EXIT_WELL if there are none, else EXIT_IO
 */
int inputs_report_failures(const struct walk *inputs);

/** Says that a file which is read besides the games is empty, if it is. @param path NULL: none */
void input_say_empty(const char *path);

/**
 * Whether writing to `path` would destroy an input: both lead to the same regular file, even under
 * different names.
 * @param input "-": standard input; NULL: none
 */
bool input_is_at(const char *input, const char *path);

/**
 * Refuses to overwrite an input: see input_is_at.
 * @param path where to write; NULL: standard output
 * @return EXIT_WELL, or EXIT_USAGE, reported
 */
int input_check_output(const char *input, const char *path);

/** The same for n inputs. */
int inputs_check_output(char *const *inputs, int n, const char *path);

#endif
