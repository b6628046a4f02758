// SPDX-License-Identifier: MIT
/*
 * The judgements stored with the games of input collections: a game itself does not carry them.
 */
#ifndef DAMA_CMD_LIB_KEPT_ROWS_H
#define DAMA_CMD_LIB_KEPT_ROWS_H

#include "core/store/journal.h"
#include "core/store/store.h"

struct kept_rows;

/**
 * Opens the collections among the inputs.
 * @param operands n of them, as for read_games
 * @return 0, or -1 with `err`: out of memory
 */
int kept_rows_open(char *const *operands, int n, struct kept_rows **out, struct err *err);

/**
 * Copies the judgements of a game from the first collection that has any.
 * @param kept    NULL: there are none
 * @param content identifies the game as it was read
 * @param game    its id in `to`
 * @return 0, or -1 with `err`
 */
int kept_rows_copy(struct kept_rows *kept, struct hash128 content, struct store *to, int64_t game,
                   struct err *err);

/**
 * Copies the judgements of a game into a journal, from the first collection that has any.
 * @return 0, or -1 with `err`
 */
int kept_rows_keep(struct kept_rows *kept, struct hash128 content, struct journal *journal,
                   struct err *err);

/** Allows NULL. */
void kept_rows_close(struct kept_rows *kept);

#endif
