// SPDX-License-Identifier: MIT
/*
 * Mending a text: the repairs of findings are put into order and applied.
 */
#ifndef DAMA_CORE_CHECK_REPAIR_H
#define DAMA_CORE_CHECK_REPAIR_H

#include "core/base/buffer.h"
#include "core/base/udiff.h"
#include "core/game/finding.h"

/** Repairs of one piece of text, in order, none upon another. Owns its array; zero is empty. */
struct repairs {
    const struct repair **all;
    size_t n, room;
    size_t n_findings; /* that are mended */
    bool failed;       /* memory was out */
};

/**
 * Takes the repairs of a finding, all of them or none.
 * @param guesses whether repairs that are not certain are taken too
 */
void repairs_add(struct repairs *repairs, const struct finding *finding, bool guesses);

/**
 * Puts them into order; of two that touch the same bytes the one added first stays, with all that
 * belong to it.
 */
void repairs_sort(struct repairs *repairs);

/** Adds the repaired text to `out`. */
void repairs_apply(const struct repairs *repairs, struct text text, struct buffer *out);

/** Hands the text to a diff, changed and unchanged lines. @return 0, -1: memory was out */
int repairs_diff(const struct repairs *repairs, struct text text, struct udiff *diff);

/** Empties it and keeps the memory. */
void repairs_clear(struct repairs *repairs);
void repairs_fini(struct repairs *repairs);

#endif
