// SPDX-License-Identifier: MIT
/*
 * What was probably meant by an illegal move. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_SUGGEST_H
#define DAMA_CORE_CHECK_SUGGEST_H

#include "core/check/checker.h"

/**
 * Says what was probably meant, and for each guess how much of the rest is then legal; adds the
 * best guess to the finding as a repair.
 */
void suggest_moves(struct checker *c, const struct check_place *at,
                   const struct written_move *written, struct finding *f, struct buffer *out);

/**
 * Whether the text of an illegal move is two legal moves without a space between them, after which
 * the game goes on.
 * @param written as parsed, NULL if it could not be parsed
 */
bool suggest_two_moves(struct checker *c, const struct check_place *at,
                       const struct written_move *written);

#endif
