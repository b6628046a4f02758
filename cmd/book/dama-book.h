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

/** The words --variant completes, ended by NULL. */
extern const char *const book_variants[];

/**
 * Opens a book; what goes wrong is told on standard error.
 * @return EXIT_WELL; EXIT_IO; EXIT_LATER where somebody else is changing it
 */
int dama_book_open(const char *path, enum book_mode mode, struct book **out);

/** Tells an error. @return EXIT_IO */
int dama_book_failed(const struct err *err);

/**
 * Reads a percentage, "2.5", into hundredths of a per cent, for OPTION_CALL.
 * @return 0, or -1 with `err`
 */
int dama_book_share(const char *arg, unsigned *out, struct err *err);

#endif
