// SPDX-License-Identifier: MIT
/*
 * Games of a variant other than the one that their tags, or a guess, say. Only core/check includes
 * this.
 */
#ifndef DAMA_CORE_CHECK_WRONG_VARIANT_H
#define DAMA_CORE_CHECK_WRONG_VARIANT_H

#include "core/check/checker.h"

/**
 * Where a move of the main line is illegal: reports if the whole game is legal by the rules of
 * another game, and sets `wrong_variant`. The reader is not changed.
 * @param at the illegal move; where most of the game is legal before it, nothing is reported
 */
void wrong_variant_report(struct checker *c, const struct check_place *at);

#endif
