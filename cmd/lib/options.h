// SPDX-License-Identifier: MIT
/*
 * The options of a command are one table, used to read the command line, to print `--help` and,
 * when dama is built, to make the OPTIONS section of the manual page and the completions for bash,
 * zsh and fish. So these cannot drift apart.
 *
 * A command without verbs looks like this:
 *
 *     struct settings {
 *         const char *variant;
 *         struct option_list disabled;
 *         unsigned jobs;
 *         int format;
 *         bool quiet, context;
 *     };
 *
 *     static const char *const format_words[] = {"text", "jsonl", "csv", NULL};
 *
 *     static const struct option_row rows[] = {   // sorted by long name
 *         {"disable", 0, OPTION_LIST, "CODE", OPTION_AT(struct settings, disabled),
 *          .help = "keep quiet about CODE", .group = "Findings"},
 *         {"format", 0, OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format),
 *          .help = "how findings are printed", .choices = format_words},
 *         {"jobs", 'j', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, jobs), .max = 256,
 *          .help = "threads; 0: as many as cores"},
 *         {"quiet", 'q', OPTION_FLAG, NULL, OPTION_AT(struct settings, quiet),
 *          .help = "do not show progress"},
 *         {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant),
 *          .help = "rules to apply"},
 *     };
 *
 *     static int run(const struct command *command, int argc, char **argv)
 *     {
 *         struct settings settings = {.format = 0};      // the defaults
 *         int first;
 *         if (options_read(command, argc, argv, &settings, &first))
 *             return EXIT_USAGE;
 *         // operands are argv[first] to argv[argc - 1]
 *         ...
 *         option_list_fini(&settings.disabled);
 *         return command_finish(EXIT_WELL);
 *     }
 *
 *     static const struct command command = {
 *         .name = "dama-validate", .summary = "find faults in game files",
 *         .usage = "[FILE|DIR|-]...", .rows = rows, .n_rows = OPTION_COUNT(rows),
 *         .operands_max = OPERANDS_ANY, .files = true, .run = run,
 *     };
 *
 *     int main(int argc, char **argv) { return command_main(&command, argc, argv); }
 *
 * Every command knows `-h`, `--help` and `--version`, which are in no table.
 */
#ifndef DAMA_CMD_LIB_OPTIONS_H
#define DAMA_CMD_LIB_OPTIONS_H

#include "cmd/lib/command.h"
#include "core/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** The kind of an option's argument, and the type of its field. */
enum option_kind {
    OPTION_FLAG,     /* no argument; bool, set to true */
    OPTION_UNFLAG,   /* no argument; bool, set to false (--no-...) */
    OPTION_TEXT,     /* const char *, borrowed from argv */
    OPTION_LIST,     /* struct option_list; may be given several times */
    OPTION_UNSIGNED, /* unsigned, from min to max */
    OPTION_INT,      /* int64_t, from min to max */
    OPTION_SIZE,     /* int64_t, bytes from min to max: 64M, 1G, 4096 (K, M, G, T of 1024) */
    OPTION_TIME,     /* int64_t, ms from min to max: 90s, 1h30m, 500ms; a bare number is seconds */
    OPTION_REAL,     /* double, from real_min to real_max */
    OPTION_CHOICE,   /* int: the index of the word in choices */
    OPTION_CALL,     /* `read` decides */
    OPTION_RENAMED,  /* an old spelling: rejected with the new one, which is in `help` */
};

/** The arguments of an option that may be repeated. Zero is empty. */
struct option_list {
    const char **words; /* owned array; the words are borrowed from argv */
    unsigned n, room;
};

/** The values that an OPTION_CHOICE with option_side_words gives: "both", "white", "black". */
enum option_side { OPTION_SIDE_BOTH, OPTION_SIDE_WHITE, OPTION_SIDE_BLACK };

extern const char *const option_side_words[];

/** A row of the table. Fields that a kind does not need stay zero. */
struct option_row {
    const char *name; /* long, without "--"; rows are sorted by it */
    char letter;      /* short; 0: none */
    enum option_kind kind;
    const char *arg; /* name of the argument in --help, "N"; NULL for flags */
    size_t at;       /* OPTION_AT: offset of the field in the command's settings */

