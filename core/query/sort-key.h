// SPDX-License-Identifier: MIT
/*
 * Keys to sort games by: comparing them as bytes gives the order of the fields.
 */
#ifndef DAMA_CORE_QUERY_SORT_KEY_H
#define DAMA_CORE_QUERY_SORT_KEY_H

#include "core/base/buffer.h"
#include "core/game/game.h"
#include "core/query/query-field.h"

enum { SORT_FIELDS_MAX = 16 };

struct sort_field {
    int own; /* index of the word of sort_key_word; -1: it is a tag */
    char tag[QUERY_TAG_SIZE];
    bool down, is_date;
};

struct sort_key {
    struct sort_field fields[SORT_FIELDS_MAX];
    unsigned n;
};

/** @return the words that are not tags: "plies", "variant"; NULL after the last */
const char *sort_key_word(size_t i);

/**
 * Reads "date,-round,white": fields separated by commas, each with a minus for descending order.
 * @return 0, or -1 with `err`
 */
int sort_key_read(struct text list, struct sort_key *out, struct err *err);

/** Whether games are sorted by their date. */
bool sort_key_has_date(const struct sort_key *key);

/** Appends the sort key of a game to `out`. */
void sort_key_add(const struct sort_key *key, const struct game *game, struct buffer *out);

#endif
