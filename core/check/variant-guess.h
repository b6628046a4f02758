// SPDX-License-Identifier: MIT
/*
 * Finds out which rules a game is played by: those that its tags name, or else those that its moves
 * fit.
 */
#ifndef DAMA_CORE_CHECK_VARIANT_GUESS_H
#define DAMA_CORE_CHECK_VARIANT_GUESS_H

#include "core/check/checker.h"

/**
 * Decides which rules the game is played by: those given by the options, by the format or by the
 * tags, or else a guess, which is reported. Sets `reader`, borrowed from the checker, and the
 * game's `rules` and `rules_guessed`. If dama does not know the rules, sets `unknown_rules` and
 * uses the international ones in their place.
 * @return 0, -1: out of memory, err set
 */
int variant_guess_rules(struct checker *c);

#endif
