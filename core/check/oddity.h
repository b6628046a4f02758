// SPDX-License-Identifier: MIT
/* Oddities of notation, which are reported once per game. Only core/check includes this. */
#ifndef DAMA_CORE_CHECK_ODDITY_H
#define DAMA_CORE_CHECK_ODDITY_H

#include "core/check/checker.h"

/** Counts an oddity; the first one is remembered with its place. @return the counter */
struct oddity *oddity_add(struct checker *c, enum oddity_id id, const struct check_place *at);

/** Adds a repair to an oddity. */
void oddity_repair(struct checker *c, struct oddity *o, uint32_t offset, uint32_t length,
                   struct text text, bool certain);

/**
 * Counts everything odd about the notation of a played move, and adds the repair that writes it as
 * PDN requires.
 */
void oddity_add_notation(struct checker *c, unsigned odd, const struct check_place *at,
                         const struct move *mv);

/** Reports what was counted in this game. */
void oddity_report(struct checker *c);

#endif
