// SPDX-License-Identifier: MIT
/*
 * Splitting a collection into files: by a tag, year, variant, player, or number of games.
 */
#ifndef DAMA_CORE_QUERY_SPLIT_H
#define DAMA_CORE_QUERY_SPLIT_H

#include "core/base/buffer.h"
#include "core/game/game.h"
#include "core/query/query-field.h"

/** Zero means: do not split. */
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
    uint64_t games;           /* for SPLIT_NUMBER: how many go into each file */
};

/** @return the special words for --split; NULL after the last */
const char *split_word(size_t i);

/**
 * Reads "year", "player", "variant", a tag's name, or a number of games.
 * @return 0, or -1 with `err`
 */
int split_read(struct text word, struct split *out, struct err *err);

/**
 * Names the file of a game, without folder and suffix. Not for SPLIT_NUMBER.
 * @param name the name is appended
 * @param also the second name is appended for a game that goes to two files (SPLIT_PLAYER)
 */
void split_names(const struct split *split, const struct game *game, struct buffer *name,
                 struct buffer *also);

#endif
