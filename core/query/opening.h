// SPDX-License-Identifier: MIT
/*
 * Names of openings, keyed by position, so that transpositions are found. The file is plain text
 * for people to edit:
 *
 *     # a comment
 *     variant: international
 *     32-28 18-23 = Name of an opening
 *     W:W27,31-33,35-50:B1-18,20,23 = Another one
 */
#ifndef DAMA_CORE_QUERY_OPENING_H
#define DAMA_CORE_QUERY_OPENING_H

#include "core/game/game.h"

enum { OPENING_PLIES = 60 }; /* how far into a game openings are looked up */

/** Immutable once read: any number of threads may use it. */
struct openings;

/**
 * @return 0, or -1 with `err` and the place: not readable, an illegal move, a line without a name
 */
int openings_read(const char *path, struct openings **out, struct err *err);

/** Like openings_read, but from n bytes; `name` is for messages. */
int openings_parse(const char *name, const char *text, size_t n, struct openings **out,
                   struct err *err);

/**
 * @return the name of the last position of the main line that has one, valid as long as `openings`;
 *         s is NULL if there is none
 */
struct text openings_find(const struct openings *openings, const struct game *game);

/** Allows NULL. */
void openings_close(struct openings *openings);

#endif
