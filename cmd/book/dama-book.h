// SPDX-License-Identifier: MIT
/* The verbs of dama-book: one file each, and what several of them share. */
#ifndef DAMA_CMD_BOOK_DAMA_BOOK_H
#define DAMA_CMD_BOOK_DAMA_BOOK_H

#include "cmd/lib/options.h"
#include "core/book/probe.h"

extern const struct command dama_book_add;
extern const struct command dama_book_ballots;
extern const struct command dama_book_build;
extern const struct command dama_book_diff;
extern const struct command dama_book_dump;
extern const struct command dama_book_expand;
extern const struct command dama_book_info;
extern const struct command dama_book_merge;
extern const struct command dama_book_probe;
extern const struct command dama_book_prune;
extern const struct command dama_book_verify;

/**
 * Opens a book; what goes wrong is told on standard error.
 * @return EXIT_WELL; EXIT_IO; EXIT_LATER where somebody else is changing it
 */
int dama_book_open(const char *path, enum book_mode mode, struct book **out);

/**
 * Checks that a book may be made there: an old book is replaced, any other file is not ours to
 * overwrite.
 * @param path NULL where --output was not given
 * @return EXIT_WELL, or EXIT_USAGE or EXIT_IO, told
 */
int dama_book_check_place(const struct command *command, const char *path);

/**
 * Counts games, backs values up, and ends a change that could have made any of them wrong.
 * @return EXIT_WELL; EXIT_IO or EXIT_STOPPED, told: nothing has changed
 */
int dama_book_finish(struct book *book);

/** Tells an error. @return EXIT_IO */
int dama_book_failed(const struct err *err);

/**
 * Reads the position that an option gives; a message names the option.
 * @return 0, or -1 with `err`
 */
int dama_book_position(const char *option, const char *fen, const struct rules *rules,
                       struct position *out, struct err *err);

/**
 * Reads a percentage, "2.5", into hundredths of a per cent, for OPTION_CALL.
 * @return 0, or -1 with `err`
 */
int dama_book_share(const char *arg, unsigned *out, struct err *err);

#endif
