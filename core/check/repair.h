// SPDX-License-Identifier: MIT
/* Repairs a text: sorts and applies the repairs that come with findings. */
#ifndef DAMA_CORE_CHECK_REPAIR_H
#define DAMA_CORE_CHECK_REPAIR_H

#include "core/base/buffer.h"
#include "core/base/udiff.h"
#include "core/game/finding.h"

/** Repairs of one piece of text, in order, without overlaps. Owns its array; zero is empty. */
struct repairs {
    const struct repair **all;
    size_t n, room;
    size_t n_findings; /* findings that these repair */
    bool failed;       /* out of memory */
};

/**
 * Takes the repairs of a finding, all of them or none.
 * @param guesses whether to take repairs that are not certain as well
 */
void repairs_add(struct repairs *repairs, const struct finding *finding, bool guesses);

/**
 * Sorts the repairs; if two touch the same bytes, the group of the one added first is kept and the
 * other group dropped.
 */
void repairs_sort(struct repairs *repairs);

/**
 * Adds the repaired text to `out`; the lines that it adds end as the first line of the text does.
 */
void repairs_apply(const struct repairs *repairs, struct text text, struct buffer *out);

/** Passes the text to a diff, as changed and unchanged lines. @return 0, -1: out of memory */
int repairs_diff(const struct repairs *repairs, struct text text, struct udiff *diff);

/** Empties the list, keeping its memory. */
void repairs_clear(struct repairs *repairs);
void repairs_fini(struct repairs *repairs);

#endif
