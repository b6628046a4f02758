// SPDX-License-Identifier: MIT
/*
 * Names of players as people write them: which of them are one person, and under which name.
 */
#ifndef DAMA_CORE_GAME_NAMES_H
#define DAMA_CORE_GAME_NAMES_H

#include "core/base/buffer.h"
#include "core/game/game.h"

/**
 * Adds what names of one person have in common: the family name folded (core/base/fold.h), without particles such as
 * "van der". "Sijbrands, Ton", "T. Sijbrands" and "SIJBRANDS" give "sijbrands". Nothing for an unknown name.
 */
void name_family(struct text name, struct buffer *out);

/** Whether nothing is known: empty, "?", "-", "NN". */
bool name_is_unknown(struct text name);

/* ---- aliases ---- */

/** A file of aliases: each canonical name with its variants. Never changes: any number of threads may ask it. */
struct names;

/**
 * Reads a YAML file: `Sijbrands, Ton: [T. Sijbrands, Sijbrands]`.
 * @return 0, or -1 with `err` and the place: not readable, not such a file, a variant of two names
 */
int names_read(const char *path, struct names **out, struct err *err);

/** Gives White, Black and Annotator their canonical names. @return 0, or -1: out of memory */
int names_apply(const struct names *names, struct game *game);

/** Allows NULL. */
void names_close(struct names *names);

/* ---- suggestions ---- */

/** The names met in a collection, counted. For one thread. */
struct name_count;

/** @return NULL when memory is out */
struct name_count *name_count_open(void);

/** @return 0, or -1: out of memory */
int name_count_add(struct name_count *count, struct text name);

/**
 * Writes a draft of a file of aliases: names that may be one person's, the most frequent one first. Initials, the order
 * of names, marks on letters, and one letter off are seen through; a person has to decide.
 * @return groups written, or -1: out of memory
 */
long name_count_suggest(struct name_count *count, struct buffer *out);

/** Allows NULL. */
void name_count_close(struct name_count *count);

#endif
