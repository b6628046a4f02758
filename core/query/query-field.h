// SPDX-License-Identifier: MIT
/*
 * Words for the fields of a game: one of a query's own words, or a tag. PDN's tags are written as
 * their names, any other tag as tag.NAME, so that a typing error is not taken for a tag that no
 * game has.
 */
#ifndef DAMA_CORE_QUERY_QUERY_FIELD_H
#define DAMA_CORE_QUERY_QUERY_FIELD_H

#include "core/base/err.h"
#include "core/base/text.h"

/**
 * Reads a word, ignoring ASCII case.
 * @param words n words that are allowed besides tags
 * @param own   set to the index of such a word; -1: it is a tag
 * @param tag   set to the tag's name, as PDN writes it, or as it follows "tag.", borrowed from the
 *              word
 * @return 0, or -1 with `err`: it is neither; the message suggests the most similar one
 */
int query_field_read(struct text word, const char *const *words, unsigned n, int *own,
                     struct text *tag, struct err *err);

enum { QUERY_TAG_SIZE = 256 }; /* bytes for a tag's name and a NUL */

/** Copies a tag's name. @return 0, or -1 with `err`: too long */
int query_tag_keep(struct text tag, char out[QUERY_TAG_SIZE], struct err *err);

#endif
