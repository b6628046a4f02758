// SPDX-License-Identifier: MIT
/*
 * Words that name something of a game: one of a question's own words, or a tag. PDN's tags go by
 * their names, any other one is written tag.NAME, so that a slip is not taken for a tag that no
 * game has.
 */
#ifndef DAMA_CORE_QUERY_QUERY_FIELD_H
#define DAMA_CORE_QUERY_QUERY_FIELD_H

#include "core/base/err.h"
#include "core/base/text.h"

/**
 * Reads a word; ASCII case does not count.
 * @param words n words that the question knows besides tags
 * @param own   the index of such a word; -1: it is a tag
 * @param tag   the tag's name, as PDN writes it or as it stands after "tag."; borrowed from the word
 * @return 0, or -1 with `err`: neither, with the nearest one
 */
int query_field_read(struct text word, const char *const *words, unsigned n, int *own,
                     struct text *tag, struct err *err);

#endif