    int64_t min, max;          /* for numbers; both 0: from 0 to the most that the field can hold */
    double real_min, real_max; /* for OPTION_REAL; both 0: any */
    /* ended by NULL; for OPTION_TEXT and OPTION_LIST: words to offer in completions */
    const char *const *choices;
    /* instead of choices: the name of the i-th row of a table, NULL after the last */
    const char *(*choice)(size_t i);
    /* the default of an optional argument (--context[=N]); NULL: the argument is required */
    const char *bare;
    const char *help;  /* one line, no capital, no period */
    const char *group; /* heading in --help; NULL: "Options" */
    bool file;         /* the argument is a file: for completions */
    bool hidden;       /* works, but is not shown */
    bool once;         /* OPTION_TEXT: refused if given again, as one of two outputs would be lost;
                          otherwise the last one counts */
    /**
     * OPTION_CALL: stores `arg` (NULL for a bare flag) in the settings.
     * @return 0, or -1 with err->msg
     */
    int (*read)(void *settings, const char *arg, struct err *err);
};

#define OPTION_AT(type, field) offsetof(type, field)
#define OPTION_COUNT(rows)     (sizeof(rows) / sizeof *(rows))
#define OPTION_YEAR_MS         (INT64_C(365) * 24 * 3600 * 1000) /* most for a time without limit */

/**
 * Reads the command line into the settings. Wrong usage is reported in one line.
 * @param settings the command's struct, filled with the defaults
 * @param first    index of the first operand: options may stand anywhere, operands are moved after
 *                 them
 * @return 0, or -1: wrong usage, reported; the lists in the settings are then empty
 */
int options_read(const struct command *command, int argc, char **argv, void *settings, int *first);

/** Adds an argument. @param word borrowed @return 0, or -1 with `err`: out of memory */
int option_list_add(struct option_list *list, const char *word, struct err *err);

void option_list_fini(struct option_list *list);

/**
 * Reads a whole number, as OPTION_INT does; for operands and configuration.
 * @return 0, or -1 with `err`: "'x1' is not a number from 1 to 64"
 */
int option_number(const char *text, int64_t min, int64_t max, int64_t *out, struct err *err);

/**
 * Chooses the format of an output if no option names one: by the suffix of its name, not counting
 * .gz and the like.
 * @param option the option that would name it: "--format"
 * @param path   NULL: standard output
 * @param words  as for an OPTION_CHOICE
 * @return its index among the words; `usual` if the name ends in .txt or has no suffix of letters
 *        and digits; -1 if it has another suffix, reported as wrong usage
 */
int option_format_of(const char *option, const char *path, const char *const *words, int usual);

/** The forms in which a table can be dumped, for the build: `dama-x --dump-options=FORM`. */
enum dump_form { DUMP_BASH, DUMP_FISH, DUMP_MAN, DUMP_ZSH, DUMP_LIST };

/**
 * Dumps tables. DUMP_MAN copies a page from `in` to `out`, with the options of the command in place
 * of a line "@OPTIONS@", and the options of a verb in place of "@OPTIONS verb@". DUMP_LIST prints
 * one "verb --option" per line, for tests.
 * @return 0, or -1: the page names an unknown verb or nothing was replaced, or writing failed
 */
int options_dump(const struct command *command, enum dump_form form, FILE *in, FILE *out);

/** @return the i-th word that is allowed as the argument, from 0; NULL after the last */
const char *option_choice(const struct option_row *row, size_t i);

/** @return whether the row's help itself names all choices; otherwise they are appended */
bool option_names_choices(const struct option_row *row);

/**
 * @return the length of the help without a "(default: x)" at its end, before which the choices are
 *         inserted
 */
size_t option_help_length(const struct option_row *row);

/**
 * @return the text that follows the help of every option of its kind: " (may be repeated)", or ""
 */
const char *option_help_note(const struct option_row *row);

/** Prints --help. */
void options_help(const struct command *command, const char *name, FILE *out);

#endif
