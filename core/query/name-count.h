// SPDX-License-Identifier: MIT
/*
 * Counts the names in a collection, and suggests which of them belong to one person.
 */
#ifndef DAMA_CORE_QUERY_NAME_COUNT_H
#define DAMA_CORE_QUERY_NAME_COUNT_H

#include "core/base/buffer.h"
#include "core/base/text.h"

/**
 * For one thread. Memory grows with the number of names, up to 131072 names or 4 MiB; new names
 * beyond that are ignored.
 */
struct name_count;

/** @return NULL: out of memory */
struct name_count *name_count_open(void);

/** @return 0, or -1: out of memory */
int name_count_add(struct name_count *count, struct text name);

/** @return how many names there was room for, if some were ignored; 0: none were */
unsigned name_count_full(const struct name_count *count);

/**
 * Writes a draft of an alias file: names that may belong to one person, the most frequent first.
 * Names match despite initials, a different order of words, accents, or one different letter; the
 * user must decide.
 * @return the number of groups written, or -1: out of memory
 */
long name_count_suggest(struct name_count *count, struct buffer *out);

/** Allows NULL. */
void name_count_close(struct name_count *count);

#endif
