// SPDX-License-Identifier: MIT
/*
 * A run of dama-validate: what is done with the pieces of its inputs, in their order.
 */
#ifndef DAMA_CMD_VALIDATE_VALIDATE_H
#define DAMA_CMD_VALIDATE_VALIDATE_H

#include "cmd/lib/inputs.h"
#include "cmd/lib/print-finding.h"
#include "cmd/lib/progress.h"
#include "cmd/validate/endgame.h"
#include "core/base/outfile.h"
#include "core/check/baseline.h"
#include "core/check/repair.h"
#include "pdn/examine.h"
#include "pdn/pdn.h"

enum validate_summary { SUMMARY_NONE, SUMMARY_ALSO, SUMMARY_ONLY };

/** What the command line says. */
struct validate_settings {
    const char *baseline, *draws, *encoding, *endgame, *explain, *fix, *variant;
    struct option_list disabled;
    unsigned jobs;
    int colour, format, severity, summary;
    bool only_endgame; /* no games are named: only its files are checked */
    bool context, in_place, lenient, patch, quiet, strict, write_baseline;
    const struct rules *rules;       /* of `variant` */
    bool is_disabled[FINDING_COUNT]; /* of `disabled` */
};

/** Numbers of one input, kept for the summary. */
struct validate_file {
    uint64_t games, with_moves, legal, plies;
    uint64_t found[3]; /* by severity */
};

struct validate {
    const struct validate_settings *settings;
    struct walk inputs;
    struct examiner **examiners; /* one a worker; owned */
    unsigned n_examiners;
    struct validate_endgame *endgame; /* NULL: none; owned */
    struct printer printer;
    struct progress progress;
    struct baseline *baseline;     /* NULL: none */
    struct baseline *new_baseline; /* being made; NULL: none */
    struct repairs repairs;
    uint64_t mended; /* findings */
    int status;      /* enum exit_status */

    /* this file */
    const char *file;
    uint64_t games_before; /* in it, before this piece */
    bool told_encoding, silent, with_errors, lf, crlf, cr;
    char guess[160]; /* what was said of the variant of this file's last game that does not tell */
    struct outfile *out; /* the mended copy; NULL: none */
    struct udiff diff;
    bool changed; /* something was mended in it */

    /* all files */
    struct validate_file *files; /* by index of input; owned */
    uint64_t codes[FINDING_COUNT];
};

/** Examines all inputs, prints what is found. @return the exit status */
int validate_run(struct validate *v);

/** Prints the table of --summary. */
void validate_print_summary(const struct validate *v, FILE *out);

/* validate-mend.c: the mended copy, in place or beside, and the patch */

/** @return 0, or -1: told on standard error, nothing will be written for this file */
int validate_repair_begin(struct validate *v, struct piece *piece);
void validate_repair_piece(struct validate *v, struct piece *piece, const struct examined *e);
void validate_repair_end(struct validate *v, struct piece *piece);

#endif
