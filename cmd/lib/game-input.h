// SPDX-License-Identifier: MIT
/*
 * Inputs that hold games, and what each one is. game-stream.h reads them.
 */
#ifndef DAMA_CMD_LIB_GAME_INPUT_H
#define DAMA_CMD_LIB_GAME_INPUT_H

#include "core/base/walk.h"
#include "pdn/format.h"

/** One input and what it is. */
struct game_input {
    const char *path; /* borrowed */
    const struct format *format;
    struct format_input reader;
    const char *encoding;       /* where its format knows better than detection; NULL */
    struct csv_columns columns; /* of a CSV file; the names lie in `head` */
    char *head;                 /* owned; NULL if it is not needed */
    bool results;               /* the results of dama-match, not a collection */
    bool found;                 /* in a folder or an archive, rather than named */
    bool foreign;               /* no format of games: a picture, a document */
};

/**
 * Finds out the formats of files. Those that cannot be read are reported and skipped; what is found in a
 * folder and is of no format of games is no failure.
 * @param inputs room for files->n; it must not move from here on
 * @param from   format of all of them; NULL: detected
 * @param encoding of all of them; NULL: detected
 * @param quiet  do not remark on experimental formats
 * @param n      how many were added
 * @return EXIT_WELL, or EXIT_IO where some were skipped
 */
int game_inputs_add(struct game_input *inputs, const struct walk *files, const struct format *from,
                    const char *encoding, bool quiet, unsigned *n);

/** Frees what the inputs hold. */
void game_inputs_fini(struct game_input *inputs, unsigned n);

/** @return bytes of all of them, for a progress bar; 0: unknown */
uint64_t game_inputs_total(const struct game_input *inputs, unsigned n);

#endif
