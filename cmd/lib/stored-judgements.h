// SPDX-License-Identifier: MIT
/*
 * The judgements stored with the games of input collections: a game itself does not carry them.
 */
#ifndef DAMA_CMD_LIB_STORED_JUDGEMENTS_H
#define DAMA_CMD_LIB_STORED_JUDGEMENTS_H

#include "core/store/journal.h"
#include "core/store/store.h"

struct stored_judgements;

/**
 * Opens the collections among the inputs.
 * @param operands n of them, as for read_games
 * @param out      set even if some cannot be opened; NULL: out of memory
 * @return 0, or -1 with `err`: a collection cannot be opened, or out of memory
 */
int stored_judgements_open(char *const *operands, int n, struct stored_judgements **out,
                           struct err *err);

/**
 * Copies the judgements of a game from the first collection that has any.
 * @param stored  NULL: there are none
 * @param content identifies the game as it was read
 * @param game    its id in `to`
 * @return 0, or -1 with `err`
 */
int stored_judgements_copy(struct stored_judgements *stored, struct hash128 content,
                           struct store *to, int64_t game, struct err *err);

/**
 * Copies the judgements of a game into a journal, from the first collection that has any.
 * @return 0, or -1 with `err`
 */
int stored_judgements_keep(struct stored_judgements *stored, struct hash128 content,
                           struct journal *journal, struct err *err);

/** Allows NULL. */
void stored_judgements_close(struct stored_judgements *stored);

#endif
