// SPDX-License-Identifier: MIT
/*
 * What all commands have in common: how they are described and started, how they print messages,
 * and their exit status. The options of a command, and an example of a whole one, are in options.h.
 *
 * A command with verbs (dama-engine perft) gives each verb a `struct command` named by the verb
 * alone, and lists them in `.verbs`. If it has a `.run` too, that is called when there is no first
 * argument or it is an option; otherwise a verb is required.
 */
#ifndef DAMA_CMD_LIB_COMMAND_H
#define DAMA_CMD_LIB_COMMAND_H

#include "core/base/compiler.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct err;
struct option_row;

/** Exit statuses; the highest wins (except for EXIT_LATER). The table is in dama(7). */
enum exit_status {
    EXIT_WELL = 0,
    EXIT_FOUND = 1,   /* something was found: a fault, a difference, a position without an answer */
    EXIT_USAGE = 2,   /* the command line or the configuration is wrong */
    EXIT_IO = 3,      /* input or output failed */
    EXIT_STOPPED = 4, /* stopped early; can be continued */
    EXIT_PEER = 5,    /* a peer or an engine failed beyond the limit */
    EXIT_LATER = 75,  /* try later: the lock is held */
};

#define OPERANDS_ANY UINT_MAX

/** A command, or a verb of one. */
struct command {
    const char *name;    /* "dama-validate"; for a verb: "perft" */
    const char *summary; /* one line, as in the manual's NAME */
    const char *usage; /* text after "[OPTION]..." in the synopsis; may be NULL without operands */
    const struct option_row *rows;
    size_t n_rows;
    const struct command *const *verbs;  /* ended by NULL; NULL: none */
    unsigned operands_min, operands_max; /* OPERANDS_ANY */
    const char *const *operand_words;    /* ended by NULL: allowed operands, for completions */
    bool files;                          /* operands are files, for completions */
    bool positions;      /* operands after the first are not files: they may be empty */
    const char *notes;   /* printed below the options by --help; may be NULL */
    const char *instead; /* advice after an operand too many: "give ..."; may be NULL */
    int (*run)(const struct command *command, int argc, char **argv); /* argv[0] is the full name */
};

/**
 * Runs a command: installs the signal handlers, handles --help, --version and the build's own
 * requests, finds the verb, and calls `run`.
 * @return the exit status
 */
int command_main(const struct command *command, int argc, char **argv);

/** Reports wrong usage, in one line, with "try --help". @return EXIT_USAGE */
int command_usage(const char *format, ...) PRINTF_LIKE(1, 2);

/** Prints an error: "file:line:col: message", or "dama-x: message" if no file is to blame. */
void command_error(const struct err *err);

/**
 * Like command_error, for engine_options.warn and the like: any thread may call it, and a message
 * that several engines of a run give is printed only once.
 */
void command_warn(void *ctx, const struct err *err);

/** Prints a message after the command's name on standard error. */
void command_say(const char *format, ...) PRINTF_LIKE(1, 2);

/**
 * Checks standard output once, at the end: a full disk is an error too; a reader that has gone (`|
 * head`) is not. @return `status`, or EXIT_IO or, after a signal, EXIT_STOPPED, reported, if that
 * is higher
 */
int command_finish(int status);

/**
 * Whether standard output is a pipe that is no longer being read, as with `| head`; that is not an
 * error.
 */
bool command_reader_is_gone(void);

/** The higher of two exit statuses. */
int command_worse(int a, int b);

/** The name that messages begin with: "dama-validate"; set by command_main. */
const char *command_name(void);

#endif
