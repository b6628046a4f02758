// SPDX-License-Identifier: MIT
/*
 * Finds out what the other games of a text say about the rules of a game that does not name them.
 */
#ifndef DAMA_PDN_NEIGHBOURS_H
#define DAMA_PDN_NEIGHBOURS_H

#include "core/check/check.h"

/** Examines the tags and moves of a PDN text, in linear time. To be passed to checker_set_text. */
struct check_neighbours pdn_neighbours(struct text text);

#endif
