// SPDX-License-Identifier: MIT
/* The verbs of dama-book: one file each, and functions that several of them share. */
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
 * Opens a book; reports errors. @return EXIT_WELL; EXIT_IO; EXIT_LATER if another program is
 * changing it
 */
int dama_book_open(const char *path, enum book_mode mode, struct book **out);

/**
 * Checks that a book may be made at a path: an existing book may be replaced, any other file must
 * not be overwritten.
 * @param path  NULL if --output was not given
 * @param evals set to the number of evaluations in the existing book, which cost time to make; the
 *        caller must not lose them
 * @return EXIT_WELL, or EXIT_USAGE, EXIT_IO or EXIT_LATER, reported
 */
int dama_book_check_place(const char *path, int64_t *evals);

/** Counts the games and backs up the values. @return as dama_book_finish */
int dama_book_count(struct book *book);

/**
 * Counts the games, backs up the values, and commits a change. @return EXIT_WELL; EXIT_IO or
 * EXIT_STOPPED, reported: nothing has changed
 */
int dama_book_finish(struct book *book);

/** Reports an error. @return EXIT_IO */
int dama_book_failed(const struct err *err);

/**
 * Reads the position given by an option, or by an operand; the error quotes it.
 * @param option its name, for the error; NULL for an operand
 * @return 0, or -1 with `err`
 */
int dama_book_position(const char *option, const char *fen, const struct rules *rules,
                       struct position *out, struct err *err);

/**
 * Reads a percentage, "2.5", as hundredths of a per cent, for OPTION_CALL.
 * @return 0, or -1 with `err`
 */
int dama_book_share(const char *arg, unsigned *out, struct err *err);

#endif
