// SPDX-License-Identifier: MIT
/* Finds games of a variant other than the one that their tags, or a guess, say. */
#ifndef DAMA_CORE_CHECK_WRONG_VARIANT_H
#define DAMA_CORE_CHECK_WRONG_VARIANT_H

#include "core/check/checker.h"

/**
 * To be called when a move of the main line is illegal: if the whole game is legal by the rules of
 * another variant, reports that and sets `wrong_variant`. The reader is not changed.
 * @param at the illegal move; if most of the game before it is legal, nothing is reported
 */
void wrong_variant_report(struct checker *c, const struct check_place *at);

#endif
