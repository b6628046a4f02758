// SPDX-License-Identifier: MIT
/*
 * Mending a text: the repairs of findings are put into order and applied.
 */
#ifndef DAMA_CMD_VALIDATE_MEND_H
#define DAMA_CMD_VALIDATE_MEND_H

#include "core/base/buffer.h"
#include "core/base/udiff.h"
#include "core/game/finding.h"

/** Repairs of one piece of text, in order, none upon another. Owns its array; zero is empty. */
struct mending {
    const struct repair **repairs;
    size_t n, room;
    size_t n_findings; /* that are mended */
    bool failed;       /* memory was out */
};

/**
 * Takes the repairs of a finding, all of them or none.
 * @param guesses whether repairs that are not certain are taken too
 */
void mending_add(struct mending *mending, const struct finding *finding, bool guesses);

/** Puts them into order; of two that touch the same bytes the one added first stays, with all that belong to it. */
void mending_sort(struct mending *mending);

/** Writes the mended text. */
void mending_write(const struct mending *mending, struct text text, FILE *out);

/** Hands the text to a diff, changed and unchanged lines. @return 0, -1: memory was out */
int mending_diff(const struct mending *mending, struct text text, struct udiff *diff);

/** Empties it and keeps the memory. */
void mending_clear(struct mending *mending);
void mending_fini(struct mending *mending);

#endif
