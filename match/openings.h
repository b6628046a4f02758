// SPDX-License-Identifier: MIT
/*
 * The openings of a match: positions and first moves from files of games and positions, from a list
 * of FENs, or generated ballots; shuffled, filtered and limited as the match file says.
 */
#ifndef DAMA_MATCH_OPENINGS_H
#define DAMA_MATCH_OPENINGS_H

#include "match/config.h"

enum { OPENINGS_MAX = 1000000, OPENINGS_PLIES_MAX = 400 };

/** An opening, with the fields of struct results_pair. */
struct match_opening {
    const char *name;  /* "" none */
    const char *fen;   /* NULL: the usual start */
    const char *moves; /* from there */
};

/**
 * Makes the list of openings. Files in a list that name a folder stand for all files of games below
 * it; `*`, `?` and `[...]` match within one name, `**` matches any number of folders.
 *
 * The name of an opening is its Opening tag, or else its Event tag, its file and its number in the
 * file. Of openings that lead to the same position by the same moves, the first is kept.
 *
 * @param arena everything lives there
 * @return 0, or -1 with `err`: no file, not readable, an illegal move, no opening left
 */
int match_openings_make(const struct match_config *config, struct arena *arena,
                        struct match_opening **out, unsigned *n, struct err *err);

#endif
