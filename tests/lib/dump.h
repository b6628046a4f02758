// SPDX-License-Identifier: MIT
/* Games and findings as short texts that a test can compare. */
#ifndef DAMA_TESTS_LIB_DUMP_H
#define DAMA_TESTS_LIB_DUMP_H

#include "core/base/buffer.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/**
 * A game: `[Name=value] {comment} 1.32-28! $7 (1.31-27) /FEN/ ? =2-0`, with each number and its
 * dots as they were written, `?` and the text for an unknown move, `=` before the terminator. There
 * is a blank between any two things.
 */
void dump_game(const struct game *game, struct buffer *out);

/** The findings of one game after `last`: `code@line:col+length`, blanks between. */
void dump_findings(const struct findings *found, const struct finding *last, struct buffer *out);

/** What is left when all certain repairs of the findings after `last` are done. */
void dump_repaired(const struct findings *found, const struct finding *last, struct text source,
                   struct buffer *out);

#endif
