// SPDX-License-Identifier: MIT
/*
 * Which rules a game is played by: what its tags say, or else what its moves fit. Only core/check
 * includes this.
 */
#ifndef DAMA_CORE_CHECK_VARIANT_GUESS_H
#define DAMA_CORE_CHECK_VARIANT_GUESS_H

#include "core/check/checker.h"

/**
 * Decides which rules the game is played by: those of the options, of the format, of the tags, or a
 * guess, which is reported. Sets `reader`, borrowed from the checker, and of the game `rules` and
 * `rules_guessed`; sets `unknown_rules` where dama does not know them, and the international ones
 * stand in for them.
 * @return 0, -1: out of memory, err set
 */
int variant_guess_rules(struct checker *c);

#endif
