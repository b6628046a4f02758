// SPDX-License-Identifier: MIT
/* Inputs that contain games, with their formats. game-stream.h reads them. */
#ifndef DAMA_CMD_LIB_GAME_INPUT_H
#define DAMA_CMD_LIB_GAME_INPUT_H

#include "core/base/walk.h"
#include "pdn/format.h"

/** An input and its format. */
struct game_input {
    const char *path; /* borrowed */
    const struct format *format;
    struct format_input reader;
    struct csv_columns columns; /* for CSV; the names point into `head` */
    char *head;                 /* owned; NULL if it is not needed */
    bool results;               /* it is a file of results of dama-match, not a collection */
    bool found;                 /* it was found in a folder or an archive, rather than named */
    bool foreign;               /* it is not a format of games: a picture, a document */
    const struct format *named; /* what the name says if the content is of another format */
};

/**
 * Finds out the formats of files. Those that cannot be read are reported and skipped; files in a
 * folder that are of no format of games are no failure.
 * @param inputs room for files->n; the array must not move from here on
 * @param from   the format of all of them; NULL: detect it
 * @param encoding of all of them; NULL: detected
 * @param quiet  do not warn about experimental formats
 * @param n      set to the number of inputs added
 * @return EXIT_WELL, or EXIT_IO if some were skipped
 */
int game_inputs_add(struct game_input *inputs, const struct walk *files, const struct format *from,
                    const char *encoding, bool quiet, unsigned *n);

/** Frees everything that the inputs own. */
void game_inputs_fini(struct game_input *inputs, unsigned n);

/** @return the bytes of all of them, for a progress bar; 0: unknown */
uint64_t game_inputs_total(const struct game_input *inputs, unsigned n);

#endif
