// SPDX-License-Identifier: MIT
/* A run of dama-validate: handles the chunks of its inputs, in order. */
#ifndef DAMA_CMD_VALIDATE_VALIDATE_H
#define DAMA_CMD_VALIDATE_VALIDATE_H

#include "cmd/lib/inputs.h"
#include "cmd/lib/print-finding.h"
#include "cmd/lib/progress.h"
#include "cmd/validate/endgame.h"
#include "cmd/validate/notes.h"
#include "core/base/outfile.h"
#include "core/check/baseline.h"
#include "core/check/repair.h"
#include "pdn/examine.h"
#include "pdn/pdn.h"

enum validate_summary { SUMMARY_NONE, SUMMARY_ALSO, SUMMARY_ONLY };

enum { FAIL_NEVER = SEVERITY_ERROR + 1 };

/** The options of the command line. */
struct validate_settings {
    const char *baseline, *draws, *endgame, *input_encoding, *output, *variant;
    struct option_list disabled, enabled, explain;
    unsigned jobs;
    int colour, fail_on, format, severity, summary;
    bool only_endgame; /* no games are given: only the files of --endgame are checked */
    bool all, context, dry_run, fix, force, in_place, lenient, patch, quiet, strict, write_baseline;
    const struct rules *rules;       /* of `variant` */
    bool is_disabled[FINDING_COUNT]; /* made from `disabled` and `enabled` */
};

/** Numbers of one input, kept for the summary. */
struct validate_file {
    uint64_t games, with_moves, legal, plies;
    uint64_t found[3]; /* by severity */
};

struct validate {
    const struct validate_settings *settings;
    struct walk inputs;
    struct examiner **examiners; /* one per worker; owned */
    unsigned n_examiners;
    struct validate_endgame *endgame; /* NULL: none; owned */
    struct examiner *repairer; /* for text that was repaired; owned; NULL if nothing is repaired */
    struct printer printer;
    struct progress progress;
    struct baseline *baseline;     /* NULL: none */
    struct baseline *new_baseline; /* the one being written; NULL: none */
    struct repairs repairs;
    uint64_t repaired; /* repaired findings */
    bool listed;       /* --dry-run has listed a change */
    int status;        /* enum exit_status */

    /* this file */
    const char *file;
    uint64_t games_before; /* games in this file before the current chunk */
    bool told_encoding, silent, with_errors, lf, crlf, cr;
    /* the last guess of a variant that was reported for a game of this file */
    char guess[160];
    struct notes notes;  /* notes on the file so far, printed at its end */
    struct outfile *out; /* the repaired copy; NULL: none yet */
    struct udiff diff;
    char *patch; /* the diff so far, in UTF-8; owned */
    size_t patch_size;
    const char *chunk_encoding; /* of the file, as far as known; NULL: UTF-8 */
    bool encoding_guessed;
    bool is_utf8_too; /* it was read as something else, but is UTF-8 */
    bool had_mark;    /* it begins with a byte order mark */
    bool changed;     /* something was repaired in it */
    bool refused;     /* it cannot be repaired, which was reported */

    /* all files */
    struct validate_file *files; /* by index of input; owned */
    uint64_t codes[FINDING_COUNT];
};

/** Examines all inputs, and prints the findings. @return the exit status */
int validate_run(struct validate *v);

/** Prints the table of --summary. */
void validate_print_summary(const struct validate *v, FILE *out);

/* repair.c: the repaired copy, in place or elsewhere, and the patch */

/** Begins the copy or the patch of a file with its first chunk; each chunk follows in order. */
void validate_repair_begin(struct validate *v, struct chunk *chunk);
void validate_repair_chunk(struct validate *v, struct chunk *chunk, const struct examined *e);

/** Puts the copy in its place, and prints the patch. */
void validate_repair_end(struct validate *v);

/** Drops the copy and the patch of a file that was not read to its end, if there are any. */
void validate_repair_drop(struct validate *v);

/* patch.c */

/**
 * Prints the patch of a file in the encoding of the file. @return 0, or -1 with `err`: not possible
 */
int validate_print_patch(struct validate *v, struct err *err);

/* explain.c */

/** Prints what each code means; "list" is all of them. @return the exit status */
int validate_explain(const struct option_list *words);

/** Reports an unknown code, suggesting the most similar one. @return EXIT_USAGE */
int validate_unknown_code(const char *word);

#endif
