// SPDX-License-Identifier: MIT
/*
 * Splitting a collection into files: by a tag, year, variant, player, or number of games.
 */
#ifndef DAMA_CORE_QUERY_SPLIT_H
#define DAMA_CORE_QUERY_SPLIT_H

#include "core/base/buffer.h"
#include "core/game/game.h"
#include "core/query/query-field.h"

/** Zero does not split. */
struct split {
    enum split_by {
        SPLIT_NONE,
        SPLIT_YEAR,
        SPLIT_PLAYER,
        SPLIT_VARIANT,
        SPLIT_TAG,
        SPLIT_NUMBER
    } by;
    char tag[QUERY_TAG_SIZE]; /* SPLIT_TAG */
    uint64_t games;           /* SPLIT_NUMBER: in each file */
};

/** @return a word that is usual after --split; NULL after the last */
const char *split_word(size_t i);

/**
 * Reads "year", "player", "variant", a tag's name, or a number of games.
 * @return 0, or -1 with `err`
 */
int split_read(struct text word, struct split *out, struct err *err);

/**
 * Names the file of a game, without folder and suffix; not for SPLIT_NUMBER.
 * @param name the name is added
 * @param also the other file of a game that goes to two (SPLIT_PLAYER) is added
 */
void split_names(const struct split *split, const struct game *game, struct buffer *name,
                 struct buffer *also);

#endif
